// One PDF export of a plan: request, poll, cancel, download.
import {
  cancelPlanPrint,
  createPlanPrint,
  getPlanPrint,
  type PrintOptions,
} from '@plumbline/core/features/plans/print-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/client.ts';

const POLL_MS = 700;

/** `onDone` is called once with the URL of the file. */
export function usePrint(projectId: string, planId: string, onDone: (url: string) => void) {
  const request = useMutation({
    mutationFn: (wish: PrintOptions) =>
      call(createPlanPrint, { params: { projectId, planId }, body: { id: crypto.randomUUID(), ...wish } }),
  });
  const printId = request.data?.id;
  const status = useQuery({
    queryKey: ['planPrint', projectId, printId],
    queryFn: ({ signal }) => call(getPlanPrint, { params: { projectId, printId: printId ?? '' } }, { signal }),
    enabled: printId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'waiting' && state.data.state !== 'running' ? false : POLL_MS,
    gcTime: 0,
  });
  const print = printId === undefined ? undefined : (status.data ?? request.data);
  const downloadedId = useRef<string>(undefined);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!print?.url || downloadedId.current === print.id) return;
    downloadedId.current = print.id;
    done.current(print.url);
  }, [print?.url, print?.id]);
  return {
    print,
    error: request.error ?? status.error,
    busy: request.isPending || print?.state === 'waiting' || print?.state === 'running',
    start: request.mutate,
    cancel: () => {
      if (printId !== undefined && print?.url === null)
        void call(cancelPlanPrint, { params: { projectId, printId } }).catch(() => undefined);
      request.reset();
    },
  };
}

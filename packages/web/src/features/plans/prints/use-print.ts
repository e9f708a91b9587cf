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

const POLL_INTERVAL_MS = 700;

/** `onDone` is called once with the URL of the file. */
export function usePrint(projectId: string, planId: string, onDone: (url: string) => void) {
  const order = useMutation({
    mutationFn: (options: PrintOptions) =>
      call(createPlanPrint, { params: { projectId, planId }, body: { id: crypto.randomUUID(), ...options } }),
  });
  const printId = order.data?.id;
  const asked = useQuery({
    queryKey: ['planPrint', projectId, printId],
    queryFn: ({ signal }) => call(getPlanPrint, { params: { projectId, printId: printId ?? '' } }, { signal }),
    enabled: printId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'waiting' && state.data.state !== 'running' ? false : POLL_INTERVAL_MS,
    gcTime: 0,
  });
  const print = printId === undefined ? undefined : (asked.data ?? order.data);
  const fetched = useRef<string>(undefined);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!print?.url || fetched.current === print.id) return;
    fetched.current = print.id;
    done.current(print.url);
  }, [print?.url, print?.id]);
  return {
    print,
    error: order.error ?? asked.error,
    busy: order.isPending || print?.state === 'waiting' || print?.state === 'running',
    make: order.mutate,
    cancel: () => {
      if (printId !== undefined && print?.url === null)
        void call(cancelPlanPrint, { params: { projectId, printId } }).catch(() => undefined);
      order.reset();
    },
  };
}

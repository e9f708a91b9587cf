// Options of a plan's PDF: filtered or all pins, drawings, a list; then the progress.

import {
  cancelPlanPrint,
  createPlanPrint,
  getPlanPrint,
  type PrintOptions,
} from '@plumbline/core/features/plans/print-contract';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { RadioGroup } from '../../../ui/choices/radio-group.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

const POLL_MS = 700;

/** `onDone` is called once with the URL of the file. */
function usePrint(projectId: string, planId: string, onDone: (url: string) => void) {
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

export type PrintDialogProps = {
  projectId: string;
  planId: string;
  name: string;
  /** The active filter and the number of matching pins; undefined without a filter. */
  shown?: { filter: PinFilter; count: number } | undefined;
  onClose: () => void;
};

type Pins = 'shown' | 'all' | 'none';

export function PrintDialog({ projectId, planId, name, shown, onClose }: PrintDialogProps) {
  const t = useT();
  const [pins, setPins] = useState<Pins>(shown ? 'shown' : 'all');
  const [markups, setMarkups] = useState(true);
  const [list, setList] = useState(true);
  const [code, setCode] = useState(true);
  const { print, error, busy, start, cancel } = usePrint(projectId, planId, (url) => {
    location.assign(url);
    showToast({ kind: 'success', text: t('planPrint.ready') });
    onClose();
  });
  const close = () => {
    if (busy) cancel();
    onClose();
  };
  const filter = pins === 'none' ? null : pins === 'shown' && shown ? shown.filter : {};
  const choices = [
    ...(shown ? [{ id: 'shown' as const, label: t('planPrint.shown', { count: shown.count }) }] : []),
    { id: 'all' as const, label: t('planPrint.all') },
    { id: 'none' as const, label: t('planPrint.none') },
  ];
  return (
    <Dialog
      title={t('planPrint.title')}
      detail={name}
      size="small"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={busy}
            onPress={() => start({ filter, markups, code, list: list && pins !== 'none', language: t.language })}
          >
            {t('planPrint.make')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {error && <Notice kind="error">{failureText(t, error)}</Notice>}
        {print?.problem && <Notice kind="error">{t(`planPrint.problem.${print.problem}`)}</Notice>}
        <p className="ui-help">{t('planPrint.about')}</p>
        <RadioGroup label={t('planPrint.pins')} choices={choices} value={pins} onChange={setPins} isDisabled={busy} />
        <Stack fluid>
          <Checkbox isSelected={list && pins !== 'none'} isDisabled={busy || pins === 'none'} onChange={setList}>
            {t('planPrint.list')}
          </Checkbox>
          <Checkbox isSelected={markups} isDisabled={busy} onChange={setMarkups}>
            {t('planPrint.markups')}
          </Checkbox>
          <Checkbox isSelected={code} isDisabled={busy} onChange={setCode}>
            {t('planPrint.code')}
          </Checkbox>
        </Stack>
        {busy && (
          <ProgressBar
            label={t(print?.state === 'running' ? 'planPrint.running' : 'planPrint.waiting')}
            value={print?.state === 'running' ? print.percent / 100 : undefined}
          />
        )}
      </Stack>
    </Dialog>
  );
}

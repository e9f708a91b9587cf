// Makes plans available offline: how much there is to download, and which photos with it.

import { listPackSizes, MAX_PACK_SIZES } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { RESERVE_BYTES } from '@plumbline/core/sync/downloads/download';
import { type DownloadOptions, PERIODS, type Period, PHOTO_SIZES } from '@plumbline/core/sync/downloads/store';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { freeBytes } from '../../../local/downloads/free-bytes.ts';
import { downloadsHere } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

function periodText(t: Translator, period: Period): string {
  if (period === 'twoWeeks') return t('offline.weeks', { count: 2 });
  if (period === 'fourWeeks') return t('offline.weeks', { count: 4 });
  if (period === 'twoMonths') return t('offline.months', { count: 2 });
  if (period === 'threeMonths') return t('offline.months', { count: 3 });
  return period === 'sixMonths' ? t('offline.months', { count: 6 }) : t('offline.anyTime');
}

/** Bytes of the drawings of these plans, which are in one project. */
async function packBytes(projectId: string, revisionIds: readonly string[], signal: AbortSignal): Promise<number> {
  let sum = 0;
  for (let from = 0; from < revisionIds.length; from += MAX_PACK_SIZES) {
    const revision = revisionIds.slice(from, from + MAX_PACK_SIZES);
    const { packs } = await call(listPackSizes, { params: { projectId }, query: { revision } }, { signal });
    sum += packs.reduce((all, { size }) => all + size, 0);
  }
  return sum;
}

function useExpectedBytes(plans: readonly PlanRow[], options: DownloadOptions) {
  const [first] = plans;
  const revisionIds = plans.flatMap(({ currentRevisionId }) => currentRevisionId ?? []);
  const packs = useQuery({
    queryKey: ['packSizes', first?.projectId, revisionIds],
    queryFn: ({ signal }) => packBytes(first?.projectId ?? '', revisionIds, signal),
    enabled: first !== undefined,
  });
  const planIds = plans.map(({ id }) => id);
  const media = useQuery({
    queryKey: ['expectedMedia', planIds, options],
    queryFn: () => downloadsHere().expectedMedia(planIds, options),
    networkMode: 'always',
  });
  const room = useQuery({
    queryKey: ['freeBytes'],
    queryFn: async () => (await freeBytes()) ?? null,
    networkMode: 'always',
    staleTime: 0,
  });
  const size = packs.data === undefined || media.data === undefined ? undefined : packs.data + media.data;
  return { size, free: room.data ?? undefined, error: packs.error ?? media.error };
}

export function OfflineDialog({ plans, onClose }: { plans: readonly PlanRow[]; onClose: () => void }) {
  const t = useT();
  const online = !useIsOffline();
  const [options, setOptions] = useState<DownloadOptions>({ period: 'all', photos: 'thumbs' });
  const wanted = plans.filter((row) => row.type === 'Plan' && row.active && row.currentRevisionId !== null);
  const { size, free, error } = useExpectedBytes(wanted, options);
  const isTooLarge = size !== undefined && free !== undefined && size + RESERVE_BYTES > free;
  const download = async () => {
    const chosen = wanted.map(({ id, projectId }) => ({ planId: id, projectId }));
    await downloadsHere()
      .add(chosen, options)
      .catch((failure: unknown) => showToast({ kind: 'error', text: failureText(t, failure) }));
    onClose();
  };
  return (
    <Dialog
      title={t('offline.add')}
      detail={inOneLine(
        wanted.map(({ name }) => name),
        ', ',
      )}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isDisabled={isTooLarge || wanted.length === 0} onPress={() => void download()}>
            {t(online ? 'media.download' : 'offline.whenOnline')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {wanted.length === 0 && <Notice kind="info">{t('plan.noRevision')}</Notice>}
        <Select
          label={t('offline.photos')}
          value={options.photos}
          choices={PHOTO_SIZES.map((id) => ({ id, label: t(`offline.photos.${id}`) }))}
          onChange={(id) => setOptions({ ...options, photos: PHOTO_SIZES.find((one) => one === id) ?? 'thumbs' })}
        />
        <Select
          label={t('offline.period')}
          value={options.period}
          choices={PERIODS.map((id) => ({ id, label: periodText(t, id) }))}
          onChange={(id) => setOptions({ ...options, period: PERIODS.find((one) => one === id) ?? 'all' })}
        />
        {size !== undefined && free !== undefined && (
          <p role="status">{t('offline.room', { size: t.bytes(size), free: t.bytes(free) })}</p>
        )}
        {isTooLarge && <Notice kind="error">{t('error.device_full')}</Notice>}
        {!online && wanted.length === 1 && <Notice kind="info">{t('offline.willDownload')}</Notice>}
        {online && error && <Notice kind="error">{failureText(t, error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

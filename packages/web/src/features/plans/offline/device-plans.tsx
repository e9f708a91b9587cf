// The plans on this device: size, state and progress of each, and what can be done about it.

import { isErrorCode } from '@plumbline/core/kernel/errors';
import { STAGES } from '@plumbline/core/sync/downloads/stages';
import type { PlanDownload } from '@plumbline/core/sync/downloads/store';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadsHere, useDownloadShare, useDownloads, useRow } from '../../../local/use-rows.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const BARS = { IN_PROGRESS: 'running', PAUSED: 'paused', FAILED: 'failed', DONE: 'done' } as const;
const WEIGHTS = STAGES.map(({ name, weight }) => ({ id: name, label: name, weight }));

function DevicePlan({ download, bytes }: { download: PlanDownload; bytes: number | undefined }) {
  const { planId, state, code } = download;
  const t = useT();
  const plan = useRow('plan', planId);
  const share = useDownloadShare(download);
  const [removing, setRemoving] = useState(false);
  const downloads = downloadsHere();
  // One that continues by itself may belong to a project that is being read again.
  const unnamed = state === 'IN_PROGRESS' ? '' : t('offline.planGone');
  const label = plan ? inOneLine([plan.sheetNumber, plan.name], ' ') : unnamed;
  return (
    <Stack as="li" gap={2} pad="3 0" line="above">
      {state === 'DONE' ? (
        <strong>{label}</strong>
      ) : (
        <ProgressBar label={label} value={share} stages={WEIGHTS} state={BARS[state]} />
      )}
      <Row justify="between" wrap>
        <Text size="s" ink={2}>
          {t(`offline.state.${state}`)}
          {bytes !== undefined && `, ${t.bytes(bytes)}`}
        </Text>
        <Row>
          {state === 'IN_PROGRESS' && (
            <Button size="s" onPress={() => void downloads.pause(planId)}>
              {t('offline.pause')}
            </Button>
          )}
          {state === 'PAUSED' && (
            <Button size="s" onPress={() => void downloads.resume(planId)}>
              {t('offline.resume')}
            </Button>
          )}
          {state === 'FAILED' && (
            <Button size="s" onPress={() => void downloads.resume(planId)}>
              {t('sync.retry')}
            </Button>
          )}
          {state === 'DONE' && (
            <Button size="s" onPress={() => void downloads.update(planId)}>
              {t('offline.update')}
            </Button>
          )}
          {plan && download.revisionId !== null ? (
            <Button size="s" kind="quiet" onPress={() => setRemoving(true)}>
              {t('offline.remove')}
            </Button>
          ) : (
            // Nothing can be opened from it yet, so that nothing has to be asked.
            <Button size="s" kind="quiet" onPress={() => void downloads.cancel(planId)}>
              {t('ui.cancel')}
            </Button>
          )}
        </Row>
      </Row>
      {state === 'FAILED' && (
        <Text size="s" ink="danger">
          {t(`error.${isErrorCode(code) ? code : 'internal'}`)}
        </Text>
      )}
      {removing && plan && <RemoveDialog plan={plan} onClose={() => setRemoving(false)} />}
    </Stack>
  );
}

export function DevicePlans() {
  const t = useT();
  const list = useDownloads();
  const kept = useQuery({
    queryKey: ['devicePlans', list],
    queryFn: async () => ({ sizes: await downloadsHere().sizes(), estimate: await navigator.storage?.estimate?.() }),
    staleTime: 0,
    networkMode: 'always',
  }).data;
  if (list.length === 0) return null;
  const { usage, quota } = kept?.estimate ?? {};
  return (
    <section aria-label={t('offline.plans')}>
      <h3>{t('offline.plans')}</h3>
      {usage !== undefined && quota !== undefined && (
        <Text size="s" ink={2}>
          {t('account.offlineRoom', { used: t.bytes(usage), free: t.bytes(Math.max(0, quota - usage)) })}
        </Text>
      )}
      <ul>
        {list.map((download) => (
          <DevicePlan key={download.planId} download={download} bytes={kept?.sizes.get(download.planId)} />
        ))}
      </ul>
    </section>
  );
}

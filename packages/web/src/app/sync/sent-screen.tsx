// What this device has sent, as the server has confirmed it: for looking it up, and for exporting it as a proof.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { editsHere, localBytes, type SentItem, useRow, useSyncStatus } from '../../local/use-rows.ts';
import { actionText } from '../../shared/data/action-names.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { DownloadIcon, UploadIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { saveBytes } from './save-bytes.ts';
import { type ProofEntry, proofCsv, proofEntry, proofJson } from './sent-proof.ts';
import './sync-screen.css';

/** Entries added to the list at a time. */
const PAGE = 50;

type Shown = { item: SentItem; proof: ProofEntry };

async function proofs(items: readonly SentItem[]): Promise<Shown[]> {
  return Promise.all(items.map(async (item) => ({ item, proof: await proofEntry(item, localBytes) })));
}

function Sent({ item, proof }: Shown) {
  const t = useT();
  const project = useRow('project', item.kind === 'edit' ? item.edit.projectId : undefined);
  const { serverHash, deviceHash, confirmedAt, position } = proof;
  const isChecked = serverHash !== '' && serverHash === deviceHash;
  const isDifferent = serverHash !== '' && deviceHash !== '' && serverHash !== deviceHash;
  const size = item.kind === 'file' ? t.bytes(item.file.size) : undefined;
  return (
    <Row as="li" gap="2 4" justify="between" wrap pad="3 0" line="above" className="sync-edit">
      <div className="sync-words">
        <strong>{item.kind === 'edit' ? actionText(t, item.edit.name) : item.file.name}</strong>
        {(project?.title ?? size) && <span>{project?.title ?? size}</span>}
        {serverHash !== '' && <span className="sync-hash">{serverHash}</span>}
        <small>
          {[
            t('sync.confirmedAt', { when: t.dateTime(new Date(confirmedAt)) }),
            position !== null && t('sync.position', { number: position }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {(isChecked || isDifferent) && (
        <Text size="s" ink={isDifferent ? 'danger' : 2}>
          {t(isDifferent ? 'sync.hashDiffers' : 'sync.hashMatches')}
        </Text>
      )}
    </Row>
  );
}

export function SentScreen() {
  const t = useT();
  const { pending, uploads, opening } = useSyncStatus((status) => status);
  const [count, setCount] = useState(PAGE);
  const [isSaving, setSaving] = useState<'csv' | 'json'>();
  const shown = useQuery({
    queryKey: ['sentItems', pending, uploads, count],
    queryFn: async () => {
      const items = await editsHere().sent();
      return { total: items.length, page: await proofs(items.slice(0, count)) };
    },
    enabled: !opening,
    staleTime: 0,
    networkMode: 'always',
    placeholderData: (previous) => previous,
  }).data;
  const save = async (format: 'csv' | 'json') => {
    setSaving(format);
    try {
      const entries = (await proofs(await editsHere().sent())).map(({ proof }) => proof);
      const now = new Date().toISOString();
      const text = format === 'csv' ? proofCsv(entries) : proofJson(entries, now);
      const type = format === 'csv' ? 'text/csv' : 'application/json';
      saveBytes(new Blob([text], { type }), `plumbline-sent-${now.slice(0, 10)}.${format}`);
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setSaving(undefined);
    }
  };
  const title = t('sync.sent');
  const path = [
    { id: 'sync', label: t('nav.sync'), href: '/syncStatus' },
    { id: 'sent', label: title },
  ];
  const left = shown ? shown.total - shown.page.length : 0;
  return (
    <Stack gap={5} className="sync-screen ui-column">
      <ScreenHead title={title} path={path} />
      <h1>{title}</h1>
      <p>{t('sync.sentText')}</p>
      {!shown && <Skeleton lines={6} />}
      {shown?.total === 0 && <EmptyState icon={UploadIcon} title={t('sync.sentNone')} />}
      {shown !== undefined && shown.total > 0 && (
        <>
          <Row wrap>
            {(['csv', 'json'] as const).map((format) => (
              <Button
                key={format}
                icon={DownloadIcon}
                isPending={isSaving === format}
                onPress={() => void save(format)}
              >
                {t(`sync.export.${format}`)}
              </Button>
            ))}
          </Row>
          <ul>
            {shown.page.map((one) => (
              <Sent key={`${one.proof.kind} ${one.proof.id} ${one.proof.confirmedAt}`} {...one} />
            ))}
          </ul>
          {left > 0 && <Button onPress={() => setCount(count + PAGE)}>{t('sync.more', { count: left })}</Button>}
        </>
      )}
    </Stack>
  );
}

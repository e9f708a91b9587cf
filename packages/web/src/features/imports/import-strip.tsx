// Active imports shown above the plans: uploads, page selections,
// progress, failures. Renders nothing when there are none.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { CancelDialog, ImportList } from './import-list.tsx';
import { ChoosingRow } from './import-row.tsx';
import type { Upload } from './upload/upload-queue.ts';
import './imports.css';
import { keep } from '../../ui/keep.ts';

export type ImportStripProps = {
  projectId: string;
  uploads: readonly Upload[];
  imports: readonly PlanImport[];
  onChoose: () => void;
  onShowAll: () => void;
  onFiles: (files: File[]) => void;
};

const KEY = 'plumbline.importsSeen';
const MAX_SHOWN = 4;
const MAX_REMEMBERED = 200;
/** Failures older than this many milliseconds are only listed in the import status. */
const MAX_FAILURE_AGE_MS = 24 * 3_600_000;

function readDismissed(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function ImportStrip({ projectId, uploads, imports, onChoose, onShowAll, onFiles }: ImportStripProps) {
  const t = useT();
  const [stopping, setStopping] = useState<readonly PlanImport[]>([]);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(readDismissed()));
  // Finished imports are shown only if this screen saw them running.
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const one of imports) if (one.state === 'running' || one.state === 'inspecting') watched.current.add(one.id);
  }, [imports]);
  const dismiss = (id: string) => {
    const next = [...seen, id].slice(-MAX_REMEMBERED);
    keep(KEY, JSON.stringify(next));
    setSeen(new Set(next));
  };
  const requested = imports.filter((one) => {
    if (seen.has(one.id) || one.state === 'canceled') return false;
    if (one.state === 'finished') return watched.current.has(one.id);
    return one.state !== 'failed' || Date.now() - Date.parse(one.updatedAt) < MAX_FAILURE_AGE_MS;
  });
  if (uploads.length === 0 && requested.length === 0) return null;
  // Their pages are all selected in one place, so several are combined into one entry.
  const choosing = requested.filter((one) => one.state === 'choosing' && one.planId === null);
  const together = choosing.length > 1;
  // Failed files come first, however many others are running.
  const others = (together ? requested.filter((one) => !choosing.includes(one)) : requested).toSorted(
    (a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'),
  );
  const room = Math.max(1, MAX_SHOWN - uploads.length - (together ? 1 : 0));
  return (
    <section className="import-strip" aria-label={t('import.running')}>
      <Row as="header" gap={0} justify="between">
        <Text as="h2" size="s" ink={2} weight="strong">
          {t('import.running')}
        </Text>
        <Button kind="quiet" size="s" onPress={onShowAll}>
          {t('import.status')}
        </Button>
      </Row>
      {together && <ChoosingRow imports={choosing} onChoose={onChoose} onCancel={() => setStopping(choosing)} />}
      <ImportList
        projectId={projectId}
        uploads={uploads.slice(0, MAX_SHOWN)}
        imports={others.slice(0, room)}
        onChoose={onChoose}
        onDismiss={dismiss}
        onFiles={onFiles}
      />
      <CancelDialog projectId={projectId} imports={stopping} onClose={() => setStopping([])} />
    </section>
  );
}

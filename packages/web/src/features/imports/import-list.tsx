// List of imports with their actions; confirms before a running import is cancelled.

import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { isWorthRetrying } from '@plumbline/core/features/imports/stages';
import { useState } from 'react';
import { failureText } from '../../shared/data/shown-failure.ts';
import { alignAddress, importRevisionAddress } from '../../shared/navigation/addresses.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useFirstRows } from '../../ui/data/first-rows.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { ImportRow, UploadRow } from './import-row.tsx';
import { isModelFile } from './upload/file-check.ts';
import type { Upload } from './upload/upload-queue.ts';
import { useImportActions } from './use-imports.ts';
import './imports.css';

export type ImportListProps = {
  projectId: string;
  uploads: readonly Upload[];
  imports: readonly PlanImport[];
  onChoose: () => void;
  onDismiss?: ((id: string) => void) | undefined;
  /** Whether rows link to where a revision import continues; off when already there. */
  leadsOn?: boolean | undefined;
  /** Reads older imports, where there are any. */
  onMore?: (() => void) | undefined;
  /** Accepts a replacement for a file that can never be imported. */
  onFiles?: ((files: File[]) => void) | undefined;
};

/** A revision import continues at its plan, where its page is chosen and aligned. */
function continueAddress(projectId: string, one: PlanImport): string | undefined {
  const { planId, state, pages } = one;
  if (planId === null) return undefined;
  if (state === 'failed' && !isWorthRetrying(one) && !isModelFile(one)) return importRevisionAddress(projectId, planId);
  const waiting = pages.find((page) => page.state === 'aligning')?.revisionId;
  if (waiting) return alignAddress(projectId, planId, waiting);
  return state === 'choosing' ? importRevisionAddress(projectId, planId) : undefined;
}

export function ImportList({
  projectId,
  uploads,
  imports,
  onChoose,
  onDismiss,
  leadsOn = true,
  onMore,
  onFiles,
}: ImportListProps) {
  const t = useT();
  const importActions = useImportActions(projectId);
  const [stopping, setStopping] = useState<readonly PlanImport[]>([]);
  const [rows, more] = useFirstRows(imports);
  const run = useReported();
  return (
    <>
      <Stack as="ul" gap={0} line="between" className="import-list">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {rows.map((one) => (
          <ImportRow
            key={one.id}
            one={one}
            onChoose={onChoose}
            to={leadsOn ? continueAddress(projectId, one) : undefined}
            onRetry={() => void run(importActions.retry(one.id))}
            onCancel={() => setStopping([one])}
            onFiles={
              onFiles && one.planId === null
                ? (files) => {
                    onDismiss?.(one.id);
                    onFiles(files);
                  }
                : undefined
            }
            {...(onDismiss && { onDismiss: () => onDismiss(one.id) })}
          />
        ))}
      </Stack>
      {more ??
        (onMore && (
          <div>
            <Button onPress={onMore}>{t('ui.showMore')}</Button>
          </div>
        ))}
      <CancelDialog projectId={projectId} imports={stopping} onClose={() => setStopping([])} />
    </>
  );
}

/** What is refused is shown in a toast. */
function useReported() {
  const t = useT();
  return (act: Promise<void>) =>
    act.catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
}

type CancelDialogProps = { projectId: string; imports: readonly PlanImport[]; onClose: () => void };

/** Open while there are imports to cancel. */
export function CancelDialog({ projectId, imports, onClose }: CancelDialogProps) {
  const t = useT();
  const importActions = useImportActions(projectId);
  const run = useReported();
  const [first, ...others] = imports;
  return (
    <ConfirmDialog
      title={t('import.cancelTitle')}
      confirm={t('import.cancel')}
      cancel={t('import.keep')}
      danger
      isOpen={first !== undefined}
      onCancel={onClose}
      onConfirm={() => {
        for (const { id } of imports) void run(importActions.cancel(id));
        onClose();
      }}
    >
      {imports.some(({ pages }) => pages.some(({ inSet }) => inSet))
        ? t('import.set.cancelText')
        : t('import.cancelText', {
            name: others.length > 0 ? `${first?.name} + ${others.length}` : (first?.name ?? ''),
          })}
    </ConfirmDialog>
  );
}

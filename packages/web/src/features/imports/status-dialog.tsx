// All imports of the project or of one plan with every stage, newest first.
import { useState } from 'react';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { ImportList } from './import-list.tsx';
import { SetList } from './sets/set-list.tsx';
import { useSets } from './sets/use-sets.ts';
import type { Upload } from './upload/upload-queue.ts';
import { useImports } from './use-imports.ts';

export type StatusDialogProps = {
  projectId: string;
  uploads: readonly Upload[];
  /** Only the revisions imported for this plan. */
  planId?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  onChoose: () => void;
  onFiles?: ((files: File[]) => void) | undefined;
};

export function StatusDialog(props: StatusDialogProps) {
  const { projectId, planId, isOpen, onClose, onChoose, onFiles } = props;
  const t = useT();
  const [pages, setPages] = useState(1);
  const { data, more, error, retry } = useImports(projectId, isOpen, pages);
  const ofPlan = <One extends { planId: string | null }>(one: One) => planId === undefined || one.planId === planId;
  const uploads = props.uploads.filter(ofPlan);
  const imports = data?.filter(ofPlan);
  const sets = useSets(projectId, isOpen);
  return (
    <Dialog title={t('import.status')} size="medium" isOpen={isOpen} onClose={onClose}>
      {sets.length > 0 && <SetList projectId={projectId} sets={sets} />}
      {imports === undefined && error ? (
        <ErrorView failure={shownFailure(t, error)} onRetry={retry} />
      ) : imports === undefined ? (
        <Skeleton lines={4} />
      ) : uploads.length + imports.length + sets.length === 0 && !more ? (
        <EmptyState icon={UploadIcon} title={t('import.status')}>
          {t('import.statusEmpty')}
        </EmptyState>
      ) : (
        <ImportList
          {...{ projectId, uploads, imports, onChoose, onFiles }}
          onMore={more ? () => setPages(pages + 1) : undefined}
        />
      )}
    </Dialog>
  );
}

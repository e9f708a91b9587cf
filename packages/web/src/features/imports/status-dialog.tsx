// All imports of the project with every stage, newest first.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { ImportList } from './import-list.tsx';
import { SetList } from './sets/set-list.tsx';
import { useSets } from './sets/use-sets.ts';
import type { Upload } from './upload/upload-queue.ts';

export type StatusDialogProps = {
  projectId: string;
  uploads: readonly Upload[];
  imports: readonly PlanImport[];
  isOpen: boolean;
  onClose: () => void;
  onChoose: () => void;
  onFiles?: ((files: File[]) => void) | undefined;
};

export function StatusDialog(props: StatusDialogProps) {
  const { projectId, uploads, imports, isOpen, onClose, onChoose, onFiles } = props;
  const t = useT();
  const sets = useSets(projectId, isOpen);
  return (
    <Dialog title={t('import.status')} size="medium" isOpen={isOpen} onClose={onClose}>
      {sets.length > 0 && <SetList projectId={projectId} sets={sets} />}
      {uploads.length + imports.length + sets.length === 0 ? (
        <EmptyState icon={UploadIcon} title={t('import.status')}>
          {t('import.statusEmpty')}
        </EmptyState>
      ) : (
        <ImportList projectId={projectId} uploads={uploads} imports={imports} onChoose={onChoose} onFiles={onFiles} />
      )}
    </Dialog>
  );
}

// Shows a template of the list with some pins of the project.
import type { Template } from '@plumbline/core/features/reports/contract';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { TemplateTrial } from './template-trial.tsx';

type TrialDialogProps = { projectId: string; template: Template; onClose: () => void };

export function TrialDialog({ projectId, template, onClose }: TrialDialogProps) {
  const t = useT();
  const { id, title, fileType } = template;
  return (
    <Dialog title={t('report.try.title')} detail={title} size="large" isOpen onClose={onClose}>
      <TemplateTrial projectId={projectId} tried={{ templateId: id }} fileName={`${title}.${fileType}`} />
    </Dialog>
  );
}

// The imports of a project or of one plan, above a screen that has none of its own.
import { can } from '@plumbline/core/access/capabilities';
import { useRouter } from '@tanstack/react-router';
import { planImportAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { useUploads } from './use-imports.ts';

export type ProjectImportStatusProps = {
  projectId: string;
  /** Only the revisions imported for this plan. */
  planId?: string | undefined;
  /** The URL of the screen below. */
  back: string;
};

export function ProjectImportStatus({ projectId, planId, back }: ProjectImportStatusProps) {
  const t = useT();
  const router = useRouter();
  const actor = useActor(projectId);
  const mayManage = actor !== undefined && can(actor.role, 'plan.manage');
  const uploads = useUploads(projectId);
  const close = () => router.history.replace(back);
  if (actor && !mayManage) {
    return (
      <Dialog title={t('project.notAllowedPlans')} size="small" isOpen onClose={close}>
        {t('project.noRightText')}
      </Dialog>
    );
  }
  if (!mayManage) return null;
  return (
    <StatusDialog
      projectId={projectId}
      uploads={uploads}
      planId={planId}
      isOpen
      onClose={close}
      onChoose={() => router.history.push(planImportAddress(projectId))}
    />
  );
}

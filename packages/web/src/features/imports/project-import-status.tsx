// The imports of a project or of one plan, above a screen that has none of its own.
import { can } from '@plumbline/core/access/capabilities';
import { useRouter } from '@tanstack/react-router';
import { planImportAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { useImports, useUploads } from './use-imports.ts';

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
  const imports = useImports(projectId, mayManage).data;
  const uploads = useUploads(projectId);
  const close = () => router.history.replace(back);
  if (actor && !mayManage) {
    return (
      <Dialog title={t('project.notAllowedPlans')} size="small" isOpen onClose={close}>
        {t('project.noRightText')}
      </Dialog>
    );
  }
  if (!imports) return null;
  return (
    <StatusDialog
      projectId={projectId}
      uploads={planId === undefined ? uploads : uploads.filter((upload) => upload.planId === planId)}
      imports={planId === undefined ? imports : imports.filter((one) => one.planId === planId)}
      isOpen
      onClose={close}
      onChoose={() => router.history.push(planImportAddress(projectId))}
    />
  );
}

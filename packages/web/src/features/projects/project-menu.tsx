// What can be done with a project from the list: its settings, a copy, putting it away, leaving it.
import { can } from '@plumbline/core/access/capabilities';
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../app/shown-failure.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ArchiveIcon, CopyIcon, MoreVerticalIcon, RestoreIcon, SettingsIcon, SignOutIcon } from '../../ui/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { CopyProjectDialog } from './copy-project-dialog.tsx';
import { useLeaveProject, useUpdateProject } from './queries.ts';

type Asked = 'copy' | 'inactive' | 'leave' | undefined;

export function ProjectMenu({ project }: { project: ProjectEntry }) {
  const t = useT();
  const [asked, ask] = useState<Asked>();
  const update = useUpdateProject(project.id);
  const leave = useLeaveProject(project.id);
  const close = () => ask(undefined);
  const fail = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });

  const setActive = (active: boolean) =>
    update.mutate(
      { active },
      {
        onSuccess: () => {
          close();
          showToast({
            kind: 'success',
            text: t(active ? 'project.nowActive' : 'project.nowInactive', { title: project.title }),
            ...(!active && { onUndo: () => setActive(true) }),
          });
        },
        onError: fail,
      },
    );

  const manages = project.role !== null && can(project.role, 'project.edit');
  const managing: MenuEntry[] = [
    { id: 'settings', icon: SettingsIcon, label: t('project.settings'), href: `/project/${project.id}/settings` },
    { id: 'copy', icon: CopyIcon, label: t('project.copy'), onAction: () => ask('copy') },
    project.active
      ? { id: 'inactive', icon: ArchiveIcon, label: t('project.setInactive'), onAction: () => ask('inactive') }
      : { id: 'active', icon: RestoreIcon, label: t('project.reactivate'), onAction: () => setActive(true) },
  ];
  const leaving: MenuEntry[] =
    project.role === null
      ? []
      : [{ id: 'leave', icon: SignOutIcon, label: t('project.leave'), danger: true, onAction: () => ask('leave') }];
  if (!manages && leaving.length === 0) return null;

  return (
    <>
      <Menu
        label={t('project.actionsOf', { title: project.title })}
        placement="bottom end"
        trigger={
          <IconButton icon={MoreVerticalIcon} label={t('project.actionsOf', { title: project.title })} size="s" />
        }
        groups={[
          { id: 'manage', entries: manages ? managing : [] },
          { id: 'leave', entries: leaving },
        ]}
      />
      {asked === 'copy' && <CopyProjectDialog project={project} onClose={close} />}
      <Question
        asked={asked === 'inactive'}
        title={t('project.inactiveQuestion', { title: project.title })}
        confirm={t('project.setInactive')}
        busy={update.isPending}
        onConfirm={() => setActive(false)}
        onCancel={close}
      >
        {t('project.inactiveText')}
      </Question>
      <Question
        asked={asked === 'leave'}
        title={t('project.leaveQuestion', { title: project.title })}
        confirm={t('project.leave')}
        busy={leave.isPending}
        onConfirm={() => leave.mutate(undefined, { onSuccess: close, onError: fail })}
        onCancel={close}
      >
        {t('project.leaveText')}
      </Question>
    </>
  );
}

type QuestionProps = {
  asked: boolean;
  title: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
};

function Question({ asked, title, confirm, busy, onConfirm, onCancel, children }: QuestionProps) {
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      danger
      isOpen={asked}
      isBusy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  );
}

// The menu of a project in the list: settings, copy, set inactive, leave.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { type ReactNode, useState } from 'react';
import { useLeaveProject, useUpdateProject } from '../../shared/data/project-queries.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import {
  ArchiveIcon,
  CheckIcon,
  CopyIcon,
  DownloadIcon,
  FavouriteIcon,
  MoreVerticalIcon,
  MoveIcon,
  RestoreIcon,
  SettingsIcon,
  SignOutIcon,
  TemplateIcon,
} from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { mayMove, projectRow, type RowActions } from './list/list-rows.ts';

const ArchiveDialog = later(() => import('../archives/archive-dialog.tsx').then((its) => its.ArchiveDialog));

const SaveTemplateDialog = later(() =>
  import('./templates/save-template-dialog.tsx').then((its) => its.SaveTemplateDialog),
);

type Asked = 'inactive' | 'leave' | 'archive' | 'template' | undefined;

export function ProjectMenu({ project, actions }: { project: ProjectEntry; actions: RowActions }) {
  const t = useT();
  const [requested, ask] = useState<Asked>();
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

  const manages = project.mayChange;
  const managing: MenuEntry[] = [
    { id: 'settings', icon: SettingsIcon, label: t('project.settings'), href: `/project/${project.id}/settings` },
    { id: 'copy', icon: CopyIcon, label: t('project.copy'), onAction: () => actions.onCopy(project) },
    ...(actions.admin && project.role !== null
      ? [
          {
            id: 'template',
            icon: TemplateIcon,
            label: t('projectTemplate.save'),
            onAction: () => ask('template'),
          },
        ]
      : []),
    project.active
      ? { id: 'inactive', icon: ArchiveIcon, label: t('project.setInactive'), onAction: () => ask('inactive') }
      : { id: 'active', icon: RestoreIcon, label: t('project.reactivate'), onAction: () => setActive(true) },
  ];
  const leaving: MenuEntry[] =
    project.role === null
      ? []
      : [
          { id: 'archive', icon: DownloadIcon, label: t('archive.menu'), onAction: () => ask('archive') },
          { id: 'leave', icon: SignOutIcon, label: t('project.leave'), danger: true, onAction: () => ask('leave') },
        ];
  const row = projectRow(project);
  const placing: MenuEntry[] = [
    ...(project.role === null
      ? []
      : [
          {
            id: 'star',
            icon: FavouriteIcon,
            label: t(project.favourite ? 'project.noFavourite' : 'project.favourite'),
            onAction: () => actions.onStar(project, !project.favourite),
          },
        ]),
    ...(mayMove(row, actions.admin)
      ? [
          { id: 'select', icon: CheckIcon, label: t('project.select'), onAction: () => actions.onSelect(row) },
          { id: 'move', icon: MoveIcon, label: t('project.move'), onAction: () => actions.onMove([row]) },
        ]
      : []),
  ];
  if (!manages && placing.length + leaving.length === 0) return null;

  return (
    <>
      <Menu
        label={t('project.actionsOf', { title: project.title })}
        placement="bottom end"
        trigger={
          <IconButton icon={MoreVerticalIcon} label={t('project.actionsOf', { title: project.title })} size="s" />
        }
        groups={[
          { id: 'place', entries: placing },
          { id: 'manage', entries: manages ? managing : [] },
          { id: 'leave', entries: leaving },
        ]}
      />
      {requested === 'archive' && <ArchiveDialog projects={[project]} onClose={close} />}
      {requested === 'template' && <SaveTemplateDialog project={project} onClose={close} />}
      <Question
        asked={requested === 'inactive'}
        title={t('project.inactiveQuestion', { title: project.title })}
        confirm={t('project.setInactive')}
        busy={update.isPending}
        onConfirm={() => setActive(false)}
        onCancel={close}
      >
        {t('project.inactiveText')}
      </Question>
      <Question
        asked={requested === 'leave'}
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

function Question({ asked: requested, title, confirm, busy, onConfirm, onCancel, children }: QuestionProps) {
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      danger
      isOpen={requested}
      isBusy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  );
}

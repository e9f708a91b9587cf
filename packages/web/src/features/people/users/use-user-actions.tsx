// Actions on one or several users as menu entries, with the confirmation before and the summary after.

import { LICENCE_KINDS, type LicenceKind, type MembershipStatus } from '@plumbline/core/access/membership-status';
import { mayManage, type Rank } from '@plumbline/core/features/organisations/permissions';
import type { actOnUsers, UserAct, UserEntry } from '@plumbline/core/features/people/users-contract';
import type { CallOf, ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PreviewDialog } from '../../../shared/batch/preview-dialog.tsx';
import { type BatchResult, ResultDialog } from '../../../shared/batch/result-dialog.tsx';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useUser } from '../../../shared/session/session.tsx';
import type { MenuGroup } from '../../../ui/actions/menu.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { AddIcon, ArchiveIcon, DeleteIcon, EditIcon, InviteIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { actPreview, nameOf, useActOnUsers } from './use-users.ts';

const AddToProjectsDialog = later(() =>
  import('./projects/add-to-projects-dialog.tsx').then((module) => module.AddToProjectsDialog),
);

type RequestedAction = { users: readonly UserEntry[]; act: UserAct; licence?: LicenceKind | null };

/** The statuses each action applies to; the server checks every user itself and reports those it skipped. */
const APPLIES_TO: Record<UserAct, (state: MembershipStatus) => boolean> = {
  invite: (state) => ['pending', 'invited', 'removed'].includes(state),
  deactivate: (state) => state !== 'deactivated' && state !== 'removed',
  reactivate: (state) => state === 'deactivated',
  remove: (state) => state !== 'removed',
  licence: (state) => state !== 'deactivated' && state !== 'removed',
};

/** Need confirmation: the person loses access at once, and changes they have not synced are lost. */
const CONFIRMED: readonly UserAct[] = ['deactivate', 'remove'];

const bodyOf = ({ users, act, licence }: RequestedAction): CallOf<typeof actOnUsers>['body'] => ({
  userIds: users.map((user) => user.userId),
  act,
  ...(licence !== undefined && { licence }),
});

type Reply = ReplyOf<typeof actOnUsers>;
const resultOf = (t: Translator, { done, skipped }: Reply): BatchResult => ({
  done: done.length,
  refused: skipped.map(({ userId, name, code, params }) => ({
    id: userId,
    name,
    reason: t.has(`error.${code}`) ? t(`error.${code}` as TextKey, params) : code,
  })),
});

export type UserActions = {
  groupsFor: (users: readonly UserEntry[], onEdit?: () => void) => MenuGroup[];
  licences: (users: readonly UserEntry[]) => MenuGroup['entries'];
  offered: (users: readonly UserEntry[], act: UserAct) => boolean;
  run: (requested: RequestedAction) => void;
  busy: boolean;
  dialogs: ReactNode;
};

export function useUserActions(onDone: () => void): UserActions {
  const t = useT();
  const own = useUser();
  const act = useActOnUsers();
  const [asking, ask] = useState<RequestedAction>();
  const [result, setResult] = useState<BatchResult>();
  const [joining, join] = useState<readonly UserEntry[]>();
  // Everyone on this screen has at least the permission to manage users.
  const rank: Rank = { owner: own.owner, admin: own.settings.admin, manageUsers: true };

  const many = asking !== undefined && asking.users.length > 1;
  const preview = useQuery(actPreview(many ? bodyOf(asking) : undefined));

  const run = (requested: RequestedAction, known?: BatchResult) =>
    act.mutate(bodyOf(requested), {
      onSuccess: (reply) => {
        onDone();
        const { done, skipped } = reply;
        // The preview has already listed these people.
        if (skipped.length > (known?.refused.length ?? 0)) setResult(resultOf(t, reply));
        else showToast({ kind: 'success', text: t(`organisation.done.${requested.act}`, { count: done.length }) });
      },
      onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
      onSettled: () => ask(undefined),
    });
  const offered = (users: readonly UserEntry[], which: UserAct) =>
    users.some(
      (user) =>
        APPLIES_TO[which](user.state) &&
        mayManage(rank, user) &&
        !(user.userId === own.userId && CONFIRMED.includes(which)),
    );
  const begin = (requested: RequestedAction) =>
    requested.users.length > 1 || CONFIRMED.includes(requested.act) ? ask(requested) : run(requested);
  const entry = (users: readonly UserEntry[], which: UserAct, icon: typeof EditIcon, danger = false) =>
    offered(users, which)
      ? [
          {
            id: which,
            label: t(`organisation.act.${which}`),
            icon,
            danger,
            onAction: () => begin({ users, act: which }),
          },
        ]
      : [];
  const licences = (users: readonly UserEntry[]) =>
    offered(users, 'licence')
      ? [...LICENCE_KINDS, null].map((licence) => ({
          id: `licence-${licence}`,
          label: t(`organisation.licence.${licence ?? 'none'}`),
          selected: users.every((user) => user.licence === licence),
          onAction: () => begin({ users, act: 'licence', licence }),
        }))
      : [];
  const addToProjects = (users: readonly UserEntry[]) => {
    const able = users.filter((user) => APPLIES_TO.licence(user.state));
    const label = t('people.addToProjects');
    return able.length > 0 ? [{ id: 'projects', label, icon: AddIcon, onAction: () => join(able) }] : [];
  };
  const [only] = asking?.users ?? [];
  const which = asking?.act === 'remove' ? 'remove' : 'deactivate';
  const meaning = asking && CONFIRMED.includes(asking.act) && (
    <>
      <p>{t(`organisation.ask.${which}Text`)}</p>
      <p>{t('organisation.ask.unsynced')}</p>
    </>
  );
  const previewed = preview.data && resultOf(t, preview.data);
  return {
    run: begin,
    busy: act.isPending,
    offered,
    licences,
    groupsFor: (users, onEdit) => [
      {
        id: 'do',
        entries: [
          ...(onEdit ? [{ id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: onEdit }] : []),
          ...entry(users, 'invite', InviteIcon),
          ...entry(users, 'reactivate', RestoreIcon),
          ...addToProjects(users),
        ],
      },
      { id: 'licence', heading: t('organisation.filter.licence'), entries: licences(users) },
      { id: 'out', entries: [...entry(users, 'deactivate', ArchiveIcon), ...entry(users, 'remove', DeleteIcon, true)] },
    ],
    dialogs: (
      <>
        {asking && many && (
          <PreviewDialog
            title={
              CONFIRMED.includes(asking.act)
                ? t(`organisation.ask.${which}Many`, { count: asking.users.length })
                : asking.act === 'licence'
                  ? `${t('organisation.act.licence')}: ${t(`organisation.licence.${asking.licence ?? 'none'}`)}`
                  : t(`organisation.act.${asking.act}`)
            }
            detail={CONFIRMED.includes(asking.act) ? undefined : t('ui.selected', { count: asking.users.length })}
            confirm={t(asking.act === 'licence' ? 'people.save' : `organisation.act.${asking.act}`)}
            danger={CONFIRMED.includes(asking.act)}
            preview={previewed}
            problem={preview.error ? failureText(t, preview.error) : undefined}
            isBusy={act.isPending}
            onConfirm={() => run(asking, previewed)}
            onCancel={() => ask(undefined)}
          >
            {meaning}
          </PreviewDialog>
        )}
        {asking && only && !many && (
          <ConfirmDialog
            title={t(`organisation.ask.${which}`, { name: nameOf(only) })}
            confirm={t(`organisation.act.${which}`)}
            danger
            isOpen
            isBusy={act.isPending}
            onConfirm={() => run(asking)}
            onCancel={() => ask(undefined)}
          >
            {meaning}
          </ConfirmDialog>
        )}
        {joining && <AddToProjectsDialog users={joining} onClose={() => join(undefined)} />}
        {result && <ResultDialog result={result} onClose={() => setResult(undefined)} />}
      </>
    ),
  };
}

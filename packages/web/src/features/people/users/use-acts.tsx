// Actions on one or several users as menu entries, with the confirmation before and the summary after.

import { LICENCE_KINDS, type LicenceKind, type MembershipStatus } from '@plumbline/core/access/membership-status';
import { mayManage, type Rank } from '@plumbline/core/features/organisations/rights';
import type { UserAct, UserEntry } from '@plumbline/core/features/people/users-contract';
import type { TextKey } from '@plumbline/locales/keys';
import { type ReactNode, useState } from 'react';
import { type BatchResult, ResultDialog } from '../../../shared/batch/result-dialog.tsx';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useUser } from '../../../shared/session/session.tsx';
import type { MenuGroup } from '../../../ui/actions/menu.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { AddIcon, ArchiveIcon, DeleteIcon, EditIcon, InviteIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { nameOf, useActOnUsers } from './use-users.ts';

const AddToProjectsDialog = later(() =>
  import('./projects/add-to-projects-dialog.tsx').then((module) => module.AddToProjectsDialog),
);

type RequestedAct = { users: readonly UserEntry[]; act: UserAct; licence?: LicenceKind | null };

/** The statuses each action applies to; the server checks every user itself and reports those it skipped. */
const FITS: Record<UserAct, (state: MembershipStatus) => boolean> = {
  invite: (state) => ['pending', 'invited', 'removed'].includes(state),
  deactivate: (state) => state !== 'deactivated' && state !== 'removed',
  reactivate: (state) => state === 'deactivated',
  remove: (state) => state !== 'removed',
  licence: (state) => state !== 'deactivated' && state !== 'removed',
};

/** Need confirmation: the person loses access at once, and changes they have not synced are lost. */
const ASKED: readonly UserAct[] = ['deactivate', 'remove'];

export type Acts = {
  groupsFor: (users: readonly UserEntry[], onEdit?: () => void) => MenuGroup[];
  licences: (users: readonly UserEntry[]) => MenuGroup['entries'];
  offered: (users: readonly UserEntry[], act: UserAct) => boolean;
  run: (requested: RequestedAct) => void;
  busy: boolean;
  dialogs: ReactNode;
};

export function useActs(onDone: () => void): Acts {
  const t = useT();
  const own = useUser();
  const act = useActOnUsers();
  const [asking, ask] = useState<RequestedAct>();
  const [result, setResult] = useState<BatchResult>();
  const [joining, join] = useState<readonly UserEntry[]>();
  // Everyone on this screen has at least the permission to manage users.
  const rank: Rank = { owner: own.owner, admin: own.settings.admin, manageUsers: true };

  const run = ({ users, act: which, licence }: RequestedAct) =>
    act.mutate(
      { userIds: users.map((user) => user.userId), act: which, ...(licence !== undefined && { licence }) },
      {
        onSuccess: ({ done, skipped }) => {
          onDone();
          if (skipped.length > 0) {
            const refused = skipped.map(({ userId, name, code, params }) => ({
              id: userId,
              name,
              reason: t.has(`error.${code}`) ? t(`error.${code}` as TextKey, params) : code,
            }));
            setResult({ done: done.length, refused });
          } else showToast({ kind: 'success', text: t(`organisation.done.${which}`, { count: done.length }) });
        },
        onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
        onSettled: () => ask(undefined),
      },
    );
  const offered = (users: readonly UserEntry[], which: UserAct) =>
    users.some(
      (user) =>
        FITS[which](user.state) && mayManage(rank, user) && !(user.userId === own.userId && ASKED.includes(which)),
    );
  const begin = (requested: RequestedAct) => (ASKED.includes(requested.act) ? ask(requested) : run(requested));
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
          onAction: () => run({ users, act: 'licence', licence }),
        }))
      : [];
  const addToProjects = (users: readonly UserEntry[]) => {
    const able = users.filter((user) => FITS.licence(user.state));
    const label = t('people.addToProjects');
    return able.length > 0 ? [{ id: 'projects', label, icon: AddIcon, onAction: () => join(able) }] : [];
  };
  const name = asking?.users.length === 1 && asking.users[0] ? nameOf(asking.users[0]) : undefined;
  const which = asking?.act === 'remove' ? 'remove' : 'deactivate';
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
        {asking && (
          <ConfirmDialog
            title={
              name === undefined
                ? t(`organisation.ask.${which}Many`, { count: asking.users.length })
                : t(`organisation.ask.${which}`, { name })
            }
            confirm={t(`organisation.act.${which}`)}
            danger
            isOpen
            isBusy={act.isPending}
            onConfirm={() => run(asking)}
            onCancel={() => ask(undefined)}
          >
            <p>{t(`organisation.ask.${which}Text`)}</p>
            <p>{t('organisation.ask.unsynced')}</p>
          </ConfirmDialog>
        )}
        {joining && <AddToProjectsDialog users={joining} onClose={() => join(undefined)} />}
        {result && <ResultDialog result={result} onClose={() => setResult(undefined)} />}
      </>
    ),
  };
}

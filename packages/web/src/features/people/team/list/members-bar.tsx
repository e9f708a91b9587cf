// Actions for all selected members, at the bottom of the screen while any are selected. Members an action could not be
// applied to are listed afterwards with the reason.
import type { Role } from '@plumbline/core/access/capabilities';
import { changeMembers } from '@plumbline/core/features/people/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { call } from '../../../../api/client.ts';
import { ChosenBar } from '../../../../shared/batch/selection-bar.tsx';
import { type Step, shownResult, useBatch } from '../../../../shared/batch/use-batch.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Menu } from '../../../../ui/actions/menu.tsx';
import { ArchiveIcon, CloseIcon, RestoreIcon, TeamIcon } from '../../../../ui/icons.tsx';
import { PHONE, useMedia } from '../../../../ui/theme/use-media.ts';
import { useT } from '../../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES, type Person } from '../use-people.ts';

type Change = Omit<CallOf<typeof changeMembers>['body'], 'memberIds'>;

export function MembersBar({
  projectId,
  people,
  onDone,
}: {
  projectId: string;
  people: readonly Person[];
  onDone: () => void;
}) {
  const t = useT();
  const phone = useMedia(PHONE);
  const batch = useBatch(onDone);
  const act = (change: Change, question?: Step['question']) => {
    const memberIds = people.map(({ member }) => member.id);
    batch.begin({
      question,
      run: async () =>
        shownResult(t, await call(changeMembers, { params: { projectId }, body: { memberIds, ...change } }), () =>
          t('project.unknown'),
        ),
      doneText: (done) => t('people.batchDone', { count: done }),
    });
  };
  const count = people.length;
  const roles = ASSIGNABLE_ROLES.map((role: Role) => ({
    id: role,
    label: t(`role.${role}`),
    onAction: () => act({ role }),
  }));
  const states = [
    ...(people.some(({ member }) => member.state === 'inactive')
      ? [
          {
            id: 'active',
            label: t('people.setActive'),
            icon: RestoreIcon,
            onAction: () => act({ state: 'active' }),
          },
        ]
      : []),
    ...(people.some(({ member }) => member.state !== 'inactive')
      ? [
          {
            id: 'inactive',
            label: t('people.setInactive'),
            icon: ArchiveIcon,
            onAction: () =>
              act(
                { state: 'inactive' },
                {
                  title: t('people.inactiveManyTitle', { count }),
                  text: t('people.inactiveManyText'),
                  confirm: t('people.setInactive'),
                },
              ),
          },
        ]
      : []),
    {
      id: 'remove',
      label: t('people.remove'),
      icon: CloseIcon,
      danger: true,
      onAction: () =>
        act(
          { state: 'removed' },
          {
            title: t('people.removeManyTitle', { count }),
            text: t('people.removeManyText'),
            confirm: t('people.remove'),
            danger: true,
          },
        ),
    },
  ];
  return (
    <>
      <ChosenBar count={count} onClear={onDone}>
        {!phone && (
          <Menu
            label={t('people.role')}
            placement="top end"
            trigger={
              <Button kind="quiet" icon={TeamIcon} isDisabled={batch.busy}>
                {t('people.role')}
              </Button>
            }
            groups={[{ id: 'roles', entries: roles }]}
          />
        )}
        <Menu
          label={t('organisation.actions')}
          placement="top end"
          trigger={
            <Button kind="quiet" icon={ArchiveIcon} isPending={batch.busy}>
              {t('people.state')}
            </Button>
          }
          groups={[
            ...(phone ? [{ id: 'roles', heading: t('people.role'), entries: roles }] : []),
            { id: 'states', entries: states },
          ]}
        />
      </ChosenBar>
      {batch.dialogs}
    </>
  );
}

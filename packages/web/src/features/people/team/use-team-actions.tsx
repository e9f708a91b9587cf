// Actions on one or several teams: change the role, set inactive, reactivate. Each is a local edit and works offline.
import type { TeamRow } from '@plumbline/core/site/rows/people';
import type { ActionInput } from '@plumbline/core/sync/registry';
import { perform } from '../../../local/use-rows.ts';
import { type Step, useBatch } from '../../../shared/batch/use-batch.tsx';
import { failureText } from '../../../shared/data/shown-failure.ts';
import type { MenuEntry } from '../../../ui/actions/menu.tsx';
import { ArchiveIcon, EditIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES } from './use-people.ts';

export function useTeamActions(projectId: string, onDone: () => void) {
  const t = useT();
  const batch = useBatch(onDone);
  const change = (teams: readonly TeamRow[], set: ActionInput<'team.update'>['set'], question?: Step['question']) =>
    batch.begin({
      question,
      doneText: (count) => t('people.teamsChanged', { count }),
      run: async () => {
        const refused: { id: string; name: string; reason: string }[] = [];
        for (const { id, title } of teams) {
          try {
            await perform(projectId, 'team.update', { id, set });
          } catch (error) {
            refused.push({ id, name: title, reason: failureText(t, error) });
          }
        }
        return { done: teams.length - refused.length, refused };
      },
    });
  /** Setting a team inactive ends everyone's membership in it. */
  const setInactive = (teams: readonly TeamRow[]) =>
    change(
      teams,
      { active: false },
      teams.some((team) => team.memberIds.length > 0)
        ? {
            title: t('people.inactiveTeamsTitle', { count: teams.length }),
            text: t('people.inactiveTeamsText'),
            confirm: t('people.setInactive'),
          }
        : undefined,
    );
  const entries = (teams: readonly TeamRow[], onEdit?: () => void): MenuEntry[] => [
    ...(onEdit ? [{ id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: onEdit }] : []),
    ...(teams.some((team) => !team.active)
      ? [
          {
            id: 'on',
            label: t('people.setActive'),
            icon: RestoreIcon,
            onAction: () => change(teams, { active: true }),
          },
        ]
      : []),
    ...(teams.some((team) => team.active)
      ? [{ id: 'off', label: t('people.setInactive'), icon: ArchiveIcon, onAction: () => setInactive(teams) }]
      : []),
  ];
  const roles = (teams: readonly TeamRow[]): MenuEntry[] =>
    ASSIGNABLE_ROLES.map((role) => ({ id: role, label: t(`role.${role}`), onAction: () => change(teams, { role }) }));
  return { entries, roles, busy: batch.busy, dialogs: batch.dialogs };
}

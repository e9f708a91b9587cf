// The teams of a project with who is in them.
import type { TeamRow } from '@plumbline/core/features/people/schema';
import { useState } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ArchiveIcon, EditIcon, MoreIcon, RestoreIcon, TeamIcon } from '../../ui/icons.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { useAct } from '../pins/use-act.ts';
import { TeamDialog } from './team-dialog.tsx';
import { type Person, usePeople } from './use-people.ts';

/** Faces shown in a row; the rest is a number. */
const FACES = 6;

export function TeamsList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const act = useAct(projectId);
  const { people = [], teams } = usePeople(projectId);
  const [inactive, setInactive] = useState(false);
  const [edited, setEdited] = useState<TeamRow>();
  const shown = teams.filter((team) => inactive || team.active);
  const setActive = (team: TeamRow, active: boolean) => void act('team.update', { id: team.id, set: { active } });
  return (
    <div className="teams">
      {teams.some((team) => !team.active) && (
        <Checkbox isSelected={inactive} onChange={setInactive}>
          {t('people.showInactive')}
        </Checkbox>
      )}
      {shown.length === 0 && (
        <EmptyState icon={TeamIcon} title={t('people.emptyTeams')}>
          {t('people.emptyTeamsText')}
        </EmptyState>
      )}
      <ul className="teams-list">
        {shown.map((team) => (
          <li key={team.id} data-inactive={team.active ? undefined : ''}>
            <Avatar name={team.title} size={40} square decorative />
            <div className="teams-words">
              <strong>{team.title}</strong>
              <span className="ui-help">
                {[t(`role.${team.role}`), team.companyName, team.craft].filter((text) => text !== '').join(' · ')}
              </span>
              {team.purpose && <span>{team.purpose}</span>}
              {!team.active && (
                <span>
                  <Tag>{t('people.inactive')}</Tag>
                </span>
              )}
            </div>
            <Faces people={people.filter(({ member }) => team.memberIds.includes(member.userId))} />
            {mayManage && (
              <Menu
                label={t('people.more', { name: team.title })}
                placement="bottom end"
                trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: team.title })} />}
                groups={[
                  {
                    id: 'do',
                    entries: [
                      { id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: () => setEdited(team) },
                      team.active
                        ? {
                            id: 'inactive',
                            label: t('people.setInactive'),
                            icon: ArchiveIcon,
                            onAction: () => setActive(team, false),
                          }
                        : {
                            id: 'active',
                            label: t('people.setActive'),
                            icon: RestoreIcon,
                            onAction: () => setActive(team, true),
                          },
                    ],
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {edited && <TeamDialog projectId={projectId} team={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function Faces({ people }: { people: readonly Person[] }) {
  const t = useT();
  const rest = people.length - FACES;
  return (
    <span className="teams-faces">
      {people.slice(0, FACES).map(({ member, name }) => (
        <Avatar key={member.id} name={name} size={28} />
      ))}
      {rest > 0 && <span className="ui-figures">+{t.number(rest)}</span>}
      <span className="ui-help">{t('people.count', { count: people.length })}</span>
    </span>
  );
}

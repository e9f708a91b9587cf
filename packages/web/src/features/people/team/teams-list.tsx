// The teams of a project and their members.

import type { Role } from '@plumbline/core/access/capabilities';
import type { TeamRow } from '@plumbline/core/site/rows/people';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo, useState } from 'react';
import { useIsPartial } from '../../../local/use-rows.ts';
import { PartialCount } from '../../../shared/i18n/partial-count.tsx';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import type { TableColumn } from '../../../ui/data/table/virtual-table.tsx';
import { MoreIcon, TeamIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import { filterBy } from './list/list-tools.tsx';
import { type Facts, listBy, TEAM_SORTS } from './list/list-view.ts';
import { Listing } from './list/listing.tsx';
import { useListView } from './list/use-list-view.ts';
import { TeamDialog } from './team-dialog.tsx';
import { ASSIGNABLE_ROLES, type Person, usePeople } from './use-people.ts';
import { useTeamActions } from './use-team-actions.tsx';

/** Avatars shown in a row; the rest is a number. */
const FACES = 4;

type TeamWithPeople = { team: TeamRow; people: readonly Person[] };

export function TeamsList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const isPart = useIsPartial(projectId);
  const { people, teams } = usePeople(projectId);
  const list = useListView({ projectId, view: 'teams' }, TEAM_SORTS);
  const { view, show, clear } = list;
  const [edited, setEdited] = useState<TeamRow>();
  const teamActions = useTeamActions(projectId, clear);
  const rows = useMemo(() => {
    const inTeam = Map.groupBy(people ?? [], (person) => person.team?.id);
    const all: TeamWithPeople[] = teams.map((team) => ({ team, people: inTeam.get(team.id) ?? [] }));
    const factsOf = ({ team, people: members }: TeamWithPeople): Facts<(typeof TEAM_SORTS)[number]> => ({
      active: team.active,
      role: team.role,
      company: team.companyName,
      words: [team.title, team.purpose, team.companyName, team.craft, t(`role.${team.role}`)],
      by: {
        title: team.title,
        role: t(`role.${team.role}`),
        company: team.companyName,
        craft: team.craft,
        members: members.length,
      },
    });
    return listBy(all, factsOf, view, t.locale);
  }, [people, teams, view, t]);
  const menu = ({ team }: TeamWithPeople) =>
    mayManage && (
      <Menu
        label={t('people.more', { name: team.title })}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: team.title })} />}
        groups={[{ id: 'do', entries: teamActions.entries([team], () => setEdited(team)) }]}
      />
    );
  const state = ({ team }: TeamWithPeople) => !team.active && <Tag>{t('people.inactive')}</Tag>;
  const title = ({ team }: TeamWithPeople) => (
    <Row as="span" gap={3} shrink>
      <Avatar name={team.title} size={32} square decorative />
      <Stack as="span" gap={0} shrink tight>
        <strong className="ui-table-text">{team.title}</strong>
        {team.purpose && <span className="ui-help ui-table-text">{team.purpose}</span>}
      </Stack>
    </Row>
  );
  const columns: TableColumn<TeamWithPeople>[] = [
    { id: 'title', header: t('people.team'), width: 'minmax(220px, 2fr)', sortable: true, cell: title },
    {
      id: 'role',
      header: t('people.role'),
      width: 'minmax(140px, 1fr)',
      sortable: true,
      cell: ({ team }) => t(`role.${team.role}`),
    },
    { id: 'company', header: t('people.company'), sortable: true, cell: ({ team }) => team.companyName },
    { id: 'craft', header: t('people.craft'), sortable: true, cell: ({ team }) => team.craft },
    {
      id: 'members',
      header: t('people.members'),
      width: 'minmax(220px, 1fr)',
      sortable: true,
      cell: (row) => <Faces people={row.people} />,
    },
    { id: 'state', header: t('people.state'), width: '96px', cell: state },
    { id: 'menu', header: '', width: '56px', cell: menu },
  ];
  return (
    <Stack gap={3} fill rows="head" least={320} className="members">
      <Listing
        label={t('people.teams')}
        searchLabel={t('people.searchTeams')}
        list={list}
        filters={[
          filterBy<Role>(
            'role',
            t('people.role'),
            view.role,
            ASSIGNABLE_ROLES.map((id) => ({ id, label: t(`role.${id}`) })),
            (role) => show({ role }),
          ),
        ]}
        rows={rows}
        count={
          <PartialCount projectId={projectId} count={rows.length}>
            {t('people.teamCount', { count: rows.length })}
          </PartialCount>
        }
        waiting={people === undefined || (rows.length === 0 && isPart)}
        idOf={({ team }) => team.id}
        nameOf={({ team }) => team.title}
        columns={columns}
        minWidth="980px"
        card={(row) => (
          <>
            {title(row)}
            <Text cut size="s" ink={2} className="member-facts">
              {inOneLine([
                t(`role.${row.team.role}`),
                t('people.count', { count: row.people.length }),
                row.team.companyName,
              ])}{' '}
              {state(row)}
            </Text>
            {menu(row)}
          </>
        )}
        touchRowHeight={92}
        empty={{
          icon: TeamIcon,
          noMatches: t('people.noTeamFits'),
          title: t('people.emptyTeams'),
          text: mayManage ? t('people.emptyTeamsText') : undefined,
          any: teams.length > 0,
          clear: t('people.clearTeamFilter'),
          onClear: () => show({ search: '', role: undefined }),
        }}
        onOpen={mayManage ? ({ team }) => setEdited(team) : undefined}
        actions={
          mayManage
            ? (picked) => <TeamActions teamActions={teamActions} teams={picked.map(({ team }) => team)} />
            : undefined
        }
      />
      {edited && <TeamDialog projectId={projectId} team={edited} onClose={() => setEdited(undefined)} />}
      {teamActions.dialogs}
    </Stack>
  );
}

function TeamActions({
  teamActions,
  teams,
}: {
  teamActions: ReturnType<typeof useTeamActions>;
  teams: readonly TeamRow[];
}) {
  const t = useT();
  return (
    <>
      <Menu
        label={t('organisation.actions')}
        placement="top end"
        trigger={
          <Button kind="quiet" icon={TeamIcon} isDisabled={teamActions.busy}>
            {t('people.role')}
          </Button>
        }
        groups={[{ id: 'roles', entries: teamActions.roles(teams) }]}
      />
      <Menu
        label={t('organisation.actions')}
        placement="top end"
        trigger={
          <Button kind="quiet" isPending={teamActions.busy}>
            {t('people.state')}
          </Button>
        }
        groups={[{ id: 'states', entries: teamActions.entries(teams) }]}
      />
    </>
  );
}

function Faces({ people }: { people: readonly Person[] }) {
  const t = useT();
  const rest = people.length - FACES;
  return (
    <Row as="span" gap={1} nowrap clip>
      {people.slice(0, FACES).map(({ member, name }) => (
        <PersonAvatar key={member.id} userId={member.userId} name={name} size={24} />
      ))}
      {rest > 0 && <span className="ui-figures">+{t.number(rest)}</span>}
      <span className="ui-help">{t('people.count', { count: people.length })}</span>
    </Row>
  );
}

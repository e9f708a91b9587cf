// The users as rows: a table on wide screens, cards on narrow ones. Renders its props and fetches nothing.
import { rankOf } from '@plumbline/core/features/organisations/permissions';
import { USER_ROLES, USER_SORTS, type UserEntry } from '@plumbline/core/features/people/users-contract';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable, type VirtualTableProps } from '../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MembershipStatusBadge } from './status-badge.tsx';
import type { UserActions } from './use-user-actions.tsx';
import { nameOf } from './use-users.ts';
import type { UserView } from './user-view.ts';

type OmittedProps = 'rows' | 'selection' | 'loading' | 'onEnd' | 'total' | 'empty';

type Props = Pick<VirtualTableProps<UserEntry>, OmittedProps> & {
  narrow: boolean;
  view: UserView;
  actions: UserActions;
  onSort: (order: Pick<UserView, 'sort' | 'reverse'>) => void;
  onEdit: (user: UserEntry) => void;
};

export function UsersTable({ narrow, view, actions, onSort, onEdit, ...given }: Props) {
  const t = useT();
  const own = useUser();
  const who = (user: UserEntry) => (
    <Row as="span" gap={3} shrink>
      <PersonAvatar userId={user.userId} name={nameOf(user)} size={32} decorative />
      <Stack as="span" gap={0} shrink tight>
        <span className="ui-table-text">
          {nameOf(user)}
          {user.userId === own.userId && <Text ink={3}> ({t('people.you')})</Text>}
        </span>
        {nameOf(user) !== user.email && <span className="ui-help ui-table-text">{user.email}</span>}
      </Stack>
    </Row>
  );
  const roleOf = (user: UserEntry) => {
    const role = USER_ROLES.find((userRole) => userRole === 'member' || user[userRole]) ?? 'member';
    return role === 'member' ? '' : t(`organisation.role.${role}`);
  };
  const menu = (user: UserEntry) => (
    <Menu
      label={t('people.more', { name: nameOf(user) })}
      placement="bottom end"
      trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: nameOf(user) })} />}
      groups={actions.groupsFor([user], () => onEdit(user))}
    />
  );
  const common = {
    ...given,
    label: t('organisation.tab.users'),
    idOf: (user: UserEntry) => user.userId,
    nameOf,
    onOpen: onEdit,
  };
  if (narrow) {
    return (
      <VirtualList {...common} rowHeight={84}>
        {(user) => (
          <Grid columns="rest auto" gap="0.5 3" align="center" shrink grow className="user-row">
            {who(user)}
            <Row as="span" shrink size="s" ink={2} className="user-facts">
              <MembershipStatusBadge status={user.state} />
              {rankOf(user) > 0 && <Tag>{roleOf(user)}</Tag>}
              <span className="ui-table-text">{user.companyName}</span>
            </Row>
            {menu(user)}
          </Grid>
        )}
      </VirtualList>
    );
  }
  const columns: TableColumn<UserEntry>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 3fr)', sortable: true, cell: who },
    {
      id: 'state',
      header: t('people.state'),
      width: '168px',
      sortable: true,
      cell: (user) => <MembershipStatusBadge status={user.state} />,
    },
    { id: 'role', header: t('organisation.column.role'), width: 'minmax(128px, 1fr)', sortable: true, cell: roleOf },
    {
      id: 'licence',
      header: t('organisation.filter.licence'),
      width: '116px',
      sortable: true,
      cell: (user) => t(`organisation.licence.${user.licence ?? 'none'}`),
    },
    {
      id: 'company',
      header: t('people.company'),
      width: 'minmax(120px, 2fr)',
      sortable: true,
      cell: (user) => user.companyName,
    },
    {
      id: 'projects',
      header: t('nav.projects'),
      width: '96px',
      align: 'end',
      sortable: true,
      cell: (user) => t.number(user.projects),
    },
    {
      id: 'lastSeen',
      header: t('organisation.lastSeen'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      cell: (user) => (user.lastSeenAt ? t.relative(new Date(user.lastSeenAt), new Date()) : '–'),
    },
    { id: 'menu', header: t('organisation.actions'), hideHeader: true, width: '56px', cell: menu },
  ];
  return (
    <VirtualTable
      {...common}
      columns={columns}
      sort={{ column: view.sort, direction: view.reverse ? 'descending' : 'ascending' }}
      onSort={({ column, direction }) => {
        const sort = USER_SORTS.find((userSort) => userSort === column);
        if (sort) onSort({ sort, reverse: direction === 'descending' });
      }}
      rowHeight={56}
      minWidth="1080px"
    />
  );
}

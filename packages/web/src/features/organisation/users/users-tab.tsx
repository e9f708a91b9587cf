// The users of the organisation: found, filtered, chosen by the dozen, and what is done to them.
import { rankOf } from '@plumbline/core/features/organisations/rights';
import { ORGANISATION_STANDINGS } from '@plumbline/core/features/organisations/standing';
import { USER_ROLES, USER_SORTS, type UserEntry } from '@plumbline/core/features/organisations/users-contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { PersonAvatar } from '../../../app/person-avatar.tsx';
import { useUser } from '../../../app/session.tsx';
import { ScreenHead } from '../../../app/shell/screen-head.tsx';
import { shownFailure } from '../../../app/shown-failure.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/virtual-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { CloseIcon, FilterIcon, InviteIcon, MoreIcon, TeamIcon, UploadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { NARROW, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { userManagementAddress } from '../places.ts';
import { StandingBadge } from './standing-badge.tsx';
import { useActs } from './use-acts.tsx';
import { allUsers, nameOf, useCompanyChoices, useUsers } from './use-users.ts';
import { LICENCE_FILTERS, readUserView, type UserView, writeUserView } from './user-view.ts';
import { UsersBar } from './users-bar.tsx';
import './users.css';

const UserDialog = later(() => import('./user-dialog.tsx').then((its) => its.UserDialog));
const InviteDialog = later(() => import('./invite-dialog.tsx').then((its) => its.InviteDialog));

const CompanyFilter = later(() => import('./company-filter.tsx').then((its) => its.CompanyFilter));

const NONE: ReadonlySet<string> = new Set();

export function UsersTab() {
  const t = useT();
  const navigate = useNavigate();
  const own = useUser();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const view = useMemo(() => readUserView(address), [address]);
  const list = useUsers(view);
  const companies = useCompanyChoices();
  const [chosen, choose] = useState(NONE);
  /** Chosen people that are not loaded as rows. */
  const [known, setKnown] = useState<readonly UserEntry[]>([]);
  const [edited, edit] = useState<UserEntry>();
  const [inviting, invite] = useState(false);
  const [choosingCompany, chooseCompany] = useState(false);
  const acts = useActs(() => choose(NONE));

  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.content) ?? [], [list.data]);
  const total = list.data?.pages[0]?.totalElements ?? 0;
  const change = (part: Partial<UserView>) => {
    choose(NONE);
    void navigate({
      to: '/userManagement/{-$tab}',
      params: {},
      search: writeUserView({ ...view, ...part }) as never,
      replace: true,
    });
  };
  const selected = useMemo(() => {
    const byId = new Map([...known, ...rows].map((one) => [one.userId, one]));
    return [...chosen].flatMap((id) => byId.get(id) ?? []);
  }, [chosen, known, rows]);
  const chooseAll = async () => {
    const all = await allUsers(view);
    setKnown(all);
    choose(new Set(all.map((one) => one.userId)));
  };

  const companyName = (id: string) =>
    id === 'none' ? t('organisation.noCompany') : (companies.data?.find((one) => one.id === id)?.name ?? '…');
  const chips = [
    view.state && { field: 'state', label: t(`organisation.standing.${view.state}`) },
    view.role && { field: 'role', label: t(`organisation.role.${view.role}`) },
    view.licence && { field: 'licence', label: t(`organisation.licence.${view.licence}`) },
    view.company && { field: 'company', label: companyName(view.company) },
  ].filter((one) => one !== undefined && one !== '');
  const group = <Id extends string>(
    field: 'state' | 'role' | 'licence',
    ids: readonly Id[],
    label: (id: Id) => string,
  ) => ({
    id: field,
    heading: t(`organisation.filter.${field}`),
    entries: ids.map((id) => ({
      id: `${field}-${id}`,
      label: label(id),
      selected: view[field] === id,
      onAction: () => change({ [field]: view[field] === id ? undefined : id } as Partial<UserView>),
    })),
  });

  const who = (user: UserEntry) => (
    <span className="user-name">
      <PersonAvatar userId={user.userId} name={nameOf(user)} size={32} decorative />
      <span className="user-name-words">
        <span className="ui-table-text">
          {nameOf(user)}
          {user.userId === own.userId && <span className="user-you"> ({t('people.you')})</span>}
        </span>
        <span className="ui-help ui-table-text">{user.email}</span>
      </span>
    </span>
  );
  const roleOf = (user: UserEntry) => {
    const role = USER_ROLES.find((one) => one === 'member' || user[one]) ?? 'member';
    return role === 'member' ? '' : t(`organisation.role.${role}`);
  };
  const menu = (user: UserEntry) => (
    <Menu
      label={t('people.more', { name: nameOf(user) })}
      placement="bottom end"
      trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: nameOf(user) })} />}
      groups={acts.groupsFor([user], () => edit(user))}
    />
  );
  const columns: TableColumn<UserEntry>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 3fr)', sortable: true, cell: who },
    {
      id: 'state',
      header: t('people.state'),
      width: '168px',
      sortable: true,
      cell: (user) => <StandingBadge standing={user.state} />,
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
  const narrowed = chips.length > 0 || view.search !== '';
  const empty = (
    <EmptyState
      icon={TeamIcon}
      title={t('people.none')}
      action={
        narrowed && (
          <Button onPress={() => change({ ...readUserView({}), sort: view.sort, reverse: view.reverse })}>
            {t('organisation.clearFilter')}
          </Button>
        )
      }
    />
  );
  const common = {
    label: t('organisation.tab.users'),
    rows,
    idOf: (user: UserEntry) => user.userId,
    nameOf,
    selection: { ids: chosen, onChange: choose },
    onOpen: edit,
    loading: list.isPending ? ('first' as const) : list.isFetchingNextPage ? ('more' as const) : undefined,
    onEnd: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    total,
    empty,
  };
  const next = (
    <Button kind="next" icon={InviteIcon} onPress={() => invite(true)}>
      {t('organisation.invite')}
    </Button>
  );
  return (
    <div className="users">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]}>
        {!phone && (
          <LinkButton icon={UploadIcon} href={userManagementAddress('import')}>
            {t('organisation.tab.import')}
          </LinkButton>
        )}
        {!phone && next}
      </ScreenHead>
      <div className="users-tools">
        <SearchField label={t('organisation.search')} value={view.search} onChange={(search) => change({ search })} />
        <Menu
          label={t('organisation.filter')}
          placement="bottom start"
          trigger={
            <Button icon={FilterIcon} kind={chips.length > 0 ? 'brand' : 'quiet'}>
              {t('organisation.filter')}
            </Button>
          }
          groups={[
            group('state', ORGANISATION_STANDINGS, (id) => t(`organisation.standing.${id}`)),
            group('role', USER_ROLES, (id) => t(`organisation.role.${id}`)),
            group('licence', LICENCE_FILTERS, (id) => t(`organisation.licence.${id}`)),
            {
              id: 'company',
              heading: t('people.company'),
              entries: [
                {
                  id: 'company-none',
                  label: t('organisation.noCompany'),
                  selected: view.company === 'none',
                  onAction: () => change({ company: view.company === 'none' ? undefined : 'none' }),
                },
                {
                  id: 'company-some',
                  label: t('organisation.chooseCompany'),
                  selected: view.company !== undefined && view.company !== 'none',
                  onAction: () => chooseCompany(true),
                },
              ],
            },
            ...(phone || narrow
              ? [
                  {
                    id: 'sort',
                    heading: t('organisation.sort'),
                    entries: USER_SORTS.map((sort) => ({
                      id: `sort-${sort}`,
                      label: t(`organisation.sort.${sort}`),
                      selected: view.sort === sort,
                      onAction: () => change({ sort, reverse: view.sort === sort && !view.reverse }),
                    })),
                  },
                ]
              : []),
          ]}
        />
        {chips.map(({ field, label }) => (
          <Button key={field} size="s" icon={CloseIcon} onPress={() => change({ [field]: undefined })}>
            {label}
          </Button>
        ))}
        <span className="users-count ui-figures" role="status">
          {list.isPending ? '' : t('organisation.count', { count: total })}
        </span>
      </div>
      <div className="users-table" data-stale={list.isPlaceholderData ? '' : undefined}>
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : narrow ? (
          <VirtualList {...common} rowHeight={84}>
            {(user) => (
              <div className="user-row">
                {who(user)}
                <span className="user-facts">
                  <StandingBadge standing={user.state} />
                  {rankOf(user) > 0 && <Tag>{roleOf(user)}</Tag>}
                  <span className="ui-table-text">{user.companyName}</span>
                </span>
                {menu(user)}
              </div>
            )}
          </VirtualList>
        ) : (
          <VirtualTable
            {...common}
            columns={columns}
            sort={{ column: view.sort, direction: view.reverse ? 'descending' : 'ascending' }}
            onSort={({ column, direction }) => {
              const sort = USER_SORTS.find((one) => one === column);
              if (sort) change({ sort, reverse: direction === 'descending' });
            }}
            rowHeight={56}
            leastWidth="1080px"
          />
        )}
      </div>
      {phone && <div className="users-next">{next}</div>}
      <UsersBar
        users={selected}
        total={total}
        acts={acts}
        onAll={selected.length > 0 && selected.length < total ? () => void chooseAll() : undefined}
        onClear={() => choose(NONE)}
      />
      {acts.dialogs}
      {edited && <UserDialog user={edited} onClose={() => edit(undefined)} />}
      {choosingCompany && (
        <CompanyFilter
          companies={companies.data ?? []}
          value={view.company}
          onChoose={(company) => {
            chooseCompany(false);
            change({ company });
          }}
          onClose={() => chooseCompany(false)}
        />
      )}
      {inviting && <InviteDialog onClose={() => invite(false)} />}
    </div>
  );
}

// The users of the organisation: found, filtered, chosen by the dozen, and what is done to them.
import type { UserEntry } from '@plumbline/core/features/people/users-contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { MisreadFilter } from '../../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { ArchiveIcon, type Icon, InviteIcon, MoreIcon, RestoreIcon, TeamIcon, UploadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Box, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { NARROW, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { type UserActions, useUserActions } from './use-user-actions.tsx';
import { allUsers, useUsers } from './use-users.ts';
import { readUserView, type UserView, writeUserView } from './user-view.ts';
import { UsersFilter } from './users-filter.tsx';
import { UsersTable } from './users-table.tsx';
import '../../../ui/data/management-list.css';

type UsersBarProps = {
  users: readonly UserEntry[];
  total: number;
  actions: UserActions;
  /** Selects all users; undefined when all are selected already. */
  onAll: (() => void) | undefined;
  onClear: () => void;
};

/** Actions for all selected users; shown at the bottom while some are selected. */
function UsersBar({ users, total, actions, onAll, onClear }: UsersBarProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const button = (act: 'invite' | 'deactivate' | 'reactivate', icon: Icon) =>
    !phone &&
    actions.offered(users, act) && (
      <Button kind="quiet" icon={icon} isDisabled={actions.busy} onPress={() => actions.run({ users, act })}>
        {t(`organisation.act.${act}`)}
      </Button>
    );
  return (
    <ChosenBar count={users.length} onClear={onClear}>
      {onAll && (
        <Button kind="quiet" onPress={onAll}>
          {t('organisation.chooseAll', { count: total })}
        </Button>
      )}
      {button('invite', InviteIcon)}
      {button('reactivate', RestoreIcon)}
      {button('deactivate', ArchiveIcon)}
      <Menu
        label={t('organisation.actions')}
        placement="top end"
        trigger={<IconButton icon={MoreIcon} label={t('organisation.actions')} />}
        groups={actions.groupsFor(users)}
      />
    </ChosenBar>
  );
}

const UserDialog = later(() => import('./user-dialog.tsx').then((module) => module.UserDialog));
const InviteDialog = later(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));

const NONE: ReadonlySet<string> = new Set();

export function UsersTab() {
  const t = useT();
  const navigate = useNavigate();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const view = useMemo(() => readUserView(address), [address]);
  const list = useUsers(view);
  const [chosen, choose] = useState(NONE);
  /** Selected users that are not loaded as rows. */
  const [known, setKnown] = useState<readonly UserEntry[]>([]);
  const [edited, edit] = useState<UserEntry>();
  const [inviting, invite] = useState(false);
  const actions = useUserActions(() => choose(NONE));

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

  const { search, state, role, licence, company } = view;
  const narrowed = Boolean(search || state || role || licence || company);
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
  const next = (
    <Button kind="next" icon={InviteIcon} onPress={() => invite(true)}>
      {t('organisation.invite')}
    </Button>
  );
  return (
    <Stack gap={3} fill anchor rows="head" least={320} className="users">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]}>
        {!phone && (
          <LinkButton icon={UploadIcon} href={userManagementAddress('import')}>
            {t('organisation.tab.import')}
          </LinkButton>
        )}
        {!phone && next}
      </ScreenHead>
      <Toolbar gap="2 3" className="users-tools">
        <MisreadFilter read={view} onDrop={() => change({})} />
        <SearchField label={t('organisation.search')} value={view.search} onChange={(search) => change({ search })} />
        <UsersFilter view={view} users={rows} sorts={phone || narrow} onChange={change} />
        <Text ink={3} push className="ui-figures" role="status">
          {list.isPending ? '' : t('organisation.count', { count: total })}
        </Text>
      </Toolbar>
      <Box flat className="users-table" data-stale={list.isPlaceholderData ? '' : undefined}>
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <UsersTable
            narrow={narrow}
            view={view}
            actions={actions}
            onSort={change}
            onEdit={edit}
            rows={rows}
            selection={{ ids: chosen, onChange: choose }}
            loading={list.isPending ? 'first' : list.isFetchingNextPage ? 'more' : undefined}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
            }}
            total={total}
            empty={empty}
          />
        )}
      </Box>
      {phone && <Stack gap={0}>{next}</Stack>}
      <UsersBar
        users={selected}
        total={total}
        actions={actions}
        onAll={selected.length > 0 && selected.length < total ? () => void chooseAll() : undefined}
        onClear={() => choose(NONE)}
      />
      {actions.dialogs}
      {edited && <UserDialog user={edited} onClose={() => edit(undefined)} />}
      {inviting && <InviteDialog onClose={() => invite(false)} />}
    </Stack>
  );
}

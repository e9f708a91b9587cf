// The members of a project: search, sort, assign roles, set inactive and remove.
import { ROLES } from '@plumbline/core/access/capabilities';
import { listMembersBy, MEMBER_SORTS, type MemberView } from '@plumbline/core/features/people/listed';
import type { MemberRow } from '@plumbline/core/site/rows/people';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useIsPartial, useRow } from '../../../../local/use-rows.ts';
import { failureText } from '../../../../shared/data/shown-failure.ts';
import { PartialCount } from '../../../../shared/i18n/partial-count.tsx';
import { teamAddress, teamImportAddress } from '../../../../shared/navigation/addresses.ts';
import { PersonAvatar } from '../../../../shared/session/person-avatar.tsx';
import { useUser } from '../../../../shared/session/session.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable } from '../../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import {
  ArchiveIcon,
  CloseIcon,
  EditIcon,
  MoreIcon,
  RestoreIcon,
  TeamIcon,
  UploadIcon,
} from '../../../../ui/icons.tsx';
import { later } from '../../../../ui/later.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { Tag } from '../../../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { NARROW, PHONE, useMedia } from '../../../../ui/theme/use-media.ts';
import { useT } from '../../../../ui/translation.tsx';
import { MemberDialog } from '../member-dialog.tsx';
import { type Person, useChangeMember, usePeople } from '../use-people.ts';
import { callGroup } from './call-group.ts';
import { filterBy, ListTools } from './list-tools.tsx';
import { readMemberView, SHOWN_STATES, writeMemberView } from './member-view.ts';
import { emailLine, personRowPx, twoLines } from './two-lines.tsx';

type Asked = { person: Person; state: 'inactive' | 'removed' };

const MembersBar = later(() => import('./members-bar.tsx').then((module) => module.MembersBar));
const MembersExport = later(() => import('../../../exports/members-export.tsx').then((module) => module.MembersExport));

const NONE: ReadonlySet<string> = new Set();

export function MembersTable({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const { userId } = useUser();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const project = useRow('project', projectId);
  const isPart = useIsPartial(projectId);
  const { people } = usePeople(projectId);
  const change = useChangeMember(projectId);
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const view = useMemo(() => readMemberView(address), [address]);
  const [chosen, choose] = useState(NONE);
  const [edited, setEdited] = useState<Person>();
  const [requested, setRequested] = useState<Asked>();

  const role = (member: MemberRow) => t(`role.${member.role}`);
  const show = (part: Partial<MemberView>) => {
    choose(NONE);
    const search = writeMemberView({ ...view, ...part });
    void navigate({ to: teamAddress(projectId, 'members'), search: search as never, replace: true });
  };
  const sortBy = (requested: string, order: 'asc' | 'desc') => {
    const sort = MEMBER_SORTS.find((memberSort) => memberSort === requested);
    if (sort) show({ sort, order });
  };
  // With thousands of members, sort once rather than whenever a checkbox is ticked.
  const shown = useMemo(() => {
    const listed = (people ?? []).map((person) => ({
      ...person,
      roleName: t(`role.${person.member.role}`),
      teamTitle: person.team?.title ?? '',
    }));
    return listMembersBy(listed, view, t.locale);
  }, [people, view, t]);
  // While members are being read, an empty list does not yet mean there are none.
  const waiting = people === undefined || (shown.length === 0 && isPart);

  const setState = (person: Person, state: 'active' | 'inactive' | 'removed') =>
    change.mutate(
      { memberId: person.member.id, state },
      {
        onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
        onSettled: () => setRequested(undefined),
      },
    );
  const entries = (person: Person): MenuEntry[] => [
    { id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: () => setEdited(person) },
    person.member.state === 'inactive'
      ? { id: 'active', label: t('people.setActive'), icon: RestoreIcon, onAction: () => setState(person, 'active') }
      : {
          id: 'inactive',
          label: t('people.setInactive'),
          icon: ArchiveIcon,
          onAction: () => setRequested({ person, state: 'inactive' }),
        },
    {
      id: 'remove',
      label: t('people.remove'),
      icon: CloseIcon,
      onAction: () => setRequested({ person, state: 'removed' }),
    },
  ];
  const menu = (person: Person) =>
    (mayManage || person.member.phone) && (
      <Menu
        label={t('people.more', { name: person.name })}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: person.name })} />}
        groups={[callGroup(person.member.phone), { id: 'do', entries: mayManage ? entries(person) : [] }]}
      />
    );
  const who = ({ member, name }: Person) => (
    <Row as="span" gap={3} shrink>
      <PersonAvatar userId={member.userId} name={name} size={32} decorative />
      <Stack as="span" gap={0} shrink tight>
        <span className="ui-table-text">
          {name}
          {member.userId === userId && <Text ink={3}> ({t('people.you')})</Text>}
        </span>
        {name !== member.email && emailLine(member.email, narrow)}
      </Stack>
    </Row>
  );
  const named = ({ userId: one }: MemberRow) =>
    one === project?.ownerId
      ? t('project.field.ownerId')
      : one === project?.assistantId
        ? t('project.field.assistantId')
        : undefined;
  const state = ({ member }: Person) => {
    const office = named(member);
    return (
      <>
        {office !== undefined && <Tag>{office}</Tag>}
        {member.state !== 'active' && <Tag>{t(`people.state.${member.state}`)}</Tag>}
      </>
    );
  };
  const columns: TableColumn<Person>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 2fr)', sortable: true, cell: who },
    {
      id: 'company',
      header: t('people.company'),
      width: 'minmax(140px, 1.5fr)',
      sortable: true,
      cell: ({ member }) => twoLines(member.companyName),
    },
    { id: 'craft', header: t('people.craft'), sortable: true, cell: ({ member }) => twoLines(member.craft) },
    {
      id: 'role',
      header: t('people.role'),
      width: 'minmax(150px, 1fr)',
      sortable: true,
      cell: ({ member }) => twoLines(role(member)),
    },
    { id: 'team', header: t('people.team'), sortable: true, cell: ({ team }) => twoLines(team?.title ?? '') },
    // The label for people named in the settings is a long word in most languages.
    { id: 'state', header: t('people.state'), width: 'minmax(112px, 0.9fr)', cell: state },
    { id: 'menu', header: '', width: '56px', cell: menu },
  ];
  const narrowed = view.search !== '' || view.role !== undefined || view.state !== undefined;
  const everyone = { search: '', role: undefined, state: undefined };
  const empty = (
    <EmptyState
      icon={TeamIcon}
      title={t('people.none')}
      action={narrowed && <Button onPress={() => show(everyone)}>{t('organisation.clearFilter')}</Button>}
    />
  );
  const open = mayManage ? setEdited : undefined;
  const common = {
    label: t('people.members'),
    rows: shown,
    idOf: ({ member }: Person) => member.id,
    nameOf: ({ name }: Person) => name,
    loading: waiting ? ('first' as const) : undefined,
    empty,
    ...(open && { onOpen: open, selection: { ids: chosen, onChange: choose } }),
  };
  return (
    <Stack gap={3} fill rows="head" least={320} className="members">
      <ListTools
        label={t('people.search')}
        read={view}
        search={view.search}
        onSearch={(search) => show({ search })}
        filters={[
          filterBy(
            'role',
            t('people.role'),
            view.role,
            ROLES.map((id) => ({ id, label: t(`role.${id}`) })),
            (requested) => show({ role: requested }),
          ),
          filterBy(
            'state',
            t('people.state'),
            view.state,
            SHOWN_STATES.map((id) => ({ id, label: t(`people.state.${id}`) })),
            (requested) => show({ state: requested }),
          ),
        ]}
        inactive={view.inactive}
        onInactive={(inactive) => show({ inactive })}
        sorts={columns.filter((column) => column.sortable).map(({ id, header }) => ({ id, label: header }))}
        sort={view.sort}
        order={view.order}
        onSort={sortBy}
        count={
          !waiting && (
            <PartialCount projectId={projectId} count={shown.length}>
              {t('people.count', { count: shown.length })}
            </PartialCount>
          )
        }
      >
        {phone && mayManage && (
          <IconButton
            icon={UploadIcon}
            kind="default"
            label={t('peopleImport.import')}
            onPress={() => void navigate({ href: teamImportAddress(projectId) })}
          />
        )}
        {!isPart && people && <MembersExport projectId={projectId} view={view} rows={shown} />}
      </ListTools>
      <div>
        {narrow ? (
          <VirtualList
            {...common}
            rowHeight={personRowPx(
              phone,
              shown.some(({ member }) => member.email !== ''),
            )}
          >
            {(person) => (
              <Grid columns="rest auto" gap="0.5 3" align="center" shrink grow className="member-row">
                {who(person)}
                <Text clamp size="s" ink={2} className="member-facts">
                  {state(person)} {role(person.member)}
                  {person.member.companyName && ' · '}
                  <bdi>{person.member.companyName}</bdi>
                </Text>
                {menu(person)}
              </Grid>
            )}
          </VirtualList>
        ) : (
          <VirtualTable
            {...common}
            columns={columns}
            sort={{ column: view.sort, direction: view.order === 'asc' ? 'ascending' : 'descending' }}
            onSort={({ column, direction }) => sortBy(column, direction === 'ascending' ? 'asc' : 'desc')}
            rowHeight={56}
            minWidth="900px"
          />
        )}
      </div>
      {mayManage && (
        <MembersBar
          projectId={projectId}
          people={shown.filter(({ member }) => chosen.has(member.id))}
          onDone={() => choose(NONE)}
        />
      )}
      {edited && <MemberDialog projectId={projectId} person={edited} onClose={() => setEdited(undefined)} />}
      {requested && (
        <ConfirmDialog
          title={t(requested.state === 'removed' ? 'people.removeTitle' : 'people.inactiveTitle', {
            name: requested.person.name,
          })}
          confirm={t(requested.state === 'removed' ? 'people.remove' : 'people.setInactive')}
          danger={requested.state === 'removed'}
          isOpen
          isBusy={change.isPending}
          onConfirm={() => setState(requested.person, requested.state)}
          onCancel={() => setRequested(undefined)}
        >
          {t(requested.state === 'removed' ? 'people.removeText' : 'people.inactiveText', {
            name: requested.person.name,
          })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

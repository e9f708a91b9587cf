// The members of a project: found, sorted, given roles, set inactive and removed.
import type { MemberRow } from '@plumbline/core/features/people/schema';
import { useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { failureText } from '../../app/shown-failure.ts';
import { useProject } from '../../local/use-rows.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { VirtualList } from '../../ui/data/virtual-list.tsx';
import { type Sort, type TableColumn, VirtualTable } from '../../ui/data/virtual-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ArchiveIcon, CloseIcon, EditIcon, MoreIcon, RestoreIcon, TeamIcon } from '../../ui/icons.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { NARROW, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { type Person, useChangeMember, usePeople } from './use-people.ts';

type Asked = { person: Person; state: 'inactive' | 'removed' };

const TEXTS: Record<string, (person: Person, role: string) => string> = {
  name: ({ member, name }) => `${member.lastName} ${name}`,
  company: ({ member }) => member.companyName,
  craft: ({ member }) => member.craft,
  role: (_, role) => role,
  team: ({ team }) => team?.title ?? '',
};

export function MembersTable({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const { userId } = useUser();
  const narrow = useMedia(NARROW);
  const sync = useProject(projectId);
  const { people } = usePeople(projectId);
  const change = useChangeMember(projectId);
  const [search, setSearch] = useState('');
  const [inactive, setInactive] = useState(false);
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [edited, setEdited] = useState<Person>();
  const [asked, setAsked] = useState<Asked>();

  // The first load is still under way: nobody is not an answer yet.
  const waiting = people === undefined || (people.length === 0 && sync.state === 'loading');
  const role = (member: MemberRow) => t(`role.${member.role}`);
  const words = search.toLocaleLowerCase(t.locale).split(/\s+/u);
  const collator = new Intl.Collator(t.locale, { numeric: true });
  const textOf = TEXTS[sort.column] ?? (() => '');
  const shown = (people ?? [])
    .filter(({ member }) => inactive || (member.state !== 'inactive' && member.state !== 'deactivated'))
    .filter(({ member, name, team }) => {
      const text = [name, member.email, member.companyName, member.craft, role(member), team?.title ?? ''].join(' ');
      const lower = text.toLocaleLowerCase(t.locale);
      return words.every((word) => lower.includes(word));
    })
    .toSorted((a, b) => {
      const order = collator.compare(textOf(a, role(a.member)), textOf(b, role(b.member)));
      return sort.direction === 'ascending' ? order : -order;
    });

  const setState = (person: Person, state: 'active' | 'inactive' | 'removed') =>
    change.mutate(
      { memberId: person.member.id, state },
      {
        onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
        onSettled: () => setAsked(undefined),
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
          onAction: () => setAsked({ person, state: 'inactive' }),
        },
    {
      id: 'remove',
      label: t('people.remove'),
      icon: CloseIcon,
      onAction: () => setAsked({ person, state: 'removed' }),
    },
  ];
  const menu = (person: Person) =>
    mayManage && (
      <Menu
        label={t('people.more', { name: person.name })}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: person.name })} />}
        groups={[{ id: 'do', entries: entries(person) }]}
      />
    );
  const who = ({ member, name }: Person) => (
    <span className="member-name">
      <Avatar name={name} size={32} decorative />
      <span className="member-words">
        <span className="ui-table-text">
          {name}
          {member.userId === userId && <span className="member-you"> ({t('people.you')})</span>}
        </span>
        <span className="ui-help ui-table-text">{member.email}</span>
      </span>
    </span>
  );
  const state = ({ member }: Person) => member.state !== 'active' && <Tag>{t(`people.state.${member.state}`)}</Tag>;
  const columns: TableColumn<Person>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 2fr)', sortable: true, cell: who },
    { id: 'company', header: t('people.company'), sortable: true, cell: ({ member }) => member.companyName },
    { id: 'craft', header: t('people.craft'), sortable: true, cell: ({ member }) => member.craft },
    {
      id: 'role',
      header: t('people.role'),
      width: 'minmax(150px, 1fr)',
      sortable: true,
      cell: ({ member }) => role(member),
    },
    { id: 'team', header: t('people.team'), sortable: true, cell: ({ team }) => team?.title ?? '' },
    { id: 'state', header: t('people.state'), width: '112px', cell: state },
    { id: 'menu', header: '', width: '56px', cell: menu },
  ];
  const empty = <EmptyState icon={TeamIcon} title={t('people.none')} />;
  const open = mayManage ? setEdited : undefined;
  const common = {
    label: t('people.members'),
    rows: shown,
    idOf: ({ member }: Person) => member.id,
    nameOf: ({ name }: Person) => name,
    loading: waiting ? ('first' as const) : undefined,
    empty,
    ...(open && { onOpen: open }),
  };
  return (
    <div className="members">
      <div className="members-tools">
        <SearchField label={t('people.search')} value={search} onChange={setSearch} />
        <span className="members-count ui-figures" role="status">
          {waiting ? '' : t('people.count', { count: shown.length })}
        </span>
        <Checkbox isSelected={inactive} onChange={setInactive}>
          {t('people.showInactive')}
        </Checkbox>
      </div>
      <div className="members-table">
        {narrow ? (
          <VirtualList {...common} rowHeight={88}>
            {(person) => (
              <div className="member-row">
                {who(person)}
                <span className="member-facts">
                  {role(person.member)}
                  {person.member.companyName && ` · ${person.member.companyName}`} {state(person)}
                </span>
                {menu(person)}
              </div>
            )}
          </VirtualList>
        ) : (
          <VirtualTable {...common} columns={columns} sort={sort} onSort={setSort} rowHeight={56} leastWidth="900px" />
        )}
      </div>
      {edited && <MemberDialog projectId={projectId} person={edited} onClose={() => setEdited(undefined)} />}
      {asked && (
        <ConfirmDialog
          title={t(asked.state === 'removed' ? 'people.removeTitle' : 'people.inactiveTitle', {
            name: asked.person.name,
          })}
          confirm={t(asked.state === 'removed' ? 'people.remove' : 'people.setInactive')}
          danger={asked.state === 'removed'}
          isOpen
          isBusy={change.isPending}
          onConfirm={() => setState(asked.person, asked.state)}
          onCancel={() => setAsked(undefined)}
        >
          {t(asked.state === 'removed' ? 'people.removeText' : 'people.inactiveText', { name: asked.person.name })}
        </ConfirmDialog>
      )}
    </div>
  );
}

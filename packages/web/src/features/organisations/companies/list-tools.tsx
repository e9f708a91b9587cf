// Toolbar above a list of companies or contacts: search, whether inactive entries are shown, and the count.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MisreadFilter } from '../../../shared/data/ignored-filter.tsx';
import type { UserManagementTab } from '../../../shared/navigation/user-management.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import type { Sort } from '../../../ui/data/table/virtual-table.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SortIcon } from '../../../ui/icons.tsx';
import { Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { NARROW, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import '../../../ui/data/management-list.css';

export type ListView<S extends string> = {
  search: string;
  state: 'active' | 'inactive';
  sort: S;
  reverse: boolean;
  company: string | undefined;
};

/** The view encoded in the URL, and a function to change it. */
export function useListView<S extends string>(tab: UserManagementTab, sorts: readonly [S, ...S[]]) {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const view: ListView<S> = {
    search: address.search === undefined ? '' : String(address.search).slice(0, 200),
    state: address.state === 'inactive' ? 'inactive' : 'active',
    sort: sorts.find((one) => one === address.sort) ?? sorts[0],
    reverse: address.reverse === true || address.reverse === 'true',
    company: typeof address.company === 'string' ? address.company : undefined,
  };
  const change = (part: Partial<ListView<S>>) => {
    const { search, state, sort, reverse, company } = { ...view, ...part };
    void navigate({
      to: '/userManagement/{-$tab}',
      params: { tab },
      // Default values are not written to the URL.
      search: {
        ...(search && { search }),
        ...(state === 'inactive' && { state }),
        ...(sort !== sorts[0] && { sort }),
        ...(reverse && { reverse }),
        ...(company && { company }),
      } as never,
      replace: true,
    });
  };
  const sort: Sort = { column: view.sort, direction: view.reverse ? 'descending' : 'ascending' };
  const onSort = ({ column, direction }: Sort) => {
    const found = sorts.find((one) => one === column);
    if (found) change({ sort: found, reverse: direction === 'descending' });
  };
  const query = {
    ...(view.search.trim() && { search: view.search.trim() }),
    state: view.state,
    sort: view.sort,
    reverse: view.reverse ? ('true' as const) : ('false' as const),
    ...(view.company && { company: view.company }),
  };
  return { view, change, sort, onSort, query };
}

export function ListTools({
  label,
  view,
  count,
  sorts,
  onChange,
  onSort,
}: {
  label: string;
  view: Pick<ListView<string>, 'search' | 'state' | 'sort' | 'reverse'>;
  /** Formatted text; empty while the count is unknown. */
  count: string;
  /** Sort options for lists without column headers. */
  sorts: readonly { id: string; label: string }[];
  onChange: (part: { search?: string; state?: 'active' | 'inactive' }) => void;
  onSort: (sort: Sort) => void;
}) {
  const t = useT();
  const narrow = useMedia(NARROW);
  const turned = (id: string) => view.sort === id && !view.reverse;
  return (
    <Toolbar gap="2 3" className="users-tools">
      <MisreadFilter read={view} onDrop={() => onChange({})} />
      <SearchField label={label} value={view.search} onChange={(search) => onChange({ search })} />
      <SegmentedControl
        label={t('project.state')}
        segments={(['active', 'inactive'] as const).map((id) => ({ id, label: t(`organisation.shown.${id}`) }))}
        value={view.state}
        onChange={(state) => onChange({ state })}
      />
      {narrow && (
        <Menu
          label={t('organisation.sort')}
          placement="bottom end"
          trigger={<IconButton icon={SortIcon} label={t('organisation.sort')} />}
          groups={[
            {
              id: 'sort',
              heading: t('organisation.sort'),
              entries: sorts.map(({ id, label: name }) => ({
                id,
                label: name,
                selected: view.sort === id,
                onAction: () => onSort({ column: id, direction: turned(id) ? 'descending' : 'ascending' }),
              })),
            },
          ]}
        />
      )}
      <Text ink={3} push className="ui-figures" role="status">
        {count}
      </Text>
    </Toolbar>
  );
}

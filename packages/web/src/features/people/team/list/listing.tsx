// A list of teams or contacts with search, filter, sorting and selection; a table, or rows on narrow screens.
import type { ReactNode } from 'react';
import { ChosenBar } from '../../../../shared/batch/selection-bar.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { type TableColumn, VirtualTable } from '../../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import type { Icon } from '../../../../ui/icons.tsx';
import { Grid } from '../../../../ui/layout/primitives.tsx';
import { NARROW, useMedia } from '../../../../ui/theme/use-media.ts';
import { type Filter, ListTools } from './list-tools.tsx';
import type { useListView } from './use-list-view.ts';

export type ListingProps<Row, Sort extends string> = {
  label: string;
  searchLabel: string;
  list: ReturnType<typeof useListView<Sort>>;
  filters: readonly Filter[];
  rows: readonly Row[];
  /** Formatted count. */
  count: ReactNode;
  waiting: boolean;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  columns: TableColumn<Row>[];
  minWidth: string;
  /** Sort options in addition to those of the columns. */
  moreSorts?: readonly { id: string; label: string }[] | undefined;
  /** A row on narrow screens, and its height. */
  card: (row: Row) => ReactNode;
  touchRowHeight: number;
  /** Shown when there are no rows: a button to clear the filter if one is active, otherwise what the list is for. */
  empty: {
    icon: Icon;
    noMatches: string;
    title: string;
    text: string | undefined;
    any: boolean;
    clear: string;
    onClear: () => void;
  };
  onOpen?: ((row: Row) => void) | undefined;
  /** Actions for the selected rows; without it, rows cannot be selected. */
  actions?: ((rows: readonly Row[]) => ReactNode) | undefined;
};

export function Listing<Row, Sort extends string>(props: ListingProps<Row, Sort>) {
  const { label, searchLabel, list, filters, rows, count, waiting, idOf, nameOf, columns, empty, actions } = props;
  const { view, show, sortBy, sort, onSort, chosen, choose, clear } = list;
  const narrow = useMedia(NARROW);
  const narrowed = view.search !== '' || filters.some((filter) => filter.value !== undefined);
  const common = {
    ...{ label, rows, idOf, nameOf },
    loading: waiting ? ('first' as const) : undefined,
    empty:
      narrowed || empty.any ? (
        <EmptyState
          icon={empty.icon}
          title={empty.noMatches}
          action={narrowed && <Button onPress={empty.onClear}>{empty.clear}</Button>}
        />
      ) : (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      ),
    ...(props.onOpen && { onOpen: props.onOpen }),
    ...(actions && { selection: { ids: chosen, onChange: choose } }),
  };
  // Without a row there is nothing to search.
  if (!waiting && !narrowed && !empty.any) return common.empty;
  const picked = rows.filter((row) => chosen.has(idOf(row)));
  return (
    <>
      <ListTools
        label={searchLabel}
        read={view}
        search={view.search}
        onSearch={(search) => show({ search })}
        filters={filters}
        inactive={view.inactive}
        onInactive={(inactive) => show({ inactive })}
        sorts={[
          ...columns.filter((column) => column.sortable).map(({ id, header }) => ({ id, label: header })),
          ...(props.moreSorts ?? []),
        ]}
        sort={view.sort}
        order={view.order}
        onSort={sortBy}
        count={waiting ? '' : count}
      />
      <div>
        {narrow ? (
          <VirtualList {...common} rowHeight={props.touchRowHeight}>
            {(row) => (
              <Grid columns="rest auto" gap="0.5 3" align="center" shrink grow className="member-row">
                {props.card(row)}
              </Grid>
            )}
          </VirtualList>
        ) : (
          <VirtualTable
            {...common}
            columns={columns}
            sort={sort}
            onSort={onSort}
            rowHeight={56}
            minWidth={props.minWidth}
          />
        )}
      </div>
      {actions && (
        <ChosenBar count={picked.length} onClear={clear}>
          {actions(picked)}
        </ChosenBar>
      )}
    </>
  );
}

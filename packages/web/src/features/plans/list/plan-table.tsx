// Plans and folders as a table: dense, sortable, with keyboard navigation.
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { TREE_SORTS, type TreeSort } from '../../../shared/site/plan-tree.ts';
import type { Selection } from '../../../ui/data/rows.ts';
import { type TableColumn, VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PlanPicture } from '../plan-picture.tsx';
import { type EntryActions, PlanMenu } from './plan-menu.tsx';

export type PlanTableProps = {
  rows: readonly PlanRow[];
  entryOf: (id: string) => PlanEntry | undefined;
  /** The number of entries in a folder. */
  itemsOf: (folderId: string) => number;
  hrefOf: (row: PlanRow) => string;
  selection: Selection | undefined;
  actions: EntryActions;
  now: Date;
  empty: ReactNode;
  sort: TreeSort;
  reverse: boolean;
  onSort: (sort: TreeSort, reverse: boolean) => void;
  onOpen: (row: PlanRow) => void;
};

/** Titles and types sort ascending by default, everything else descending. */
const direction = (sort: TreeSort, reverse: boolean) =>
  (sort === 'Title' || sort === 'type') === reverse ? ('descending' as const) : ('ascending' as const);

export function PlanTable(props: PlanTableProps) {
  const { rows, entryOf, itemsOf, hrefOf, selection, actions, now, empty, sort, reverse, onSort, onOpen } = props;
  const t = useT();
  const count = (value: number | undefined) => (value === undefined ? '' : value === 0 ? '–' : t.number(value));
  const columns: TableColumn<PlanRow>[] = [
    {
      id: 'Title',
      header: t('plan.name'),
      width: 'minmax(240px, 3fr)',
      sortable: true,
      cell: (row) => (
        <Row as={Link} gap={3} shrink ink="inherit" weight="medium" className="plan-row-name" href={hrefOf(row)}>
          <PlanPicture row={row} entry={entryOf(row.id)} size="thumb" />
          <span className="ui-table-text" dir="auto">
            {row.sheetNumber && <span className="plan-row-sheet">{row.sheetNumber}</span>}
            {row.name}
          </span>
        </Row>
      ),
    },
    {
      id: 'revision',
      header: t('plan.revision'),
      width: 'minmax(84px, 0.6fr)',
      cell: (row) =>
        row.type === 'Folder'
          ? ''
          : row.updating
            ? t('plan.preparing')
            : (entryOf(row.id)?.currentRevision?.version ?? ''),
    },
    {
      id: 'openPins',
      header: t('plan.openPins'),
      width: '104px',
      align: 'end',
      sortable: true,
      cell: (row) => (row.type === 'Folder' ? '' : count(entryOf(row.id)?.openPins)),
    },
    {
      id: 'openTaskCount',
      header: t('plan.openTasks'),
      width: '116px',
      align: 'end',
      sortable: true,
      cell: (row) => (row.type === 'Folder' ? '' : count(entryOf(row.id)?.openTasks)),
    },
    {
      id: 'Size',
      header: t('plan.size'),
      width: '96px',
      align: 'end',
      sortable: true,
      cell: (row) => {
        if (row.type === 'Folder') return t('plan.items', { count: itemsOf(row.id) });
        const entry = entryOf(row.id);
        return entry?.currentRevision ? t.bytes(entry.currentRevision.fileSize) : '';
      },
    },
    {
      id: 'LastActivity',
      header: t('plan.lastActivity'),
      width: 'minmax(192px, 1fr)',
      align: 'end',
      sortable: true,
      cell: (row) => t.relative(new Date(row.lastActivity), now),
    },
    { id: 'menu', header: '', width: '48px', cell: (row) => <PlanMenu row={row} actions={actions} /> },
  ];
  return (
    <VirtualTable
      label={t('plan.list')}
      rows={rows}
      columns={columns}
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={selection}
      onOpen={onOpen}
      sort={{ column: sort, direction: direction(sort, reverse) }}
      onSort={({ column }) => {
        const next = TREE_SORTS.find((treeSort) => treeSort === column);
        if (next) onSort(next, next === sort ? !reverse : false);
      }}
      rowHeight={48}
      minWidth="916px"
      widthsKey="plans"
      empty={empty}
    />
  );
}

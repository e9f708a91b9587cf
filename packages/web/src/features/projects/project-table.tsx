// Projects as a table, for users who have many and know them by name.
import { PROJECT_SORTS, type ProjectEntry } from '@plumbline/core/features/projects/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Selection } from '../../ui/data/rows.ts';
import { type Sort, type TableColumn, VirtualTable } from '../../ui/data/table/virtual-table.tsx';
import { FolderIcon, IconMark } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { FolderMenu } from './folders/folder-menu.tsx';
import type { Drag } from './folders/use-drag.ts';
import type { ListRow, RowActions } from './list/list-rows.ts';
import { OfflineMark, Star } from './list/star.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { folderWords, projectAddress } from './project-tiles.tsx';
import type { ProjectView } from './project-view.ts';

type ProjectTableProps = {
  rows: readonly ListRow[];
  view: ProjectView;
  onView: (change: Partial<ProjectView>) => void;
  now: Date;
  loading: 'first' | 'more' | undefined;
  onEnd: () => void;
  total: number | undefined;
  empty: ReactNode;
  selection: Selection;
  actions: RowActions;
  drag: Drag;
  held: ReadonlySet<string>;
  /** The folder path of a project; shown while searching all folders. */
  placeOf: ((row: ListRow) => string) | undefined;
};

/** The last column shows the time that the list is sorted by, otherwise the last activity. */
const TIME_SORTS = ['lastActivity', 'lastModified', 'date'] as const;

/** Names sort ascending by default, times newest first. */
const isUpwards = (sort: ProjectView['sort'], reverse: boolean) =>
  !(sort === 'lastActivity' || sort === 'lastModified' || sort === 'date') !== reverse;

export function ProjectTable(props: ProjectTableProps) {
  const { rows, view, onView, now, loading, onEnd, total, empty, selection, actions, drag, held, placeOf } = props;
  const t = useT();
  const go = useNavigate();
  const time = TIME_SORTS.find((sort) => sort === view.sort) ?? 'lastActivity';
  const count = (row: ListRow, of: (project: ProjectEntry) => number) =>
    row.kind === 'folder' ? '' : t.number(of(row.project));
  const timeText = (row: ListRow) => {
    if (time !== 'date') return t.relative(new Date((row.kind === 'folder' ? row.folder : row.project)[time]), now);
    return row.kind === 'folder' || row.project.start === null ? '' : t.date(row.project.start, 'medium');
  };
  const company: TableColumn<ListRow> = {
    id: 'organisationName',
    header: t('project.sort.organisationName'),
    width: 'minmax(96px, 1fr)',
    sortable: true,
    cell: (row) => (row.kind === 'folder' ? '' : row.project.company || row.project.organisationName),
  };
  const columns: TableColumn<ListRow>[] = [
    {
      id: 'favourites',
      header: t('project.favourite'),
      hideHeader: true,
      width: 'calc(var(--control-s) + 12px)',
      cell: (row) =>
        row.kind === 'folder' ? (
          <IconMark icon={FolderIcon} className="project-folder-mark" />
        ) : (
          <Star project={row.project} onStar={actions.onStar} />
        ),
    },
    {
      id: 'name',
      header: t('project.title'),
      width: 'minmax(260px, 6fr)',
      sortable: true,
      cell: (row) => (
        <Row as="span" gap={3} shrink>
          <strong className="ui-table-text" dir="auto">
            {row.name}
          </strong>
          {row.kind === 'project' && held.has(row.id) && <OfflineMark />}
        </Row>
      ),
    },
    ...(view.sort === 'organisationName' ? [company] : []),
    {
      id: 'address',
      header: placeOf ? t('project.folder') : t('project.address'),
      width: 'minmax(96px, 2fr)',
      cell: (row) =>
        placeOf ? placeOf(row) : row.kind === 'folder' ? folderWords(t, row.folder) : projectAddress(row.project),
    },
    {
      id: 'role',
      header: t('project.role'),
      width: 'minmax(116px, 1fr)',
      cell: (row) =>
        row.kind === 'folder' ? '' : row.project.role === null ? t('project.notMember') : t(`role.${row.project.role}`),
    },
    {
      id: 'plans',
      header: t('nav.plans'),
      width: '88px',
      align: 'end',
      cell: (row) => count(row, ({ plans }) => plans),
    },
    {
      id: 'pins',
      header: t('project.openPinsShort'),
      width: '96px',
      align: 'end',
      cell: (row) => count(row, ({ openPins }) => openPins),
    },
    {
      id: 'tasks',
      header: t('project.openTasksShort'),
      width: '116px',
      align: 'end',
      cell: (row) => count(row, ({ openTasks }) => openTasks),
    },
    {
      id: time,
      header: t(`project.sort.${time}`),
      width: 'minmax(184px, 1fr)',
      align: 'end',
      sortable: true,
      cell: (row) => timeText(row),
    },
    {
      id: 'more',
      header: t('project.actions'),
      hideHeader: true,
      width: '48px',
      cell: (row) =>
        row.kind === 'folder' ? (
          <FolderMenu folder={row.folder} actions={actions} />
        ) : (
          <ProjectMenu project={row.project} actions={actions} />
        ),
    },
  ];
  const sort: Sort = { column: view.sort, direction: isUpwards(view.sort, view.reverse) ? 'ascending' : 'descending' };
  return (
    <VirtualTable
      label={t('project.list')}
      rows={rows}
      columns={columns}
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={selection}
      rowProps={(row) => ({
        ...drag.source(row),
        ...(row.kind === 'folder' && drag.target(row.id)),
        ...(drag.over === row.id && { 'data-drop': '' }),
      })}
      sort={sort}
      onSort={({ column }) => {
        const chosen = PROJECT_SORTS.find((one) => one === column);
        if (chosen) onView({ sort: chosen, reverse: chosen === view.sort && !view.reverse });
      }}
      onOpen={(row) =>
        void (row.kind === 'folder'
          ? go({ to: '/', search: { folder: row.id } })
          : go({ to: '/project/$projectId', params: { projectId: row.id } }))
      }
      loading={loading}
      onEnd={onEnd}
      total={total}
      empty={empty}
      minWidth="1000px"
    />
  );
}

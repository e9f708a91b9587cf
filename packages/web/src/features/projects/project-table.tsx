// Projects as a table, for those who have many and know their names.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Sort, type TableColumn, VirtualTable } from '../../ui/data/virtual-table.tsx';
import { useT } from '../../ui/translation.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { projectAddress } from './project-tiles.tsx';
import type { ProjectView } from './use-project-view.ts';

type ProjectTableProps = {
  projects: readonly ProjectEntry[];
  view: ProjectView;
  onView: (change: Partial<ProjectView>) => void;
  now: Date;
  loading: 'first' | 'more' | undefined;
  onEnd: () => void;
  total: number | undefined;
  empty: ReactNode;
};

/** Names go upwards by nature, times begin with the newest. */
const isUpwards = (sort: ProjectView['sort'], reverse: boolean) => (sort === 'name') !== reverse;

export function ProjectTable(props: ProjectTableProps) {
  const { projects, view, onView, now, loading, onEnd, total, empty } = props;
  const t = useT();
  const go = useNavigate();
  const columns: TableColumn<ProjectEntry>[] = [
    {
      id: 'name',
      header: t('project.title'),
      width: 'minmax(180px, 3fr)',
      sortable: true,
      cell: ({ title }) => <strong className="ui-table-text">{title}</strong>,
    },
    { id: 'address', header: t('project.address'), width: 'minmax(100px, 2fr)', cell: projectAddress },
    {
      id: 'role',
      header: t('project.role'),
      width: 'minmax(112px, 1fr)',
      cell: ({ role }) => (role === null ? t('project.notMember') : t(`role.${role}`)),
    },
    { id: 'plans', header: t('nav.plans'), width: '64px', align: 'end', cell: ({ plans }) => t.number(plans) },
    {
      id: 'pins',
      header: t('project.openPinsShort'),
      width: '106px',
      align: 'end',
      cell: ({ openPins }) => t.number(openPins),
    },
    {
      id: 'tasks',
      header: t('project.openTasksShort'),
      width: '132px',
      align: 'end',
      cell: ({ openTasks }) => t.number(openTasks),
    },
    {
      id: 'lastActivity',
      header: t('project.sort.lastActivity'),
      width: 'minmax(192px, 1fr)',
      align: 'end',
      sortable: true,
      cell: ({ lastActivity }) => t.relative(new Date(lastActivity), now),
    },
    {
      id: 'more',
      header: t('project.actions'),
      hideHeader: true,
      width: '48px',
      cell: (project) => <ProjectMenu project={project} />,
    },
  ];
  const sort: Sort = { column: view.sort, direction: isUpwards(view.sort, view.reverse) ? 'ascending' : 'descending' };
  return (
    <VirtualTable
      label={t('project.list')}
      rows={projects}
      columns={columns}
      idOf={(project) => project.id}
      nameOf={(project) => project.title}
      sort={sort}
      onSort={({ column }) => {
        if (column !== 'name' && column !== 'lastActivity') return;
        onView({ sort: column, reverse: column === view.sort && !view.reverse });
      }}
      onOpen={(project) => void go({ to: '/project/$projectId', params: { projectId: project.id } })}
      loading={loading}
      onEnd={onEnd}
      total={total}
      empty={empty}
      leastWidth="936px"
    />
  );
}

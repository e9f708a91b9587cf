// Exports the task list to a file or prints it.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useRow } from '../../local/use-rows.ts';
import type { People } from '../../shared/site/people.ts';
import type { PrintColumn } from '../../ui/data/print-view.tsx';
import { useT } from '../../ui/translation.tsx';
import { ListExport } from '../exports/list-export.tsx';
import type { TaskView } from './list/task-view.ts';

type TaskExportProps = {
  projectId: string;
  view: TaskView;
  /** Undefined while they are being read. */
  rows: readonly TaskRow[] | undefined;
  people: People;
  today: string;
  actor: Actor;
};

/** An id that matches no one: if none of the assignees in the filter is the user or their team, the list is empty. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

function queryOf({ view: { mine, filter, order }, actor }: TaskExportProps): URLSearchParams {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined || value === '' || (mine && field === 'assignee')) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, one);
  }
  if (mine) {
    const own = [actor.userId, ...actor.teamIds].filter(
      (id) => !filter.assignee?.length || filter.assignee.includes(id),
    );
    for (const id of own.length > 0 ? own : [NOBODY]) query.append('assignee', id);
  }
  query.set('sort', order.by);
  query.set('order', order.direction === 'ascending' ? 'asc' : 'desc');
  return query;
}

export function TaskExport(props: TaskExportProps) {
  const { projectId, view, rows, people, today } = props;
  const t = useT();
  const project = useRow('project', projectId);
  const columns: PrintColumn<TaskRow>[] = [
    { id: 'number', header: t('task.number'), align: 'end', cell: (task) => task.number ?? '–' },
    { id: 'title', header: t('task.title'), cell: (task) => task.title || task.description },
    { id: 'status', header: t('task.status'), cell: (task) => t(`task.status.${shownStatus(task, today)}`) },
    { id: 'assignee', header: t('task.assignee'), cell: (task) => people.assigneeOf(task)?.name },
    { id: 'due', header: t('task.dueDate'), cell: (task) => (task.dueDate === null ? '' : t.date(task.dueDate)) },
    { id: 'craft', header: t('task.craft'), cell: (task) => task.craft },
    { id: 'by', header: t('task.createdBy'), cell: (task) => people.nameOf(task.createdBy) },
  ];
  const { filter } = view;
  const words = [
    ...(view.mine ? [t('task.mine')] : []),
    ...(filter.search ? [`“${filter.search}”`] : []),
    ...(filter.status ?? []).map((one) => t(`task.status.${one}`)),
  ];
  return (
    <ListExport
      title={[project?.title, t('nav.tasks')].filter(Boolean).join(' – ')}
      path={`/api/tasks-api/projects/${projectId}/exports/tasks`}
      query={queryOf(props)}
      print={{ rows, columns, idOf: (task) => task.id, filter: words }}
      opens
    />
  );
}

// The filter language of tasks as SQL: evaluates on a row what core's matchesTask evaluates on a task in memory.

import type { TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { ShownTaskStatus } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { type Params, visible } from '../../db/tx/visibility.ts';
import { wordCondition } from '../../lists/search-terms.ts';

/** Whether the task `alias` is shown with one of these statuses on the day `today`. */
export function statusCondition(
  alias: string,
  requested: readonly ShownTaskStatus[],
  today: string,
  params: Params,
): string {
  const stored = requested.filter((status) => status !== 'overdue' && status !== 'open');
  const late = () => `${alias}.due_date < ${params.add(today, 'date')}`;
  const parts = [
    ...(stored.length > 0 ? [`${alias}.status = ANY (${params.add(stored, 'text[]')})`] : []),
    ...(requested.includes('open') && requested.includes('overdue') ? [`${alias}.status = 'open'`] : []),
    ...(requested.includes('open') && !requested.includes('overdue')
      ? [`(${alias}.status = 'open' AND (${alias}.due_date IS NULL OR NOT ${late()}))`]
      : []),
    ...(requested.includes('overdue') && !requested.includes('open')
      ? [`(${alias}.status = 'open' AND ${late()})`]
      : []),
  ];
  return `(${parts.join(' OR ') || 'false'})`;
}

type TaskQuery = { actor: Actor; filter: TaskFilter; params: Params; today: string };

/** The condition on tasks `t`, joined to their pins `p`; `$1` is the organisation, `$2` the project. */
export async function taskConditions(
  db: PoolClient,
  projectKey: ProjectKey,
  { actor, filter, params, today }: TaskQuery,
): Promise<string> {
  const among = (column: string, values: readonly string[] | undefined, type: string) =>
    values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];
  const words = await wordCondition(db, projectKey, 'task', 't', filter.search, params);
  return [
    't.organisation_id = $1 AND t.project_id = $2',
    visible('task', 't', actor, params),
    ...(filter.status?.length ? [statusCondition('t', filter.status, today, params)] : []),
    ...among('t.assignee_id', filter.assignee, 'uuid'),
    ...among('t.created_by', filter.creator, 'uuid'),
    ...among('t.pin_id', filter.pin, 'uuid'),
    ...among('t.company_name', filter.company, 'text'),
    ...among('t.craft', filter.craft, 'text'),
    ...among('p.plan_id', filter.plan, 'uuid'),
    ...among('p.room', filter.room, 'text'),
    ...(filter.dueFrom ? [`t.due_date >= ${params.add(filter.dueFrom, 'date')}`] : []),
    ...(filter.dueTo ? [`t.due_date <= ${params.add(filter.dueTo, 'date')}`] : []),
    ...(filter.due ? ['t.due_date IS NULL'] : []),
    ...(words === undefined ? [] : [words]),
  ].join(' AND ');
}

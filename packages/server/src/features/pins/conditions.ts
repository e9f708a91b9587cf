// The one filter language of pins as SQL: says of a row under `p` what core's matchesPin says of a pin in memory.
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { PinFilter } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { PoolClient } from 'pg';
import type { Place } from '../../db/tx/rows.ts';
import { type Params, visible } from '../../db/tx/visibility.ts';
import { wordCondition } from '../../http/found-words.ts';
import { statusCondition } from '../tasks/conditions.ts';

type Asked = { actor: Actor; filter: PinFilter; params: Params; today: string };

const among = (column: string, values: readonly string[] | undefined, type: string, params: Params): string[] =>
  values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];

function taskConditions({ actor, filter, params, today }: Asked): string[] {
  const due = [
    ...(filter.dueFrom ? [`t.due_date >= ${params.add(filter.dueFrom, 'date')}`] : []),
    ...(filter.dueTo ? [`t.due_date <= ${params.add(filter.dueTo, 'date')}`] : []),
  ];
  const wanted = [
    ...among('t.assignee_id', filter.assignee, 'uuid', params),
    ...(filter.taskStatus?.length ? [statusCondition('t', filter.taskStatus, today, params)] : []),
    ...(due.length > 0 ? [due.join(' AND ')] : []),
  ];
  if (wanted.length === 0) return [];
  const from = `FROM task t WHERE t.organisation_id = p.organisation_id AND t.project_id = p.project_id
    AND t.pin_id = p.id AND ${visible('task', 't', actor, params)}`;
  if (wanted.length === 1) return [`EXISTS (SELECT ${from} AND ${wanted[0]})`];
  // Each by itself: one task may be due, and another be somebody's.
  const each = wanted.map((condition) => `coalesce(bool_or(${condition}), false)`);
  return [`(SELECT ${each.join(' AND ')} ${from})`];
}

function photoConditions({ actor, filter, params }: Asked): string[] {
  if (!filter.photos) return [];
  return [
    `${filter.photos === 'with' ? '' : 'NOT '}EXISTS (SELECT FROM post o WHERE o.organisation_id = p.organisation_id
      AND o.project_id = p.project_id AND o.pin_id = p.id AND o.active AND o.type = 'Visuals' AND ${visible('post', 'o', actor, params)})`,
  ];
}

/**
 * For whoever sees own and assigned pins only: where to look for them. `visible` decides; this alone keeps PostgreSQL from
 * going through the whole project for them.
 */
function involved({ actor, params }: Asked): string[] {
  if (scopeOf(actor.role, 'pin.view') !== 'involved') return [];
  const user = params.add(actor.userId, 'uuid');
  const assignees = params.add([actor.userId, ...actor.teamIds], 'uuid[]');
  return [
    `p.id IN (SELECT own.id FROM pin own WHERE own.organisation_id = $1 AND own.project_id = $2 AND own.created_by = ${user}
      UNION SELECT given.pin_id FROM task given WHERE given.organisation_id = $1 AND given.project_id = $2
        AND given.assignee_id = ANY (${assignees}))`,
  ];
}

/** The condition on pins of the place under `p`; `$1` is the organisation, `$2` the project. */
export async function pinConditions(db: PoolClient, place: Place, asked: Asked): Promise<string> {
  const { actor, filter, params } = asked;
  const words = await wordCondition(db, place, 'pin', 'p', filter.search, params);
  return [
    'p.organisation_id = $1 AND p.project_id = $2',
    visible('pin', 'p', actor, params),
    ...involved(asked),
    ...among('p.status', filter.status, 'text', params),
    ...among('p.category_id', filter.category, 'uuid', params),
    ...among('p.plan_id', filter.plan, 'uuid', params),
    ...among('p.created_by', filter.creator, 'uuid', params),
    ...(filter.tag?.length ? [`p.tags ?| ${params.add(filter.tag, 'text[]')}`] : []),
    ...(filter.createdFrom ? [`p.created_at >= ${params.add(`${filter.createdFrom}T00:00:00Z`, 'timestamptz')}`] : []),
    ...(filter.createdTo
      ? [`p.created_at < ${params.add(`${filter.createdTo}T00:00:00Z`, 'timestamptz')} + interval '1 day'`]
      : []),
    ...taskConditions(asked),
    ...photoConditions(asked),
    ...(words === undefined ? [] : [words]),
  ].join(' AND ');
}

// The order of a report's pins, decided before their content is read: a preview reads only the first of them.
import type { PinOrder } from '@plumbline/core/features/reports/options';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../../db/tx/visibility.ts';
import type { ReportRequest } from '../store.ts';
import type { Reader } from './site-rows.ts';

const TERMS = {
  number: 'p.number',
  title: `nullif(p.title, '') COLLATE natural_order`,
  plan: `nullif(plan.name, '') COLLATE natural_order`,
  room: `nullif(p.room, '') COLLATE natural_order`,
  category: `nullif(category.title, '') COLLATE natural_order`,
  company: 'of_tasks.company',
  status: `array_position(ARRAY['open', 'closed', 'inactive'], p.status)`,
  due: 'of_tasks.due',
  newest: 'p.created_at DESC',
} as const satisfies Record<Exclude<PinOrder, 'chosen'>, string>;

/** These pins by each of the orders in turn, at last as given; only those that the reader can see. */
export async function orderedPins(
  db: PoolClient,
  { organisationId, projectId, actor }: Reader,
  { pinIds, taskIds }: Pick<ReportRequest, 'pinIds' | 'taskIds'>,
  orders: readonly PinOrder[],
): Promise<string[]> {
  const terms = orders.flatMap((order) => (order === 'chosen' ? [] : TERMS[order]));
  if (terms.length === 0) return pinIds;
  const params = new Params(organisationId, projectId, pinIds);
  const chosen = taskIds === null ? '' : `AND t.id = ANY (${params.add(taskIds, 'uuid[]')})`;
  const found = await db.query<{ id: string }>(
    `SELECT p.id FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place)
     JOIN pin p ON p.organisation_id = $1 AND p.project_id = $2 AND p.id = wanted.id
     LEFT JOIN plan ON plan.organisation_id = $1 AND plan.id = p.plan_id
     LEFT JOIN category ON category.organisation_id = $1 AND category.id = p.category_id
     LEFT JOIN LATERAL (
       SELECT min(nullif(t.company_name, '') COLLATE natural_order) AS company,
         min(t.due_date) FILTER (WHERE t.status <> 'closed') AS due
       FROM task t WHERE t.organisation_id = $1 AND t.pin_id = p.id AND t.status NOT IN ('draft', 'inactive') ${chosen}
         AND ${visible('task', 't', actor, params)}
     ) AS of_tasks ON true
     WHERE ${visible('pin', 'p', actor, params)} ORDER BY ${terms.join(', ')}, wanted.place`,
    params.values,
  );
  return found.rows.map(({ id }) => id);
}

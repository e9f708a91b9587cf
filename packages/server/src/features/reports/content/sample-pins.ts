// Some pins of a project for trying a template: those with photos and tasks first, so that most placeholders have a value.
import type { PoolClient } from 'pg';
import { Params, visible } from '../../../db/tx/visibility.ts';
import type { Reader } from './site-rows.ts';

export async function samplePins(
  db: PoolClient,
  { organisationId, projectId, actor }: Reader,
  count: number,
): Promise<string[]> {
  const params = new Params(organisationId, projectId);
  const has = (table: string) =>
    `EXISTS (SELECT FROM ${table} x WHERE x.organisation_id = r.organisation_id AND x.pin_id = r.id)::int`;
  const found = await db.query<{ id: string }>(
    `SELECT id FROM (
       SELECT r.id, r.number FROM pin r
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND ${visible('pin', 'r', actor, params)}
       ORDER BY ${has('post')} + ${has('task')} DESC, r.changed_at DESC, r.id LIMIT ${count}
     ) AS chosen ORDER BY number, id`,
    params.values,
  );
  return found.rows.map(({ id }) => id);
}

// The pins of a list, in batches: the ids are read once, the contents while the file is written.
import { type exportPins, MAX_EXPORTED_ROWS } from '@plumbline/core/features/exports/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { type Geo, toPosition } from '@plumbline/core/site/geometry/mercator';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readGroup, withinGroup } from '../groups/read.ts';
import { type Reader, readEntriesOf, readPinIds } from '../pins/read.ts';
import { ASSIGNEE_NAME } from '../tasks/read.ts';
import type { PinExportRow } from './columns.ts';

type Query = RequestOf<typeof exportPins>['query'];

/** The ids of all pins of the list, in its order. Throws `too_large` above the row limit of a file. */
export async function idsOfPins(reader: Reader, query: Query): Promise<string[]> {
  const { format: _format, language: _language, group, asInGroup, ...list } = query;
  const within = group === undefined ? undefined : withinGroup(reader, await readGroup(reader, group));
  const ids = await readPinIds(reader, list, MAX_EXPORTED_ROWS + 1, { within, asWithin: asInGroup ?? false });
  if (ids.length > MAX_EXPORTED_ROWS) throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
  return ids;
}

type Texts = Pick<PinExportRow, 'id' | 'notes' | 'ratings' | 't1' | 't2' | 't3' | 'x' | 'y' | 'assignees'> & {
  geo: Geo | null;
};

/** The titles of the manual groups that each of these pins is in. */
async function groupsOf({ db, projectKey, actor }: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const found = await db.query<{ pinId: string; titles: string[] }>(
    `SELECT one.id AS "pinId", array_agg(g.title ORDER BY g.title COLLATE natural_order) AS titles
     FROM pin_group g CROSS JOIN jsonb_array_elements_text(g.pin_ids) one(id)
     WHERE g.organisation_id = $1 AND g.project_id = $2 AND g.active AND g.kind = 'manual'
       AND one.id = ANY ($3::text[]) AND ${visible('group', 'g', actor, params)} GROUP BY one.id`,
    params.values,
  );
  return new Map(found.rows.map(({ pinId, titles }) => [pinId, titles]));
}

/** The exported data of these pins, in this order. */
export async function pinExportRows(reader: Reader, ids: readonly string[]): Promise<PinExportRow[]> {
  const { db, projectKey, actor } = reader;
  const entries = await readEntriesOf(reader, ids);
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const texts = await db.query<Texts>(
    `SELECT p.id, p.notes, p.ratings, p.t1, p.t2, p.t3, p.x, p.y,
       (SELECT e.geo FROM plan_georeference e WHERE e.organisation_id = $1 AND e.id = p.plan_id) AS geo,
       ARRAY(SELECT DISTINCT ${ASSIGNEE_NAME} FROM task t WHERE t.organisation_id = $1 AND t.pin_id = p.id
         AND t.assignee_id IS NOT NULL AND ${visible('task', 't', actor, params)} ORDER BY 1) AS assignees
     FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
       AND p.id = ANY ($3::uuid[]) AND ${visible('pin', 'p', actor, params)}`,
    params.values,
  );
  const byId = new Map(texts.rows.map((row) => [row.id, row]));
  const groups = await groupsOf(reader, ids);
  // Pins the user can no longer see since the export started are left out.
  return entries.flatMap((entry) => {
    const own = byId.get(entry.id);
    if (!own) return [];
    const { geo, ...texts } = own;
    const { x, y } = texts;
    const onEarth = geo === null || x === null || y === null ? null : toPosition(geo, { x, y });
    return [{ ...entry, ...texts, onEarth, groups: groups.get(entry.id) ?? [] }];
  });
}

// The pins of a list, in batches: the ids are read once, the contents while the file is written.
import { type exportPins, MAX_EXPORTED_ROWS } from '@plumbline/core/features/exports/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readGroup, withinGroup } from '../groups/read.ts';
import { type Reader, readEntriesOf, readPinIds } from '../pins/read.ts';
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

/** The exported data of these pins, in this order. */
export async function pinExportRows(reader: Reader, ids: readonly string[]): Promise<PinExportRow[]> {
  const { db, projectKey, actor } = reader;
  const entries = await readEntriesOf(reader, ids);
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const texts = await db.query<Pick<PinExportRow, 'id' | 'notes' | 'ratings' | 't1' | 't2' | 't3'>>(
    `SELECT p.id, p.notes, p.ratings, p.t1, p.t2, p.t3 FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
       AND p.id = ANY ($3::uuid[]) AND ${visible('pin', 'p', actor, params)}`,
    params.values,
  );
  const byId = new Map(texts.rows.map((row) => [row.id, row]));
  // Pins the user can no longer see since the export started are left out.
  return entries.flatMap((entry) => {
    const own = byId.get(entry.id);
    return own ? [{ ...entry, ...own }] : [];
  });
}

// The pins of a report: named ones, those of named tasks, or those a filter finds, each once and in this order.

import type { createReport } from '@plumbline/core/features/reports/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { pinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../../db/tx/visibility.ts';
import { pinConditions } from '../../pins/conditions.ts';
import { readToday } from '../../tasks/today.ts';
import type { Reader } from './site-rows.ts';

/** The same limit as for pins named in a report's request. */
const MAX_PINS = 5_000;

export type PinSelection = Pick<RequestOf<typeof createReport>['body'], 'pinIds' | 'taskIds' | 'filter'>;

export async function chosenPins(db: PoolClient, reader: Reader, wanted: PinSelection, now: Date): Promise<string[]> {
  const ofTasks = wanted.taskIds.length === 0 ? [] : await pinsOfTasks(db, reader, wanted.taskIds);
  const found = wanted.filter === null ? [] : await pinsFound(db, reader, pinFilter.parse(wanted.filter), now);
  return [...new Set([...wanted.pinIds, ...ofTasks, ...found])].slice(0, MAX_PINS);
}

async function pinsOfTasks(db: PoolClient, { organisationId, projectId, actor }: Reader, taskIds: readonly string[]) {
  const params = new Params(organisationId, projectId, taskIds);
  const found = await db.query<{ id: string }>(
    `SELECT t.pin_id AS id FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place)
     JOIN task t ON t.organisation_id = $1 AND t.project_id = $2 AND t.id = wanted.id
     WHERE ${visible('task', 't', actor, params)} ORDER BY wanted.place`,
    params.values,
  );
  return found.rows.map((row) => row.id);
}

async function pinsFound(db: PoolClient, reader: Reader, filter: ReturnType<typeof pinFilter.parse>, now: Date) {
  const projectKey = { organisationId: reader.organisationId, projectId: reader.projectId };
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const today = await readToday(db, projectKey, now);
  const where = await pinConditions(db, projectKey, { actor: reader.actor, filter, params, today });
  const found = await db.query<{ id: string }>(
    `SELECT p.id FROM pin p WHERE ${where} ORDER BY p.number, p.id LIMIT ${MAX_PINS}`,
    params.values,
  );
  return found.rows.map((row) => row.id);
}

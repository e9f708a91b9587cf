// Looks up what a saved report contains now.
import type { ReportSource } from '@plumbline/core/features/reports/definitions';
import { pinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../../db/tx/visibility.ts';
import { chosenPins, type PinSelection } from '../content/chosen-pins.ts';
import type { Reader } from '../content/site-rows.ts';
import { NO_PINS, type ViewProblem, viewSelection } from './view-selection.ts';

type GroupContent = { kind: 'manual' | 'smart'; pinIds: string[]; filter: unknown };

/** The pins or tasks to select, or why there are none. `since`: when the last report was created. */
export async function selectionOf(
  db: PoolClient,
  reader: Reader,
  source: ReportSource,
  { since, now }: { since: Date | null; now: Date },
): Promise<PinSelection | 'group_missing' | ViewProblem> {
  switch (source.kind) {
    case 'pins':
      return { ...NO_PINS, pinIds: source.pinIds };
    case 'tasks':
      return { ...NO_PINS, taskIds: source.taskIds };
    case 'filter':
      return { ...NO_PINS, filter: source.filter };
    case 'group': {
      const group = await readGroup(db, reader, source.groupId);
      if (!group) return 'group_missing';
      return group.kind === 'manual'
        ? { ...NO_PINS, pinIds: group.pinIds }
        : { ...NO_PINS, filter: pinFilter.parse(group.filter ?? {}) };
    }
    case 'view':
      return viewSelection(db, reader, source.viewId, now);
    case 'changed': {
      const all = { ...NO_PINS, filter: source.filter };
      if (since === null) return all;
      return { ...NO_PINS, pinIds: await changedSince(db, reader, await chosenPins(db, reader, all, now), since) };
    }
  }
}

async function readGroup(db: PoolClient, { organisationId, projectId, actor }: Reader, groupId: string) {
  const params = new Params(organisationId, projectId, groupId);
  const found = await db.query<GroupContent>(
    `SELECT g.kind, g.pin_ids AS "pinIds", g.filter FROM pin_group g
     WHERE g.organisation_id = $1 AND g.project_id = $2 AND g.id = $3 AND g.active AND ${visible('group', 'g', actor, params)}`,
    params.values,
  );
  return found.rows[0];
}

/** Those of the pins that were changed themselves, or whose tasks, comments or media were, in the given order. */
async function changedSince(
  db: PoolClient,
  { organisationId, projectId, actor }: Reader,
  pinIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const params = new Params(organisationId, projectId, pinIds);
  const at = params.add(since, 'timestamptz');
  const changed = (entity: 'task' | 'comment' | 'post', column: string): string =>
    `EXISTS (SELECT FROM ${entity} r WHERE r.organisation_id = $1 AND r.pin_id = p.id AND r.${column} > ${at}
       AND ${visible(entity, 'r', actor, params)})`;
  const found = await db.query<{ id: string }>(
    `SELECT p.id FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place)
     JOIN pin p ON p.organisation_id = $1 AND p.project_id = $2 AND p.id = wanted.id
     WHERE p.changed_at > ${at} OR ${changed('task', 'changed_at')} OR ${changed('comment', 'created_at')}
       OR ${changed('post', 'created_at')}
     ORDER BY wanted.place`,
    params.values,
  );
  return found.rows.map((row) => row.id);
}

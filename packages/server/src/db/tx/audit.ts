// The audit log of a project as a hash chain: each change has the hash over itself and all changes before it.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@plumbline/core/kernel/same';
import type { ClientBase } from 'pg';
import { inProject } from '../in-project.ts';
import { ROW_TYPES } from './columns.ts';
import type { ProjectKey } from './rows.ts';

/** One changed row, as it is stored and hashed. */
export type Change = {
  position: number;
  entity: string;
  entityId: string;
  action: string;
  actorId: string | null;
  deviceId: string | null;
  mutation: number | null;
  at: string;
  before: object | null;
  after: object;
};

/** The columns of a row of the audit log as `linked` returns it: without those of its project. */
const COLUMNS_OF_CHANGE = 'position entity entity_id action actor_id device_id mutation at before after chain'.split(
  ' ',
);

/** Writes rows that `linked` returns, from the parameter `rows`, to the log of project `$2` of organisation `$1`. */
export const insertChanges = (rows: string): string => `
  INSERT INTO change (organisation_id, project_id, ${COLUMNS_OF_CHANGE.join(', ')})
  SELECT l.organisation_id, l.project_id, ${COLUMNS_OF_CHANGE.map((name) => `n.${name}`).join(', ')}
  ${inProject(`jsonb_populate_recordset(null::change, ${rows}::jsonb) n`)}`;

const COLUMNS = `position, entity, entity_id AS "entityId", action, actor_id AS "actorId", device_id AS "deviceId",
  mutation, at, before, after`;

/** The hash of this change. */
export function linkOf(chain: Buffer, { organisationId, projectId }: ProjectKey, change: Change): Buffer {
  return createHash('sha256')
    .update(chain)
    .update(canonicalJson({ organisationId, projectId, ...change }))
    .digest();
}

/** Changes as rows of their table, appended to `chain`, and the new end of the chain. */
export function linked(
  projectKey: ProjectKey,
  chain: Buffer,
  changes: readonly Change[],
): { rows: object[]; end: Buffer } {
  let end = chain;
  const rows = changes.map((change) => {
    end = linkOf(end, projectKey, change);
    return {
      position: change.position,
      entity: change.entity,
      entity_id: change.entityId,
      action: change.action,
      actor_id: change.actorId,
      device_id: change.deviceId,
      mutation: change.mutation,
      at: change.at,
      before: change.before,
      after: change.after,
      chain: `\\x${end.toString('hex')}`,
    };
  });
  return { rows, end };
}

/** The result of a check: how many changes match, and the position of the first that does not. */
export type ChainCheck = { changes: number; brokenAt: number | undefined };

const BATCH = 2_000;

/** Recomputes the chain of a project and finds altered, missing, added and cut-off changes. */
export async function checkChain(db: ClientBase, projectKey: ProjectKey): Promise<ChainCheck> {
  const values = [projectKey.organisationId, projectKey.projectId];
  const log = await db.query<{ chain: Buffer }>(
    'SELECT chain FROM project_log WHERE organisation_id = $1 AND project_id = $2',
    values,
  );
  let chain: Buffer = Buffer.alloc(0);
  let changes = 0;
  let last = 0;
  for (;;) {
    const found = await db.query<Change & { chain: Buffer }>({
      text: `SELECT ${COLUMNS}, chain FROM change
             WHERE organisation_id = $1 AND project_id = $2 AND position > $3 ORDER BY position LIMIT ${BATCH}`,
      values: [...values, last],
      types: ROW_TYPES,
    });
    for (const { chain: stored, ...change } of found.rows) {
      chain = linkOf(chain, projectKey, change);
      if (!chain.equals(stored)) return { changes, brokenAt: change.position };
      changes += 1;
      last = change.position;
    }
    if (found.rows.length < BATCH) break;
  }
  return { changes, brokenAt: log.rows[0]?.chain.equals(chain) ? undefined : last + 1 };
}

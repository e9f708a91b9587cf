// Checks every night that the audit logs of all projects are unaltered, and signs the end of each. Reports altered ones
// in the log.
import { type ChainCheck, checkChain } from '../../db/tx/audit.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { systemTransaction, tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { stampHeads } from './head-time-stamps.ts';
import { signHead } from './history-heads.ts';

const CHECK = 'audit.check';
/** UTC; at night in most places where sites are. */
const HOUR = 2;

type Deps = Pick<Services, 'pool' | 'clock' | 'queue' | 'config'> & {
  log: Pick<Services['log'], 'error' | 'info' | 'warn'>;
};

export type Broken = ProjectKey & ChainCheck;

/** Checks every project in its own snapshot. Returns those whose audit log is inconsistent. */
export async function checkAudits(services: Deps, signal?: AbortSignal): Promise<Broken[]> {
  const places = await systemTransaction(services.pool, async (db) => {
    const found = await db.query<ProjectKey>(
      'SELECT organisation_id AS "organisationId", project_id AS "projectId" FROM project_log',
    );
    return found.rows;
  });
  const broken: Broken[] = [];
  for (const place of places) {
    signal?.throwIfAborted();
    const check = await tenantSnapshot(services.pool, place.organisationId, (db) => checkChain(db, place));
    if (check.brokenAt === undefined) {
      await systemTransaction(services.pool, (db) => signHead(db, services, place));
      continue;
    }
    broken.push({ ...place, ...check });
    services.log.error({ ...place, position: check.brokenAt }, 'the audit log of a project has been altered');
  }
  await stampHeads(services, signal);
  services.log.info({ projects: places.length, broken: broken.length }, 'the audit logs have been verified');
  return broken;
}

export const AUDITS: Schedule = {
  task: CHECK,
  next(now) {
    const runAt = new Date(now);
    if (runAt.getUTCHours() >= HOUR) runAt.setUTCDate(runAt.getUTCDate() + 1);
    runAt.setUTCHours(HOUR, 0, 0, 0);
    return runAt;
  },
};

export const auditTasks = (services: Deps): Tasks =>
  repeating(services, AUDITS, (_payload, { signal }) => checkAudits(services, signal));

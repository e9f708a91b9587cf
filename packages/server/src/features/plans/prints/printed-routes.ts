// The codes on printed plans: anyone who scans one learns whether its revision is current; members open the plan.
import { can } from '@plumbline/core/access/capabilities';
import {
  getPrintedRevision,
  openPrintedRevision,
  revisionOfCode,
} from '@plumbline/core/features/plans/prints/printed-revision';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { Feature } from '../../../http/feature.ts';
import { clientAddress } from '../../../http/limits/client-address.ts';
import { take } from '../../../http/limits/rate-limit.ts';
import { readActor } from '../../../http/project-actor.ts';

type Printed = { organisationId: string; projectId: string; planId: string; isCurrent: boolean };

const PER_MINUTE = { max: 60, windowMs: 60_000 };

/** Throws `not_found` for an unknown code, and for a plan that is no longer in use. */
async function printedRevision(pool: Pool, code: string): Promise<Printed> {
  const found = await systemTransaction(pool, (db) =>
    db.query<Printed>(
      `SELECT r.organisation_id AS "organisationId", r.project_id AS "projectId", r.plan_id AS "planId",
         p.current_revision_id = r.id AS "isCurrent"
       FROM revision r
       JOIN plan p ON p.organisation_id = r.organisation_id AND p.id = r.plan_id AND p.active
       WHERE r.id = $1`,
      [revisionOfCode(code)],
    ),
  );
  const [printed] = found.rows;
  if (!printed) throw new AppError('not_found');
  return printed;
}

export const printedRevisions: Feature = (serve, { pool, clock }) => {
  serve(getPrintedRevision, async ({ request }, { params }) => {
    await take(pool, [{ bucket: `printed:${clientAddress(request.ip)}`, ...PER_MINUTE }], clock.now());
    const { isCurrent } = await printedRevision(pool, params.code);
    return { state: isCurrent ? ('current' as const) : ('outdated' as const) };
  });
  serve(openPrintedRevision, async ({ session }, { params }) => {
    const { organisationId, projectId, planId } = await printedRevision(pool, params.code);
    if (organisationId !== session.organisationId) throw new AppError('not_found');
    const { role } = await readActor(pool, session, projectId);
    if (!can(role, 'plan.view')) throw new AppError('not_found');
    return { projectId, planId };
  });
};

// The codes on printed plans: anyone who scans one learns whether its revision is current; members open the plan.
import { can } from '@plumbline/core/access/capabilities';
import {
  getPrintedRevision,
  openPrintedRevision,
  revisionOfCode,
} from '@plumbline/core/features/plans/prints/printed-revision';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Feature } from '../../../http/feature.ts';
import { clientAddress } from '../../../http/limits/client-address.ts';
import { take } from '../../../http/limits/rate-limit.ts';
import { readActor } from '../../../http/project-actor.ts';

type Printed = { projectId: string; planId: string };

const PER_MINUTE = { max: 60, windowMs: 60_000 };
/** Plans in use, of any organisation: a restored copy has the same ids. */
const PRINTED = `revision r JOIN plan p ON p.organisation_id = r.organisation_id AND p.id = r.plan_id AND p.active
  WHERE r.id = $1`;

export const printedRevisions: Feature = (serve, { pool, clock }) => {
  serve(getPrintedRevision, async ({ request }, { params }) => {
    await take(pool, [{ bucket: `printed:${clientAddress(request.ip)}`, ...PER_MINUTE }], clock.now());
    const found = await systemTransaction(pool, (db) =>
      db.query<{ isCurrent: boolean | null }>(
        `SELECT bool_and(p.current_revision_id = r.id) AS "isCurrent" FROM ${PRINTED}`,
        [revisionOfCode(params.code)],
      ),
    );
    const isCurrent = found.rows[0]?.isCurrent ?? null;
    if (isCurrent === null) throw new AppError('not_found');
    return { state: isCurrent ? ('current' as const) : ('outdated' as const) };
  });
  serve(openPrintedRevision, async ({ session }, { params }) => {
    const found = await tenantTransaction(pool, session.organisationId, (db) =>
      db.query<Printed>(
        `SELECT r.project_id AS "projectId", r.plan_id AS "planId" FROM ${PRINTED} AND r.organisation_id = $2`,
        [revisionOfCode(params.code), session.organisationId],
      ),
    );
    const [printed] = found.rows;
    if (!printed) throw new AppError('not_found');
    const { role } = await readActor(pool, session, printed.projectId);
    if (!can(role, 'plan.view')) throw new AppError('not_found');
    return printed;
  });
};

// Aligns a rendered sheet with its plan, between rendering and publishing.

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { AlignmentProposal } from '@plumbline/core/features/imports/contract';
import { type Alignment, IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import type { Rendered } from '../../rendering/results.ts';
import { findAlignment } from './aligning/align-worker.ts';
import { automaticAlignment } from './aligning/sheet-transform.ts';

/** `alignment` null: the user must align the sheet; the proposal is a starting point. */
export type SheetAlignment = { readonly alignment: Alignment | null; readonly proposal: AlignmentProposal | null };

export const WITHOUT_PROPOSAL: SheetAlignment = { alignment: IDENTITY_ALIGNMENT, proposal: null };

type Earlier = Pick<RevisionRow, 'id' | 'widthPt' | 'heightPt'> & {
  alignment: Alignment;
  current: boolean;
  key: string;
};

/** The first and the current revision, oldest first; a single row if they are the same. */
async function earlierOnes(services: Services, organisationId: string, planId: string): Promise<Earlier[]> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Earlier>(
      `SELECT v.id, v.width_pt AS "widthPt", v.height_pt AS "heightPt", v.alignment, v.id = p.current_revision_id AS current, b.key
       FROM revision v JOIN plan p ON p.organisation_id = v.organisation_id AND p.id = v.plan_id
       JOIN blob b ON b.organisation_id = v.organisation_id AND b.id = v.preview_blob_id
       WHERE v.organisation_id = $1 AND v.plan_id = $2 AND v.alignment IS NOT NULL
       ORDER BY v.created_at, v.id`,
      [organisationId, planId],
    ),
  );
  const [first, ...later] = found.rows;
  return first ? [first, ...later.filter((one) => one.current)] : [];
}

/** Never fails for lack of a proposal: the user then aligns the sheet manually. */
export async function alignOnPlan(
  services: Services,
  { organisationId, planId }: { organisationId: string; planId: string },
  created: Rendered,
  signal: AbortSignal,
): Promise<SheetAlignment> {
  const earlier = await earlierOnes(services, organisationId, planId);
  const first = earlier[0];
  const current = earlier.find((one) => one.current) ?? first;
  if (!first || !current) return WITHOUT_PROPOSAL;
  const pictured = async (one: Earlier) => ({ ...one, picture: await buffer(await services.files.open(one.key)) });
  let proposal: AlignmentProposal | null = null;
  try {
    proposal = await findAlignment(
      {
        sheet: await readFile(created.preview),
        current: await pictured(current),
        first: first.id === current.id ? null : await pictured(first),
      },
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    services.log.warn({ err: error, planId }, 'the alignment of a revision could not be proposed');
  }
  return { alignment: automaticAlignment(created, current, first, proposal), proposal };
}

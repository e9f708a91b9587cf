// Sets and their pages as rows.
import type { listSets, PlanSet, SetPage } from '@plumbline/core/features/imports/set-contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { pageOf } from '../../../lists/page.ts';
import type { Services } from '../../../platform/services.ts';

type SetRow = Omit<PlanSet, 'pages' | 'createdAt' | 'publishedAt'> & { createdAt: Date; publishedAt: Date | null };

/** A set whose pages cannot all be prepared has failed, until they are retried or left out. */
const STATE = `CASE WHEN s.state = 'preparing' AND NOT bool_or(p.state IN ('waiting', 'running'))
  AND bool_or(p.state = 'failed') THEN 'failed' ELSE s.state END AS state,
  CASE WHEN s.state = 'preparing' AND NOT bool_or(p.state IN ('waiting', 'running'))
  AND bool_or(p.state = 'failed') THEN 'pages' ELSE s.problem END AS problem`;
const SET = `s.id, ${STATE}, s.version, s.created_by AS "createdBy", s.created_at AS "createdAt",
  s.published_at AS "publishedAt"`;
const FROM = `plan_set s
  JOIN plan_import_page p ON p.organisation_id = s.organisation_id AND p.set_id = s.id`;

const shown = ({ createdAt, publishedAt, ...row }: SetRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
});

/** Throws `not_found` for sets of other projects. */
export function readSet(
  services: Services,
  { organisationId, projectId, setId }: { organisationId: string; projectId: string; setId: string },
): Promise<PlanSet> {
  return tenantSnapshot(services.pool, organisationId, async (db) => {
    const found = await db.query<SetRow>(
      `SELECT ${SET} FROM ${FROM} WHERE s.organisation_id = $1 AND s.project_id = $2 AND s.id = $3
       GROUP BY s.organisation_id, s.id`,
      [organisationId, projectId, setId],
    );
    const row = found.rows[0];
    if (!row) throw new AppError('not_found');
    const pages = await db.query<SetPage>(
      `SELECT p.import_id AS "importId", p.page, p.plan_id AS "planId", p.revision_id AS "revisionId",
         p.previous_revision_id AS "previousRevisionId", p.title,
         p.sheet_number AS "sheetNumber", p.revises, coalesce(v.version, '') AS version, p.percent, p.problem,
         CASE WHEN p.state = 'aligning' AND v.alignment IS NOT NULL THEN 'finished' ELSE p.state END AS state,
         (p.proposal ->> 'fit')::float8 AS fit
       FROM plan_import_page p
       LEFT JOIN revision v ON v.organisation_id = p.organisation_id AND v.id = p.revision_id
       WHERE p.organisation_id = $1 AND p.set_id = $2 ORDER BY p.sheet_number, p.title, p.import_id, p.page`,
      [organisationId, setId],
    );
    return { ...shown(row), pages: pages.rows };
  });
}

export function listOfSets(
  services: Services,
  organisationId: string,
  projectId: string,
  { page, size }: { page: number; size: number },
): Promise<ReplyOf<typeof listSets>> {
  return tenantSnapshot(services.pool, organisationId, async (db) => {
    const found = await db.query<SetRow & { total: number; created: number; revised: number; done: number }>(
      `SELECT ${SET}, count(*) FILTER (WHERE NOT p.revises)::int AS created,
         count(*) FILTER (WHERE p.revises)::int AS revised,
         count(*) FILTER (WHERE p.state NOT IN ('waiting', 'running'))::int AS done, count(*) OVER ()::int AS total
       FROM ${FROM} WHERE s.organisation_id = $1 AND s.project_id = $2
       GROUP BY s.organisation_id, s.id ORDER BY s.created_at DESC, s.id LIMIT $3 OFFSET $4`,
      [organisationId, projectId, size, page * size],
    );
    const content = found.rows.map(({ total: _total, ...row }) => shown(row) as ReturnType<typeof shown> & typeof row);
    return pageOf(
      content.map(({ created, revised, done, ...row }) => ({ ...row, created, revised, done })),
      found.rows[0]?.total ?? 0,
      { page, size },
    );
  });
}

export type LockedSet = {
  state: PlanSet['state'];
  projectId: string;
  parentId: string | null;
  version: string;
  createdBy: string;
};

/** Throws `not_found`. */
export async function lockSet(db: PoolClient, organisationId: string, setId: string): Promise<LockedSet> {
  const found = await db.query<LockedSet>(
    `SELECT state, project_id AS "projectId", parent_id AS "parentId", version, created_by AS "createdBy"
     FROM plan_set WHERE organisation_id = $1 AND id = $2 FOR UPDATE`,
    [organisationId, setId],
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}

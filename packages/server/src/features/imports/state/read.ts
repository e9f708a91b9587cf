// Imports with their pages as clients see them.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { IMPORT_ENDED, type ImportStage, overallPercent } from '@plumbline/core/features/imports/stages';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { pageOf } from '../../../lists/page.ts';
import type { Services } from '../../../platform/services.ts';

type ImportRow = Omit<PlanImport, 'pages' | 'percent' | 'createdAt' | 'updatedAt'> & {
  /** Percent of a building model's file read so far. */
  readPercent: number;
  createdAt: Date;
  updatedAt: Date;
  projectId: string;
  blobId: string;
};

const IMPORT = `i.id, i.project_id AS "projectId", i.blob_id AS "blobId", i.name, i.file_size::float8 AS "fileSize",
  i.state, i.stage, i.problem, i.problem_line AS "problemLine", i.read_percent AS "readPercent", i.parent_id AS "parentId", i.plan_id AS "planId", i.version, i.created_by AS "createdBy", i.created_at AS "createdAt",
  i.updated_at AS "updatedAt"`;
/** A page waits until its revision, `v`, is aligned; setting that revision inactive cancels the page. */
const PAGE_STATE = `CASE WHEN p.state <> 'aligning' THEN p.state WHEN v.alignment IS NOT NULL THEN 'finished'
  WHEN v.active THEN 'aligning' ELSE 'canceled' END`;
/** Title and number of a page: what its title block says comes before the first proposal, the user's choice before both. */
export const PAGE_NAMES = `CASE WHEN p.selected THEN p.title
    ELSE coalesce(nullif(p.title_block ->> 'title', ''), nullif(p.scan_title, ''), p.title) END AS title,
  CASE WHEN p.selected THEN p.sheet_number
    ELSE coalesce(nullif(p.title_block ->> 'sheetNumber', ''), nullif(p.sheet_number, ''), p.scan_number)
    END AS "sheetNumber"`;
const PAGE = `p.import_id AS "importId", p.page, ${PAGE_NAMES}, p.title_block AS "titleBlock", p.recognition, p.width_pt AS "widthPt",
  p.height_pt AS "heightPt", p.rotation AS turn, p.selected AS chosen, p.set_id IS NOT NULL AS "inSet", ${PAGE_STATE} AS state, p.stage, p.percent, p.problem,
  p.missing_fonts AS "typefacesLeftOut", p.plan_id AS "planId",
  p.revision_id AS "revisionId"`;

/** Progress of an import in percent: of the inspection while it runs, then the mean of the chosen pages. */
function percentOf(row: ImportRow, pages: readonly ImportPage[]): number {
  if (row.state === 'finished') return 100;
  if (row.state === 'inspecting') return row.readPercent;
  const chosen = pages.filter((page) => page.chosen);
  if (chosen.length === 0) return overallPercent(row.stage, 0);
  return Math.floor(chosen.reduce((sum, page) => sum + page.percent, 0) / chosen.length);
}

/** The stage of the slowest chosen page; the import's own stage before pages are chosen. */
function stageOf(row: ImportRow, pages: readonly ImportPage[]): ImportStage {
  const working = pages.filter((page) => page.chosen && page.state !== 'finished');
  return working.sort((a, b) => a.percent - b.percent)[0]?.stage ?? row.stage;
}

function shown(
  { projectId: _project, blobId: _blob, readPercent, ...row }: ImportRow,
  pages: ImportPage[],
): PlanImport {
  const whole = { ...row, readPercent, projectId: _project, blobId: _blob };
  // Derived from its single page: the state of a revision is decided at the revision.
  const paged = row.state === 'aligning' ? pages.find((page) => page.chosen)?.state : undefined;
  const state = paged === 'prepared' ? row.state : (paged ?? row.state);
  return {
    ...row,
    state: state === 'waiting' ? row.state : state,
    stage: stageOf(whole, pages),
    percent: percentOf(whole, pages),
    pages,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function pagesOf(
  db: PoolClient,
  organisationId: string,
  importIds: string[],
): Promise<Map<string, ImportPage[]>> {
  const found = await db.query<ImportPage & { importId: string }>(
    `SELECT ${PAGE} FROM plan_import_page p
     LEFT JOIN revision v ON p.state = 'aligning' AND v.organisation_id = p.organisation_id AND v.id = p.revision_id
     WHERE p.organisation_id = $1 AND p.import_id = ANY ($2) ORDER BY p.page`,
    [organisationId, importIds],
  );
  const byImport = new Map<string, ImportPage[]>();
  for (const { importId, ...page } of found.rows) byImport.set(importId, [...(byImport.get(importId) ?? []), page]);
  return byImport;
}

/** Throws `not_found` for missing imports and those of other projects. */
export async function readImport(
  services: Services,
  organisationId: string,
  projectId: string,
  importId: string,
): Promise<PlanImport> {
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<ImportRow>(
      `SELECT ${IMPORT} FROM plan_import i WHERE i.organisation_id = $1 AND i.project_id = $2 AND i.id = $3`,
      [organisationId, projectId, importId],
    );
    const row = found.rows[0];
    if (!row) throw new AppError('not_found');
    return shown(row, (await pagesOf(db, organisationId, [importId])).get(importId) ?? []);
  });
}

export async function listOfImports(
  services: Services,
  organisationId: string,
  projectId: string,
  { page, size }: { page: number; size: number },
) {
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<ImportRow & { total: number }>(
      `SELECT ${IMPORT}, count(*) OVER ()::int AS total FROM plan_import i
       WHERE i.organisation_id = $1 AND i.project_id = $2
       ORDER BY i.state = ANY ($5::text[]), i.created_at DESC, i.id LIMIT $3 OFFSET $4`,
      [organisationId, projectId, size, page * size, IMPORT_ENDED],
    );
    const ids = found.rows.map((row) => row.id);
    const pages = await pagesOf(db, organisationId, ids);
    const total = found.rows[0]?.total ?? 0;
    return pageOf(
      found.rows.map(({ total: _total, ...row }) => shown(row, pages.get(row.id) ?? [])),
      total,
      { page, size },
    );
  });
}

// Imports and their pages as rows.
import type { ImportPage, PlanImport, PreviewSize } from '@plumbline/core/features/imports/contract';
import {
  IMPORT_ENDED,
  type ImportProblem,
  type ImportStage,
  overallPercent,
} from '@plumbline/core/features/imports/stages';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { pageOf } from '../../lists/page.ts';
import type { Services } from '../../platform/services.ts';
import { notify } from '../notifications/notify.ts';

export type ImportKey = { organisationId: string; importId: string };

export const previewFolder = (organisationId: string, importId: string): string =>
  `imports/${organisationId}/${importId}/`;
/** Storage key of a page preview while pages are chosen. */
export const previewKey = (
  organisationId: string,
  importId: string,
  page: number,
  size: PreviewSize = 'small',
): string => `${previewFolder(organisationId, importId)}preview-${page}${size === 'large' ? '-large' : ''}.webp`;

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
  p.height_pt AS "heightPt", p.rotation AS turn, p.selected AS chosen, ${PAGE_STATE} AS state, p.stage, p.percent, p.problem,
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

type PageChange = Partial<{
  state: ImportPage['state'];
  stage: ImportStage;
  percent: number;
  problem: ImportProblem | null;
  made: Record<string, string>;
  typefacesLeftOut: readonly string[];
}>;

/** Writes the state of a page and the time of the import's last progress. */
export async function setPage(services: Services, key: ImportKey, page: number, change: PageChange): Promise<void> {
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    await db.query(
      `UPDATE plan_import_page SET state = coalesce($4, state), stage = coalesce($5, stage),
         percent = coalesce($6, percent), problem = CASE WHEN $7 THEN $8 ELSE problem END,
         artifacts = artifacts || coalesce($9::jsonb, '{}'), missing_fonts = coalesce($10, missing_fonts)
       WHERE organisation_id = $1 AND import_id = $2 AND page = $3`,
      [
        key.organisationId,
        key.importId,
        page,
        change.state ?? null,
        change.stage ?? null,
        change.percent ?? null,
        change.problem !== undefined,
        change.problem ?? null,
        change.made ? JSON.stringify(change.made) : null,
        change.typefacesLeftOut ?? null,
      ],
    );
    await db.query('UPDATE plan_import SET updated_at = $3 WHERE organisation_id = $1 AND id = $2', [
      key.organisationId,
      key.importId,
      services.clock.now(),
    ]);
  });
}

/** Writes the progress of a page, null if unchanged; resolves to false once the page is canceled. */
export async function setPageProgress(
  services: Services,
  { organisationId, importId }: ImportKey,
  page: number,
  progress: { stage: ImportStage; percent: number } | null,
): Promise<boolean> {
  if (progress) await setPage(services, { organisationId, importId }, page, progress);
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `SELECT FROM plan_import_page
       WHERE organisation_id = $1 AND import_id = $2 AND page = $3 AND selected AND state = 'canceled'`,
      [organisationId, importId, page],
    ),
  );
  return found.rowCount === 0;
}

/**
 * Writes the read progress of a building model's file, null if unchanged; resolves to false once the import is
 * canceled.
 */
export async function setReadProgress(
  services: Services,
  { organisationId, importId }: ImportKey,
  percent: number | null,
): Promise<boolean> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    percent === null
      ? db.query(`SELECT FROM plan_import WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled'`, [
          organisationId,
          importId,
        ])
      : db.query(
          `UPDATE plan_import SET read_percent = $3, updated_at = $4
           WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled'`,
          [organisationId, importId, percent, services.clock.now()],
        ),
  );
  return found.rowCount === 1;
}

type FinishedImport = { state: string; projectId: string; userId: string; title: string };

const ENDED = 'state, project_id AS "projectId", created_by AS "userId", name AS title';

/** Notifies the user who started an import that it has ended, once for all files that were started together. */
async function notifyEnd(
  services: Services,
  db: PoolClient,
  key: ImportKey,
  ended: FinishedImport | undefined,
): Promise<void> {
  if (!ended) return;
  if (['finished', 'aligning', 'failed'].includes(ended.state)) {
    await db.query(`UPDATE plan_import SET unannounced = true WHERE organisation_id = $1 AND id = $2`, [
      key.organisationId,
      key.importId,
    ]);
  }
  await notifyOfEndedImports(services, db, key, ended);
}

/**
 * In milliseconds: files whose import has ended do not wait longer than this for another one. What failed needs someone
 * soon, however long the rest takes.
 */
const MAX_WAIT_MS = { ended: 3_600_000, failed: 180_000 };

/** The moments before which an import must have ended to be announced at once. */
const announcementLimits = ({ clock }: Services): [ended: Date, failed: Date] => {
  const now = clock.now().getTime();
  return [new Date(now - MAX_WAIT_MS.ended), new Date(now - MAX_WAIT_MS.failed)];
};

/**
 * One notification of all files that have been imported, and one of all that failed, once none of the user's other files
 * is being imported. Failures also wait for files that are only being read: those may fail as well. To be called whenever
 * an import stops.
 */
export async function notifyOfEndedImports(
  services: Services,
  db: PoolClient,
  key: ImportKey,
  { projectId, userId }: Pick<FinishedImport, 'projectId' | 'userId'>,
): Promise<void> {
  // Of two imports that end at the same moment, the second sees that the first has ended.
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('imports ' || $1::text || $2::text, 0))`, [
    projectId,
    userId,
  ]);
  // Sets have their own notification.
  const ended = await db.query<{ name: string; failed: boolean }>(
    `UPDATE plan_import i SET unannounced = false
     WHERE organisation_id = $1 AND project_id = $2 AND created_by = $3 AND unannounced
       AND state IN ('finished', 'aligning', 'failed')
       AND (i.updated_at <= CASE WHEN state = 'failed' THEN $5::timestamptz ELSE $4::timestamptz END OR NOT EXISTS (
         SELECT FROM plan_import o WHERE o.organisation_id = $1 AND o.project_id = $2 AND o.created_by = $3
           AND (o.state = 'running' OR (o.state = 'inspecting' AND (o.all_pages OR i.state = 'failed')))
           AND o.updated_at > $4 AND NOT EXISTS (
             SELECT FROM plan_import_page p WHERE p.organisation_id = $1 AND p.import_id = o.id AND p.set_id IS NOT NULL)))
     RETURNING name, state = 'failed' AS failed`,
    [key.organisationId, projectId, userId, ...announcementLimits(services)],
  );
  for (const failed of [false, true]) {
    const names = ended.rows.filter((row) => row.failed === failed).map(({ name }) => name);
    const [first, ...others] = names.sort((a, b) => a.localeCompare(b));
    if (first === undefined) continue;
    const title = others.length > 0 ? `${first} + ${others.length}` : first;
    await notifyOf(services, db, key, failed ? 'importFailed' : 'importDone', { projectId, userId, title });
  }
}

/** Notifies of the imports that have waited long enough for others. */
export async function notifyOfDelayedImports(services: Services): Promise<void> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<ImportKey & Pick<FinishedImport, 'projectId' | 'userId'>>(
      `SELECT DISTINCT ON (organisation_id, project_id, created_by) organisation_id AS "organisationId", id AS "importId",
         project_id AS "projectId", created_by AS "userId"
       FROM plan_import WHERE unannounced AND updated_at <= CASE state
         WHEN 'failed' THEN $2::timestamptz WHEN 'finished' THEN $1::timestamptz WHEN 'aligning' THEN $1::timestamptz END`,
      announcementLimits(services),
    ),
  );
  for (const { projectId, userId, ...key } of found.rows) {
    await tenantTransaction(services.pool, key.organisationId, (db) =>
      notifyOfEndedImports(services, db, key, { projectId, userId }),
    );
  }
}

async function notifyOf(
  services: Services,
  db: PoolClient,
  { organisationId, importId }: ImportKey,
  kind: 'importDone' | 'importFailed',
  { projectId, userId, title }: Omit<FinishedImport, 'state'>,
): Promise<void> {
  const at = services.clock.now();
  const source = `import:${importId}:${kind}:${at.toISOString()}`;
  await notify(services, db, organisationId, [
    { projectId, userId, kind, actorId: null, detail: { title }, source, at },
  ]);
}

/** Writes the state of a whole import. */
export async function setImport(
  services: Services,
  key: ImportKey,
  {
    state,
    stage,
    problem,
    line,
  }: { state: PlanImport['state']; stage: ImportStage; problem: ImportProblem | null; line?: number | undefined },
): Promise<void> {
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    const set = await db.query<FinishedImport>(
      `UPDATE plan_import SET state = $3, stage = $4, problem = $5, updated_at = $6, problem_line = $7
       WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled' RETURNING ${ENDED}`,
      [key.organisationId, key.importId, state, stage, problem, services.clock.now(), line ?? null],
    );
    await notifyEnd(services, db, key, set.rows[0]);
  });
}

/**
 * Ends an import once none of its chosen pages is waiting or running; returns whether it has just ended without a
 * failure.
 */
export async function finishIfDone(services: Services, key: ImportKey): Promise<boolean> {
  return tenantTransaction(services.pool, key.organisationId, async (db) => {
    const found = await db.query<FinishedImport>(
      `UPDATE plan_import i SET stage = 'archiving', updated_at = $3, state = CASE
           WHEN EXISTS (SELECT FROM plan_import_page p WHERE p.organisation_id = i.organisation_id
             AND p.import_id = i.id AND p.selected AND p.state = 'failed') THEN 'failed'
           WHEN EXISTS (SELECT FROM plan_import_page p WHERE p.organisation_id = i.organisation_id
             AND p.import_id = i.id AND p.selected AND p.state = 'aligning') THEN 'aligning' ELSE 'finished' END
       WHERE i.organisation_id = $1 AND i.id = $2 AND i.state = 'running'
         AND NOT EXISTS (SELECT FROM plan_import_page p WHERE p.organisation_id = i.organisation_id
           AND p.import_id = i.id AND p.selected AND p.state IN ('waiting', 'running', 'prepared')) RETURNING ${ENDED}`,
      [key.organisationId, key.importId, services.clock.now()],
    );
    const ended = found.rows[0];
    await notifyEnd(services, db, key, ended);
    return ['finished', 'aligning'].includes(ended?.state ?? '');
  });
}

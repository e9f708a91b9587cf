// Locks an import for a change, and enqueues its jobs in the same transaction.
import { FIRST_PREVIEWS, MAX_ATTEMPTS } from '@plumbline/core/features/imports/stages';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PoolClient } from 'pg';
import { requireQuotaFor } from '../../db/tx/quota.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import type { ModelDraft } from './model-file.ts';

export type ImportContext = { session: Session; projectId: string };

export const INSPECT = 'import.inspect';
export const IMPORT_PAGE = 'import.page';
export const PREVIEWS = 'import.previews';

/** One more than the retry limit: a job whose workers all died runs once more to be marked as failed. */
const ATTEMPTS = MAX_ATTEMPTS + 1;

const pageJobKey = (importId: string, page: number) => `${IMPORT_PAGE}:${importId}:${page}`;

type Locked = { state: string; planId: string | null; parentId: string | null; createdBy: string };

export async function lockImport(
  db: PoolClient,
  { session, projectId }: ImportContext,
  importId: string,
): Promise<Locked> {
  const found = await db.query<Locked>(
    `SELECT state, plan_id AS "planId", parent_id AS "parentId", created_by AS "createdBy" FROM plan_import
     WHERE organisation_id = $1 AND project_id = $2 AND id = $3 FOR UPDATE`,
    [session.organisationId, projectId, importId],
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}

export async function enqueuePages(
  services: Services,
  db: PoolClient,
  organisationId: string,
  importId: string,
  pages: number[],
) {
  for (const page of pages) {
    const payload = { organisationId, importId, page };
    await services.queue.enqueueFair(db, IMPORT_PAGE, payload, {
      owner: organisationId,
      key: pageJobKey(importId, page),
      maxAttempts: ATTEMPTS,
    });
  }
  await services.queue.interleaveImports(db, IMPORT_PAGE, organisationId);
}

/** Pages whose previews are one job, and its key. */
const previewChunk = (page: number) => Math.floor((page - 1) / FIRST_PREVIEWS) * FIRST_PREVIEWS + 1;
export const previewsJobKey = (importId: string, page: number) => `${PREVIEWS}:${importId}:${previewChunk(page)}`;

/** Enqueues the previews of the pages from `from` to `to`: most files are listed with those of their first pages. */
export async function enqueuePreviews(
  services: Services,
  db: PoolClient,
  { organisationId, importId }: { organisationId: string; importId: string },
  { from: first, to }: { from: number; to: number },
): Promise<void> {
  for (let from = first; from <= to; from += FIRST_PREVIEWS) {
    const payload = { organisationId, importId, page: from };
    await services.queue.enqueueFair(db, PREVIEWS, payload, {
      owner: `${organisationId}:${PREVIEWS}`,
      key: previewsJobKey(importId, from),
      maxAttempts: ATTEMPTS,
    });
  }
  await services.queue.interleaveImports(db, PREVIEWS, organisationId);
}

/** A page with its plan; title, sheet number and rotation default to the proposed values. */
export type ChosenPage = {
  page: number;
  planId: string;
  title?: string;
  sheetNumber?: string;
  turn?: Rotation | undefined;
  /** The date of the revision. */
  date?: string | null | undefined;
};

type LockedPages = {
  /** Folder of the new plans. */
  parentId: string | null;
  pages: readonly ChosenPage[];
  /** Version of a revision; if empty, revisions are numbered. */
  version?: string;
  /** Data read from a building model's file. */
  model?: ModelDraft;
  /** If not the person who announced the file. */
  startedBy?: string;
  /** The request field that names the pages. */
  field?: 'page' | 'pages';
};

/**
 * Starts the import of chosen pages of a locked import: as plans, as the revision of one, or as the storeys of a model.
 * Without pages the import is finished. Throws `invalid_input` for unknown pages.
 */
export async function beginPages(
  services: Services,
  db: PoolClient,
  { organisationId, importId }: { organisationId: string; importId: string },
  { parentId, pages, version = '', model, startedBy, field = 'pages' }: LockedPages,
): Promise<void> {
  const chosen = await db.query(
    `UPDATE plan_import_page p SET selected = true, state = 'waiting', title = coalesce(c.title, p.title),
       sheet_number = coalesce(c."sheetNumber", p.sheet_number), rotation = coalesce(c.turn, p.rotation),
       plan_id = c."planId", revision_id = c."revisionId", revision_date = c.date
     FROM jsonb_to_recordset($3::jsonb)
       AS c (page integer, title text, "sheetNumber" text, turn integer, "planId" uuid, "revisionId" uuid, date date)
     WHERE p.organisation_id = $1 AND p.import_id = $2 AND p.page = c.page`,
    [organisationId, importId, JSON.stringify(pages.map((page) => ({ ...page, revisionId: services.newId() })))],
  );
  if (chosen.rowCount !== pages.length) {
    throw new AppError('invalid_input', { fields: [{ path: field, outcome: 'UNKNOWN' }] });
  }
  await db.query(
    `UPDATE plan_import SET state = $3, stage = 'pdfConversion', parent_id = $4, version = $5,
       model = coalesce($6, model), updated_at = $7, started_by = coalesce($8, started_by)
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      importId,
      pages.length > 0 ? 'running' : 'finished',
      parentId,
      version,
      model ? JSON.stringify(model) : null,
      services.clock.now(),
      startedBy ?? null,
    ],
  );
  const numbers = pages.map((one) => one.page);
  await enqueuePages(services, db, organisationId, importId, numbers);
}

/** Starts the import of pages as new plans. Throws `invalid_input` for unknown pages, and `plan_limit`. */
export async function beginPlans(
  services: Services,
  db: PoolClient,
  key: { organisationId: string; importId: string },
  begun: Pick<LockedPages, 'parentId' | 'pages' | 'startedBy'>,
): Promise<void> {
  const added = { projects: 0, plans: begun.pages.length };
  await requireQuotaFor(db, key.organisationId, added, services.config.licences.quotas);
  await beginPages(services, db, key, begun);
}

/**
 * Enqueues the page listing of a file with its own fair share, apart from page imports, because a user is waiting to
 * choose.
 */
export function enqueueInspect(services: Services, db: PoolClient, key: { organisationId: string; importId: string }) {
  return services.queue.enqueueFair(db, INSPECT, key, {
    owner: `${key.organisationId}:${INSPECT}`,
    key: `${INSPECT}:${key.importId}`,
    maxAttempts: ATTEMPTS,
  });
}

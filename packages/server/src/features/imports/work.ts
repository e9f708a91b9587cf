// Import data that a worker reads for its jobs.
import type { ImportState, PageState } from '@plumbline/core/features/imports/stages';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import type { ModelDraft } from './model-file.ts';
import { type ImportKey, previewFolder } from './state/key.ts';

export type ImportJob = {
  state: ImportState;
  name: string;
  projectId: string;
  blobKey: string;
  /** The plan, or the folder of the building model, that gets a new version. */
  planId: string | null;
  /** Whether that plan is the folder of a model. */
  ofModel: boolean;
  /** Folder of the new plans. */
  parentId: string | null;
  /** Rotation of the plan's current revision; 0 if there is none. */
  planTurn: Rotation;
  /** All pages are imported without a choice. */
  allPages: boolean;
  createdBy: string;
};

export function readJob(services: Services, key: ImportKey): Promise<ImportJob | undefined> {
  return tenantTransaction(services.pool, key.organisationId, async (db) => {
    const found = await db.query<ImportJob>(
      `SELECT i.state, i.name, i.project_id AS "projectId", b.key AS "blobKey", i.plan_id AS "planId",
         i.parent_id AS "parentId", i.all_pages AS "allPages", i.created_by AS "createdBy",
         coalesce((SELECT v.rotation FROM plan l JOIN revision v ON v.organisation_id = l.organisation_id
           AND v.id = l.current_revision_id WHERE l.organisation_id = i.organisation_id AND l.id = i.plan_id), 0) AS "planTurn",
         EXISTS (SELECT FROM plan l WHERE l.organisation_id = i.organisation_id
           AND l.id = i.plan_id AND l.type = 'Folder') AS "ofModel"
       FROM plan_import i JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id
       WHERE i.organisation_id = $1 AND i.id = $2`,
      [key.organisationId, key.importId],
    );
    return found.rows[0];
  });
}

/** Data read from a building model's file; undefined for drawings. */
export async function readDraft(services: Services, key: ImportKey): Promise<ModelDraft | undefined> {
  const found = await tenantTransaction(services.pool, key.organisationId, (db) =>
    db.query<{ model: ModelDraft | null }>('SELECT model FROM plan_import WHERE organisation_id = $1 AND id = $2', [
      key.organisationId,
      key.importId,
    ]),
  );
  return found.rows[0]?.model ?? undefined;
}

export type PageJob = {
  page: number;
  turn: Rotation;
  state: PageState;
  title: string;
  sheetNumber: string;
  planId: string;
  revisionId: string;
  projectId: string;
  parentId: string | null;
  createdBy: string;
  /** Must still be allowed to manage plans when the page is published; absent where the program loads a demo. */
  startedBy?: string;
  originalBlobId: string;
  originalName: string;
  fileSize: number;
  blobKey: string;
  /** Whether the page becomes a new revision, with this version, of an existing plan; otherwise a new plan. */
  revises: boolean;
  version: string;
  /** The date of the revision. */
  date?: string | null;
  /** The revision number that the title block states; empty if unknown. */
  statedVersion?: string;
  /** The set that publishes the page with others; null if the page is published on its own. */
  setId: string | null;
  /** Set for building models: the page is the drawing of one storey. */
  model: ModelDraft | null;
};

/** A page with its import and the file it is rendered from. */
export const PAGE_JOB = `p.page, p.rotation AS turn, p.state, p.title, p.sheet_number AS "sheetNumber",
  p.plan_id AS "planId", p.revision_id AS "revisionId", p.revision_date::text AS date, i.project_id AS "projectId", i.parent_id AS "parentId",
  i.created_by AS "createdBy", coalesce(i.started_by, i.created_by) AS "startedBy", b.id AS "originalBlobId", coalesce(i.model ->> 'drawingName', i.name) AS "originalName",
  b.size::float8 AS "fileSize", b.key AS "blobKey", i.version, coalesce(p.title_block ->> 'version', '') AS "statedVersion", i.model, p.set_id AS "setId",
  CASE WHEN p.set_id IS NOT NULL THEN p.revises WHEN i.model IS NULL THEN i.plan_id IS NOT NULL
    ELSE EXISTS (SELECT FROM revision v WHERE v.organisation_id = p.organisation_id AND v.plan_id = p.plan_id
      AND v.id <> p.revision_id) END AS revises`;
export const PAGE_JOB_FROM = `plan_import_page p
  JOIN plan_import i ON i.organisation_id = p.organisation_id AND i.id = p.import_id
  JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = coalesce((i.model ->> 'drawingBlobId')::uuid, i.blob_id)`;

export function readPageJob(services: Services, key: ImportKey, page: number): Promise<PageJob | undefined> {
  return tenantTransaction(services.pool, key.organisationId, async (db) => {
    const found = await db.query<PageJob>(
      `SELECT ${PAGE_JOB} FROM ${PAGE_JOB_FROM}
       WHERE p.organisation_id = $1 AND p.import_id = $2 AND p.page = $3 AND p.selected`,
      [key.organisationId, key.importId, page],
    );
    return found.rows[0];
  });
}

/** Removes what a job has stored for choosing pages after the import ended. */
export async function clearPreviewsOfEnded(services: Services, key: ImportKey): Promise<void> {
  const { state } = (await readJob(services, key)) ?? {};
  if (state === 'canceled' || state === 'finished') await clearPreviews(services, key);
}

/** Removes the page previews used for choosing. */
export async function clearPreviews(services: Services, key: ImportKey): Promise<void> {
  for await (const { key: file } of services.files.list(previewFolder(key.organisationId, key.importId))) {
    await services.files.remove(file);
  }
}

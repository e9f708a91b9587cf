// Database rows of reports and templates.
import type { listReports, Report, reportWeather, Template } from '@plumbline/core/features/reports/contract';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@plumbline/core/features/reports/options';
import type { DrawnSignature } from '@plumbline/core/features/reports/signing';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';

export type Caller = { organisationId: string; userId: string; projectId: string };

/** The content of a report, as requested. */
export type ReportRequest = {
  pinIds: string[];
  /** The only tasks to include; undefined or null for all tasks of the pins. */
  taskIds?: string[] | null;
  attendees: { company: string; people: number }[];
  weather: z.output<typeof reportWeather> | { day: string; text: string } | null;
  /** The filter that found the pins, to find them again. */
  filter?: PinFilter | null;
  signed?: DrawnSignature | null;
  /** Those that did not exist yet when the report was requested are missing. */
  options?: Partial<ReportOptions>;
  /** The saved report it was created from, and who receives it when it is ready. */
  definitionId?: string;
  recipients?: string[];
};

/** The options of a report, with defaults for those that it was requested without. */
export const optionsIn = ({ options = {} }: Pick<ReportRequest, 'options'>): ReportOptions => ({
  ...DEFAULT_REPORT_OPTIONS,
  ...options,
});

export type Row = Omit<Report, 'createdAt' | 'own' | 'shareExpiresAt'> & {
  createdAt: Date;
  shareExpiresAt: Date | null;
};

/** `$2` is the caller, `$3` the current time. */
export const COLUMNS = `r.id, r.number, r.title, r.template_id AS "templateId", r.template_title AS "templateTitle", r.format, r.state,
  r.percent, r.problem, jsonb_array_length(r.request -> 'pinIds') AS "pinCount", r.blob_id AS "blobId",
  CASE WHEN r.created_by = $2 AND r.share_expires_at > $3 THEN r.share_token END AS "shareToken",
  CASE WHEN r.created_by = $2 AND r.share_expires_at > $3 THEN r.share_expires_at END AS "shareExpiresAt",
  r.created_by = $2 AND r.share_expires_at > $3 AND r.share_password IS NOT NULL AS "shareProtected",
  r.created_by AS "createdBy",
  coalesce((SELECT trim(m.first_name || ' ' || m.last_name) FROM member m
    WHERE m.organisation_id = r.organisation_id AND m.project_id = r.project_id AND m.user_id = r.created_by), '')
    AS "createdByName", r.created_at AS "createdAt"`;

export const shown = (row: Row, userId: string): Report => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  shareExpiresAt: row.shareExpiresAt?.toISOString() ?? null,
  own: row.createdBy === userId,
});

const inOrganisation = <T>(services: Services, caller: Caller, fn: (db: PoolClient) => Promise<T>) =>
  tenantTransaction(services.pool, caller.organisationId, fn);

/** A page of reports; `onlyOwn` for callers who may not see those of others. */
export function listOfReports(
  services: Services,
  caller: Caller,
  onlyOwn: boolean,
  { page, size, state, format, own, search }: RequestOf<typeof listReports>['query'],
) {
  const words = patterns(search ?? '');
  return inOrganisation(services, caller, async (db) => {
    const found = await db.query<Row & { total: number }>(
      `SELECT ${COLUMNS}, count(*) OVER ()::int AS total FROM report r
       WHERE r.organisation_id = $1 AND r.project_id = $4 AND (NOT $5 OR r.created_by = $2)
         AND ($8::text[] IS NULL OR r.state = ANY ($8)) AND ($9::text[] IS NULL OR r.format = ANY ($9))
         AND (r.title ILIKE ALL ($10::text[]) OR r.number::text = $11)
       ORDER BY r.created_at DESC, r.number DESC NULLS LAST, r.id LIMIT $6 OFFSET $7`,
      [
        caller.organisationId,
        caller.userId,
        services.clock.now(),
        caller.projectId,
        onlyOwn || own === true,
        size,
        page * size,
        state ?? null,
        format ?? null,
        words,
        search?.trim().replace(/^#/u, '') ?? '',
      ],
    );
    const total = found.rows[0]?.total ?? 0;
    return pageOf(
      found.rows.map(({ total: _total, ...row }) => shown(row, caller.userId)),
      total,
      { page, size },
    );
  });
}

/** Throws `not_found` for missing reports, another project's, and those of others if only own ones may be seen. */
export function readReport(services: Services, caller: Caller, onlyOwn: boolean, reportId: string): Promise<Report> {
  return inOrganisation(services, caller, async (db) => {
    const found = await db.query<Row>(
      `SELECT ${COLUMNS} FROM report r WHERE r.organisation_id = $1 AND r.project_id = $4 AND r.id = $5`,
      [caller.organisationId, caller.userId, services.clock.now(), caller.projectId, reportId],
    );
    const row = found.rows[0];
    if (!row || (onlyOwn && row.createdBy !== caller.userId)) throw new AppError('not_found');
    return shown(row, caller.userId);
  });
}

export type NewReport = {
  id: string;
  title: string;
  templateId: string;
  templateTitle: string;
  format: Report['format'];
  language: string;
  request: ReportRequest;
};

/** Inserts a pending report with its job. The same id again is the same report. */
export function insertReport(services: Services, caller: Caller, wanted: NewReport, task: string): Promise<void> {
  return inOrganisation(services, caller, async (db) => {
    const known = await db.query('SELECT FROM report WHERE organisation_id = $1 AND id = $2', [
      caller.organisationId,
      wanted.id,
    ]);
    if (known.rowCount) return;
    const counted = await db.query<{ value: number }>(
      `INSERT INTO project_counter AS c (organisation_id, project_id, series, value) VALUES ($1, $2, 'report', 1)
       ON CONFLICT (organisation_id, project_id, series) DO UPDATE SET value = c.value + 1 RETURNING value`,
      [caller.organisationId, caller.projectId],
    );
    const made = await db.query(
      `INSERT INTO report (number, organisation_id, id, project_id, title, template_id, template_title, format, language,
         request, state, created_by, created_at)
       VALUES ($12, $1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11) ON CONFLICT DO NOTHING`,
      [
        caller.organisationId,
        wanted.id,
        caller.projectId,
        wanted.title,
        wanted.templateId,
        wanted.templateTitle,
        wanted.format,
        wanted.language,
        JSON.stringify(wanted.request),
        caller.userId,
        services.clock.now(),
        counted.rows[0]?.value ?? null,
      ],
    );
    // The same report was inserted twice concurrently: skipping a number is better than using one twice.
    if (made.rowCount === 1) await enqueueReport(services, db, caller.organisationId, wanted.id, task);
  });
}

const enqueueReport = (services: Services, db: PoolClient, organisationId: string, reportId: string, task: string) =>
  services.queue.enqueueFair(
    db,
    task,
    { organisationId, reportId },
    // Apart from page imports, because a user is waiting.
    { owner: `${organisationId}:${task}`, key: `${task}:${reportId}`, maxAttempts: 6 },
  );

/** Changes the state of the caller's report from one of `from` to `to`; true if it did. */
export function moveReport(
  services: Services,
  caller: Caller,
  reportId: string,
  from: readonly Report['state'][],
  to: Report['state'],
  task?: string,
): Promise<boolean> {
  return inOrganisation(services, caller, async (db) => {
    const moved = await db.query(
      `UPDATE report SET state = $5, problem = NULL, percent = CASE WHEN $5 = 'pending' THEN 0 ELSE percent END
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND created_by = $4 AND state = ANY ($6)`,
      [caller.organisationId, caller.projectId, reportId, caller.userId, to, from],
    );
    if (moved.rowCount === 1 && task) await enqueueReport(services, db, caller.organisationId, reportId, task);
    return moved.rowCount === 1;
  });
}

type TemplateRow = Omit<Template, 'builtin'> & { blobId: string; key: string };

const TEMPLATE = `t.id, t.title, t.file_name AS "fileName", t.file_type AS "fileType", t.active, t.problems,
  t.blob_id AS "blobId", b.key`;
const TEMPLATE_FROM = 'report_template t JOIN blob b ON b.organisation_id = t.organisation_id AND b.id = t.blob_id';

export function ownTemplates(services: Services, caller: Caller, inactive = false): Promise<TemplateRow[]> {
  return inOrganisation(services, caller, async (db) => {
    const found = await db.query<TemplateRow>(
      `SELECT ${TEMPLATE} FROM ${TEMPLATE_FROM}
       WHERE t.organisation_id = $1 AND t.project_id = $2 AND (t.active OR $3) ORDER BY t.active DESC, t.created_at`,
      [caller.organisationId, caller.projectId, inactive],
    );
    return found.rows;
  });
}

/** One template of the project by id; an inactive one only on request. */
export async function ownTemplate(
  services: Services,
  caller: Caller,
  id: string,
  inactive = false,
): Promise<TemplateRow | undefined> {
  return (await ownTemplates(services, caller, inactive)).find((one) => one.id === id);
}

/** The caller's own uploaded file. Throws `blob_missing`. */
export function uploadedFile(services: Services, caller: Caller, blobId: string) {
  return inOrganisation(services, caller, async (db) => {
    const found = await db.query<{ name: string; key: string; size: number }>(
      'SELECT name, key, size::float8 AS size FROM blob WHERE organisation_id = $1 AND id = $2 AND created_by = $3',
      [caller.organisationId, blobId, caller.userId],
    );
    const file = found.rows[0];
    if (!file) throw new AppError('blob_missing');
    return file;
  });
}

export function insertTemplate(
  services: Services,
  caller: Caller,
  wanted: Pick<Template, 'id' | 'title' | 'fileName' | 'fileType' | 'problems'> & { blobId: string },
): Promise<unknown> {
  return inOrganisation(services, caller, (db) =>
    db.query(
      `INSERT INTO report_template (organisation_id, id, project_id, title, file_name, file_type, blob_id, problems,
         created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $10, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [
        caller.organisationId,
        wanted.id,
        caller.projectId,
        wanted.title,
        wanted.fileName,
        wanted.blobId,
        JSON.stringify(wanted.problems),
        caller.userId,
        services.clock.now(),
        wanted.fileType,
      ],
    ),
  );
}

export type TemplateChange = {
  title?: string | undefined;
  active?: boolean | undefined;
  file?: (Pick<Template, 'fileName' | 'fileType' | 'problems'> & { blobId: string }) | undefined;
};

/** Changes the given fields of a template. Throws `not_found` if the project has none with that id. */
export async function updateTemplate(
  services: Services,
  caller: Caller,
  id: string,
  { title, active, file }: TemplateChange,
): Promise<void> {
  const changed = await inOrganisation(services, caller, (db) =>
    db.query(
      `UPDATE report_template SET title = coalesce($4, title), active = coalesce($5, active),
         file_name = coalesce($6, file_name), file_type = coalesce($7, file_type), blob_id = coalesce($8, blob_id),
         problems = coalesce($9::jsonb, problems)
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3`,
      [
        caller.organisationId,
        caller.projectId,
        id,
        title ?? null,
        active ?? null,
        file?.fileName ?? null,
        file?.fileType ?? null,
        file?.blobId ?? null,
        file ? JSON.stringify(file.problems) : null,
      ],
    ),
  );
  if (changed.rowCount !== 1) throw new AppError('not_found');
}

/** Sets a template inactive. Throws `not_found` if the project has none with that id. */
export async function dropTemplate(services: Services, caller: Caller, id: string): Promise<void> {
  const dropped = await inOrganisation(services, caller, (db) =>
    db.query('UPDATE report_template SET active = false WHERE organisation_id = $1 AND project_id = $2 AND id = $3', [
      caller.organisationId,
      caller.projectId,
      id,
    ]),
  );
  if (dropped.rowCount !== 1) throw new AppError('not_found');
}

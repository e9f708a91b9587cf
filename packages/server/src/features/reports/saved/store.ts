// Database rows of saved reports.
import type {
  DefinitionContent,
  DefinitionProblem,
  ReportDefinition,
} from '@plumbline/core/features/reports/definitions';
import { DEFAULT_REPORT_OPTIONS } from '@plumbline/core/features/reports/options';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { pageOf } from '../../../lists/page.ts';
import type { Services } from '../../../platform/services.ts';
import type { Caller } from '../store.ts';

type Row = Omit<ReportDefinition, 'nextRunAt' | 'lastRunAt' | 'createdAt' | 'own'> & {
  nextRunAt: Date | null;
  lastRunAt: Date | null;
  createdAt: Date;
};

const COLUMNS = `d.id, d.title, d.source, d.template_id AS "templateId", d.format, d.language, d.recipients, d.schedule, d.options,
  d.next_run_at AS "nextRunAt", d.last_run_at AS "lastRunAt", d.problem, d.created_by AS "createdBy",
  coalesce((SELECT trim(m.first_name || ' ' || m.last_name) FROM member m
    WHERE m.organisation_id = d.organisation_id AND m.project_id = d.project_id AND m.user_id = d.created_by), '')
    AS "createdByName", d.created_at AS "createdAt"`;

const shown = (row: Row, userId: string): ReportDefinition => ({
  ...row,
  // Those saved before an option existed lack it.
  options: { ...DEFAULT_REPORT_OPTIONS, ...row.options },
  nextRunAt: row.nextRunAt?.toISOString() ?? null,
  lastRunAt: row.lastRunAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  own: row.createdBy === userId,
});

const inOrganisation = <T>(services: Services, caller: Caller, fn: (db: PoolClient) => Promise<T>) =>
  tenantTransaction(services.pool, caller.organisationId, fn);

export async function listOfDefinitions(services: Services, caller: Caller, page: { page: number; size: number }) {
  const found = await inOrganisation(services, caller, (db) =>
    db.query<Row & { total: number }>(
      `SELECT ${COLUMNS}, count(*) OVER ()::int AS total FROM report_definition d
       WHERE d.organisation_id = $1 AND d.project_id = $2
       ORDER BY d.title COLLATE natural_order, d.id LIMIT $3 OFFSET $4`,
      [caller.organisationId, caller.projectId, page.size, page.page * page.size],
    ),
  );
  const rows = found.rows.map(({ total: _total, ...row }) => shown(row, caller.userId));
  return pageOf(rows, found.rows[0]?.total ?? 0, page);
}

/** Throws `not_found`. */
export async function readDefinition(services: Services, caller: Caller, id: string): Promise<ReportDefinition> {
  const found = await inOrganisation(services, caller, (db) =>
    db.query<Row>(
      `SELECT ${COLUMNS} FROM report_definition d WHERE d.organisation_id = $1 AND d.project_id = $2 AND d.id = $3`,
      [caller.organisationId, caller.projectId, id],
    ),
  );
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  return shown(row, caller.userId);
}

export const timeZoneOf = async (services: Services, { organisationId, projectId }: Caller): Promise<string> => {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ timezone: string }>('SELECT timezone FROM project WHERE organisation_id = $1 AND id = $2', [
      organisationId,
      projectId,
    ]),
  );
  return found.rows[0]?.timezone ?? 'UTC';
};

/** A definition with its next run. */
export type NewDefinition = DefinitionContent & { id: string; nextRunAt: Date | null };

const valuesOf = ({
  title,
  source,
  templateId,
  format,
  language,
  recipients,
  schedule,
  options,
  nextRunAt,
}: NewDefinition) => [
  title,
  JSON.stringify(source),
  templateId,
  format,
  language,
  recipients,
  schedule && JSON.stringify(schedule),
  nextRunAt,
  JSON.stringify(options),
];

/** The same id again changes nothing. */
export const insertDefinition = (services: Services, caller: Caller, wanted: NewDefinition): Promise<unknown> =>
  inOrganisation(services, caller, (db) =>
    db.query(
      `INSERT INTO report_definition (organisation_id, project_id, id, title, source, template_id, format, language,
         recipients, schedule, next_run_at, options, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
      [caller.organisationId, caller.projectId, wanted.id, ...valuesOf(wanted), caller.userId, services.clock.now()],
    ),
  );

/** Also clears the problem of the last attempt. */
export const updateDefinition = (services: Services, caller: Caller, wanted: NewDefinition): Promise<unknown> =>
  inOrganisation(services, caller, (db) =>
    db.query(
      `UPDATE report_definition SET title = $4, source = $5, template_id = $6, format = $7, language = $8,
         recipients = $9, schedule = $10, next_run_at = $11, options = $12, problem = NULL
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3`,
      [caller.organisationId, caller.projectId, wanted.id, ...valuesOf(wanted)],
    ),
  );

export const deleteDefinition = (services: Services, caller: Caller, id: string): Promise<unknown> =>
  inOrganisation(services, caller, (db) =>
    db.query('DELETE FROM report_definition WHERE organisation_id = $1 AND project_id = $2 AND id = $3', [
      caller.organisationId,
      caller.projectId,
      id,
    ]),
  );

/** Records an attempt: the time of a created report, or why there is none; `pause` ends the schedule. */
export const recordRun = (
  services: Services,
  caller: Caller,
  id: string,
  { problem, pause }: { problem: DefinitionProblem | null; pause: boolean },
): Promise<unknown> =>
  inOrganisation(services, caller, (db) =>
    db.query(
      `UPDATE report_definition SET problem = $4, last_run_at = CASE WHEN $4::text IS NULL THEN $5 ELSE last_run_at END,
         next_run_at = CASE WHEN $6 THEN NULL ELSE next_run_at END
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3`,
      [caller.organisationId, caller.projectId, id, problem, services.clock.now(), pause],
    ),
  );

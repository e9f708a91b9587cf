// Project templates of an organisation: saving, listing, renaming and deleting them, and what a new project takes from one.
import { titleKey } from '@plumbline/core/features/projects/rules';
import type {
  listProjectTemplates,
  ProjectTemplate,
  saveProjectTemplate,
} from '@plumbline/core/features/projects/templates-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { lockReferences } from '../../db/file-locks.ts';
import { inProject } from '../../db/in-project.ts';
import { runSite } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { renewIn } from '../../platform/renew-ids.ts';
import type { Services } from '../../platform/services.ts';
import { contentOf, filesOf, renewedContent, type TemplateContent, templateContent } from './template-content.ts';

const inOrganisation = <T>(services: Services, session: Session, fn: (db: PoolClient) => Promise<T>): Promise<T> =>
  tenantTransaction(services.pool, session.organisationId, fn);

type ListRow = Omit<ProjectTemplate, 'savedAt' | 'createdByName'> & {
  savedAt: Date;
  createdBy: string;
  total: number;
};

async function readNames({ pool }: Services, userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await pool.query<{ id: string; name: string }>(
    `SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM app_user WHERE id = ANY ($1::uuid[])`,
    [userIds],
  );
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

export async function listTemplates(
  services: Services,
  session: Session,
  page: RequestOf<typeof listProjectTemplates>['query'],
): Promise<ReplyOf<typeof listProjectTemplates>> {
  const count = (part: string): string => `'${part}', jsonb_array_length(content -> '${part}')`;
  const found = await inOrganisation(services, session, (db) =>
    db.query<ListRow>(
      `SELECT id, title, saved_at AS "savedAt", count(*) OVER ()::integer AS total,
         jsonb_build_object('company', content #> '{settings,company}', 'country', content #> '{settings,country}',
           'timezone', content #> '{settings,timezone}', 'language', content #> '{settings,language}') AS settings,
         jsonb_build_object(${count('folders')}, ${count('categories')}, ${count('fields')}, ${count('teams')},
           ${count('views')}, ${count('reportTemplates')}, ${count('reports')}) AS contains,
         created_by AS "createdBy"
       FROM project_template WHERE organisation_id = $1 ORDER BY title COLLATE natural_order, id LIMIT $2 OFFSET $3`,
      [session.organisationId, page.size, page.page * page.size],
    ),
  );
  const names = await readNames(
    services,
    found.rows.map((row) => row.createdBy),
  );
  const rows = found.rows.map(({ total: _total, createdBy, savedAt, ...row }) => ({
    ...row,
    createdByName: names.get(createdBy) ?? '',
    savedAt: savedAt.toISOString(),
  }));
  return pageOf(rows, found.rows[0]?.total ?? 0, page);
}

/** Throws `title_taken`. Titles are locked until the transaction ends. */
async function requireTitle(db: PoolClient, { organisationId }: Session, id: string, title: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('project templates ' || $1::text, 0))`, [
    organisationId,
  ]);
  const found = await db.query<{ title: string }>(
    'SELECT title FROM project_template WHERE organisation_id = $1 AND id <> $2',
    [organisationId, id],
  );
  if (found.rows.some((row) => titleKey(row.title) === titleKey(title))) {
    throw new AppError('title_taken', { fields: [{ path: 'title', outcome: 'ALREADY_IN_USE' }] });
  }
}

function readContent(services: Services, session: Session, projectId: string): Promise<TemplateContent> {
  return runSite(services, session, projectId, 'project.template', async ({ tx, db, actor }) => {
    requireCapability(actor, 'project.edit');
    const project = await tx.get('project', projectId);
    if (!project) throw new AppError('not_found');
    const key = [session.organisationId, projectId];
    const [reportTemplates, reports] = [
      await db.query(
        `SELECT id, title, file_name, file_type, blob_id, problems FROM report_template
         WHERE organisation_id = $1 AND project_id = $2 AND active ORDER BY created_at, id`,
        key,
      ),
      await db.query(
        `SELECT id, title, source, template_id, format, language, options - 'signers' AS options FROM report_definition
         WHERE organisation_id = $1 AND project_id = $2 ORDER BY created_at, id`,
        key,
      ),
    ];
    return contentOf({
      project,
      categories: await tx.find('category', 'projectId', projectId),
      fields: await tx.find('field', 'projectId', projectId),
      teams: await tx.find('team', 'projectId', projectId),
      plans: await tx.find('plan', 'projectId', projectId),
      views: await tx.find('savedView', 'projectId', projectId),
      reportTemplates: reportTemplates.rows,
      reports: reports.rows,
    });
  });
}

/** Saves the content of the project under the id; a template with the id is replaced. */
export async function saveTemplate(
  services: Services,
  session: Session,
  id: string,
  { projectId, title }: RequestOf<typeof saveProjectTemplate>['body'],
): Promise<void> {
  const { organisationId, userId } = session;
  const content = await readContent(services, session, projectId);
  await inOrganisation(services, session, async (db) => {
    await requireTitle(db, session, id, title);
    await lockReferences(db, organisationId, 'shared');
    await db.query(
      `INSERT INTO project_template (organisation_id, id, title, content, created_by, saved_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (organisation_id, id) DO UPDATE
         SET title = excluded.title, content = excluded.content, created_by = excluded.created_by, saved_at = excluded.saved_at`,
      [organisationId, id, title, JSON.stringify(content), userId, services.clock.now()],
    );
    await db.query('DELETE FROM project_template_file WHERE organisation_id = $1 AND template_id = $2', [
      organisationId,
      id,
    ]);
    await db.query(
      `INSERT INTO project_template_file (organisation_id, template_id, blob_id)
       SELECT t.organisation_id, t.id, blob FROM project_template t CROSS JOIN unnest($3::uuid[]) blob
       WHERE t.organisation_id = $1 AND t.id = $2`,
      [organisationId, id, filesOf(content)],
    );
  });
}

export function renameTemplate(services: Services, session: Session, id: string, title: string): Promise<void> {
  return inOrganisation(services, session, async (db) => {
    await requireTitle(db, session, id, title);
    const renamed = await db.query('UPDATE project_template SET title = $3 WHERE organisation_id = $1 AND id = $2', [
      session.organisationId,
      id,
      title,
    ]);
    if (renamed.rowCount !== 1) throw new AppError('not_found');
  });
}

export function deleteTemplate(services: Services, session: Session, id: string): Promise<void> {
  return inOrganisation(services, session, async (db) => {
    const gone = await db.query('DELETE FROM project_template WHERE organisation_id = $1 AND id = $2', [
      session.organisationId,
      id,
    ]);
    if (gone.rowCount !== 1) throw new AppError('not_found');
  });
}

/** What a new project takes from the template, under ids of its own. Throws `not_found`. */
export async function readTemplate(
  services: Services,
  session: Session,
  id: string,
  projectId: string,
): Promise<TemplateContent> {
  const found = await inOrganisation(services, session, (db) =>
    db.query<{ content: unknown }>('SELECT content FROM project_template WHERE organisation_id = $1 AND id = $2', [
      session.organisationId,
      id,
    ]),
  );
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  return renewedContent(templateContent.parse(row.content), renewIn(projectId));
}

/** Writes report templates and saved reports of the new project. Their schedules and recipients are set by its users. */
export function writeReports(
  services: Services,
  session: Session,
  projectId: string,
  { reportTemplates, reports }: TemplateContent,
): Promise<void> {
  const key = [session.organisationId, projectId, session.userId, services.clock.now()];
  return inOrganisation(services, session, async (db) => {
    await db.query(
      `INSERT INTO report_template (organisation_id, project_id, created_by, created_at, id, title, file_name, file_type,
       blob_id, problems)
     SELECT l.organisation_id, l.project_id, $3, $4, t.id, t.title, t.file_name, t.file_type, t.blob_id, t.problems
     ${inProject(`jsonb_to_recordset($5) AS t (id uuid, title text, file_name text, file_type text, blob_id uuid,
       problems jsonb)`)}`,
      [...key, JSON.stringify(reportTemplates)],
    );
    await db.query(
      `INSERT INTO report_definition (organisation_id, project_id, created_by, created_at, id, title, source, template_id,
       format, language, options)
     SELECT l.organisation_id, l.project_id, $3, $4, r.id, r.title, r.source, r.template_id, r.format, r.language, r.options
     ${inProject(`jsonb_to_recordset($5) AS r (id uuid, title text, source jsonb, template_id text, format text,
       language text, options jsonb)`)}`,
      [...key, JSON.stringify(reports)],
    );
  });
}

// Projects over HTTP.
import { can, HOLDERS, ROLES } from '@plumbline/core/access/capabilities';
import {
  copyProject,
  createProject,
  getProject,
  type ImportingProject,
  joinProject,
  leaveProject,
  listImporting,
  listProjects,
  setFavourite,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import {
  createProjectFolder,
  deleteProjectFolder,
  listFolders,
  moveProjects,
  renameProjectFolder,
} from '@plumbline/core/features/projects/folders-contract';
import {
  deleteProjectTemplate,
  listProjectTemplates,
  renameProjectTemplate,
  saveProjectTemplate,
} from '@plumbline/core/features/projects/templates-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Pool } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { signedMediaUrl } from '../media/links.ts';
import { duplicateProject } from './copy.ts';
import { deleteFolder, makeFolder, markFavourite, moveAll, renameFolder } from './folders.ts';
import { readProject, readProjects } from './read.ts';
import { readFolders } from './read-folders.ts';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from './templates.ts';
import { changeProject, enterProject, makeProject, quitProject, requireCreator } from './write.ts';

const SINCE = 7 * 24 * 3_600_000;
const MANAGING = ROLES.filter((role) => can(role, 'plan.manage'));
const STAKEHOLDERS = HOLDERS.filter((holder) => can(holder, 'plan.manage'));

/** Reads the progress of plan imports in all projects of the caller. */
async function readImporting(
  pool: Pool,
  { organisationId, userId }: Session,
  now: Date,
  query: RequestOf<typeof listImporting>['query'],
): Promise<ReplyOf<typeof listImporting>> {
  const found = await tenantSnapshot(pool, organisationId, (db) =>
    db.query<ImportingProject & { total: number }>({
      text: `SELECT r.id AS "projectId", r.title, max(i.updated_at) AS "updatedAt", count(*) OVER () AS total,
           count(*) FILTER (WHERE i.state IN ('inspecting', 'running')) AS running,
           count(*) FILTER (WHERE i.state IN ('choosing', 'aligning')) AS waiting,
           count(*) FILTER (WHERE i.state = 'failed') AS failed,
           count(*) FILTER (WHERE i.state = 'finished') AS finished
         FROM plan_import i
         JOIN project r ON r.organisation_id = i.organisation_id AND r.id = i.project_id
         JOIN member m ON m.organisation_id = i.organisation_id AND m.project_id = i.project_id
           AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
           AND (m.role = ANY ($3) OR ('projectOwner' = ANY ($7) AND r.owner_id = $2)
             OR ('ownerAssistant' = ANY ($7) AND r.assistant_id = $2))
         WHERE i.organisation_id = $1 AND i.updated_at > $4 AND i.state <> 'canceled'
         GROUP BY r.id, r.title ORDER BY max(i.updated_at) DESC, r.id LIMIT $5 OFFSET $6`,
      values: [
        organisationId,
        userId,
        MANAGING,
        new Date(now.getTime() - SINCE),
        query.size,
        query.page * query.size,
        STAKEHOLDERS,
      ],
      types: ROW_TYPES,
    }),
  );
  const content = found.rows.map(({ total: _total, ...row }) => row);
  return pageOf(content, found.rows[0]?.total ?? 0, query);
}

export const projects: Feature = (serve, services) => {
  const { pool, config, clock } = services;
  serve(listProjects, ({ session }, { query }) => {
    const link = { audience: session.sessionId, now: clock.now() };
    return readProjects(
      pool,
      session,
      query,
      (blobId, isPicture) => signedMediaUrl(config, blobId, isPicture ? 'preview' : 'original', link).url,
    );
  });
  serve(getProject, ({ session, projectId }) => readProject(pool, session, projectId));
  serve(createProject, async ({ session }, { body }) => {
    await makeProject(services, session, body);
    return readProject(pool, session, body.id);
  });
  serve(updateProject, async ({ session, projectId }, { body }) => {
    await changeProject(services, session, projectId, body);
    return readProject(pool, session, projectId);
  });
  serve(copyProject, async ({ session, projectId }, { body }) => {
    await duplicateProject(services, session, projectId, body);
    return readProject(pool, session, body.id);
  });
  serve(leaveProject, ({ session, projectId }) => quitProject(services, session, projectId));
  serve(joinProject, async ({ session }, { params, body }) => {
    await enterProject(services, session, params.projectId, body.id);
    return readProject(pool, session, params.projectId);
  });
  serve(setFavourite, ({ session, projectId }, { body }) =>
    markFavourite(services, session, projectId, body.favourite),
  );

  serve(listImporting, ({ session }, { query }) => readImporting(pool, session, clock.now(), query));

  serve(listFolders, ({ session }, { query }) => readFolders(pool, session, query));
  serve(createProjectFolder, ({ session }, { body }) => makeFolder(services, session, body));
  serve(renameProjectFolder, ({ session }, { params, body }) =>
    renameFolder(services, session, params.folderId, body.name),
  );
  serve(deleteProjectFolder, ({ session }, { params }) => deleteFolder(services, session, params.folderId));
  serve(listProjectTemplates, async ({ session }, { query }) => {
    if (!session.admin) await requireCreator(pool, session);
    return listTemplates(services, session, query);
  });
  serve(saveProjectTemplate, ({ session }, { params, body }) =>
    saveTemplate(services, session, params.templateId, body),
  );
  serve(renameProjectTemplate, ({ session }, { params, body }) =>
    renameTemplate(services, session, params.templateId, body.title),
  );
  serve(deleteProjectTemplate, ({ session }, { params }) => deleteTemplate(services, session, params.templateId));
  serve(moveProjects, ({ session }, { body }) => moveAll(services, session, body));
};

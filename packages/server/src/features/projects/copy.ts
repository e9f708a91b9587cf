// Creates a project as a copy of another one, with a choice of what is copied.

import type { copyProject } from '@plumbline/core/features/projects/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import type { PoolClient } from 'pg';
import { runSite } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { copyPlans } from './copy-plans.ts';
import { defaultCategories } from './defaults.ts';
import { administrator, begin, requireCreator } from './write.ts';

async function readSource(tx: SiteTx, projectId: string, withPlans: boolean) {
  const project = await tx.get('project', projectId);
  if (!project) throw new AppError('not_found');
  const [categories, fields, members, teams, contacts] = [
    await tx.find('category', 'projectId', projectId),
    await tx.find('field', 'projectId', projectId),
    await tx.find('member', 'projectId', projectId),
    await tx.find('team', 'projectId', projectId),
    await tx.find('contact', 'projectId', projectId),
  ];
  const plans = withPlans ? (await tx.find('plan', 'projectId', projectId)).filter((one) => one.active) : [];
  const revisions: RevisionRow[] = [];
  for (const plan of plans) revisions.push(...(await tx.find('revision', 'planId', plan.id)));
  const models = withPlans ? await tx.find('model', 'projectId', projectId) : [];
  const georeferences = withPlans ? await tx.find('ground', 'projectId', projectId) : [];
  return { project, categories, fields, members, teams, contacts, plans, revisions, models, georeferences };
}

async function readFolderId(db: PoolClient, organisationId: string, projectId: string): Promise<string | null> {
  const found = await db.query<{ id: string }>(
    'SELECT folder_id AS id FROM project_folder_entry WHERE organisation_id = $1 AND project_id = $2',
    [organisationId, projectId],
  );
  return found.rows[0]?.id ?? null;
}

/** Copies the active templates of the source. Their files are shared. */
function copyTemplates(services: Services, session: Session, sourceId: string, projectId: string): Promise<void> {
  const { organisationId, userId } = session;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<{ id: string }>(
      'SELECT id FROM report_template WHERE organisation_id = $1 AND project_id = $2 AND active',
      [organisationId, sourceId],
    );
    await db.query(
      `INSERT INTO report_template (organisation_id, id, project_id, title, file_name, file_type, blob_id, problems,
         created_by, created_at)
       SELECT t.organisation_id, n.id, $4, t.title, t.file_name, t.file_type, t.blob_id, t.problems, $5, $6
       FROM unnest($2::uuid[], $3::uuid[]) AS n (source, id)
       JOIN report_template t ON t.organisation_id = $1 AND t.id = n.source`,
      [
        organisationId,
        found.rows.map((row) => row.id),
        found.rows.map(() => services.newId()),
        projectId,
        userId,
        services.clock.now(),
      ],
    );
  });
}

/**
 * Copies details and ratings, and the requested categories, pin fields, people, templates and plans; never pins or tasks.
 */
export async function duplicateProject(
  services: Services,
  session: Session,
  sourceId: string,
  { id, title, parentId, ...requested }: RequestOf<typeof copyProject>['body'],
): Promise<void> {
  const creator = await requireCreator(services.pool, session);
  const source = await runSite(services, session, sourceId, 'project.copy', async ({ tx, db, actor }) => {
    requireCapability(actor, 'project.edit');
    const read = await readSource(tx, sourceId, requested.plans);
    return { ...read, folderId: await readFolderId(db, session.organisationId, sourceId) };
  });
  const mine = administrator(services.newId(), id, session.userId, creator, source.project.company);
  const others = source.members.filter((member) => member.userId !== session.userId && member.state === 'active');
  const members = [
    mine,
    ...(requested.members ? others : []).map((one) => ({ ...one, id: services.newId(), projectId: id })),
  ];
  const assists = members.some((member) => member.userId === source.project.assistantId);
  const chosen = requested.categories ? source.categories.filter((category) => category.active) : [];
  const copied = new Map(chosen.map((one) => [one.id, services.newId()]));
  const fields = requested.fields ? source.fields.filter((field) => field.active) : [];
  const teams = requested.teams ? source.teams.filter((team) => team.active) : [];
  await begin(services, session, {
    row: {
      ...source.project,
      id,
      projectId: id,
      title,
      active: true,
      createdBy: session.userId,
      ownerId: session.userId,
      assistantId: assists ? source.project.assistantId : null,
      // The picture shows the other site.
      pictureBlobId: null,
    },
    parentId: parentId === undefined ? source.folderId : parentId,
    categories: requested.categories
      ? chosen.map((one) => ({ ...one, id: copied.get(one.id) ?? one.id, projectId: id }))
      : defaultCategories(id, source.project.language, services.newId),
    fields: fields.map((field) => ({
      ...field,
      id: services.newId(),
      projectId: id,
      categoryIds: field.categoryIds.flatMap((categoryId) => copied.get(categoryId) ?? []),
    })),
    members,
    teams: teams.map((team) => ({ ...teamWith(team, members), id: services.newId(), projectId: id })),
    contacts: (requested.contacts ? source.contacts : [])
      .filter((contact) => contact.state === 'active')
      .map((contact) => ({ ...contact, id: services.newId(), projectId: id })),
    plans: copyPlans(source, { projectId: id, newId: services.newId }),
  });
  if (requested.templates) await copyTemplates(services, session, sourceId, id);
}

/** Keeps the members of the team that are copied and have its role. */
const teamWith = (team: TeamRow, members: readonly MemberRow[]): TeamRow => ({
  ...team,
  memberIds: team.memberIds.filter((userId) =>
    members.some((member) => member.userId === userId && member.role === team.role),
  ),
});

// Creates a project as a copy of another one, with a choice of what is copied.

import type { copyProject } from '@plumbline/core/features/projects/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { demand } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import type { PoolClient } from 'pg';
import { runSite } from '../../db/tx/pg-store.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { copyPlans } from './copy-plans.ts';
import { defaultCategories } from './defaults.ts';
import { administrator, begin, demandCreator } from './write.ts';

async function readSource(tx: SiteTx, projectId: string, withPlans: boolean) {
  const project = await tx.get('project', projectId);
  if (!project) throw new AppError('not_found');
  const [categories, fields, members, teams] = [
    await tx.find('category', 'projectId', projectId),
    await tx.find('field', 'projectId', projectId),
    await tx.find('member', 'projectId', projectId),
    await tx.find('team', 'projectId', projectId),
  ];
  const plans = withPlans ? (await tx.find('plan', 'projectId', projectId)).filter((one) => one.active) : [];
  const revisions: RevisionRow[] = [];
  for (const plan of plans) revisions.push(...(await tx.find('revision', 'planId', plan.id)));
  return { project, categories, fields, members, teams, plans, revisions };
}

async function readFolderId(db: PoolClient, organisationId: string, projectId: string): Promise<string | null> {
  const found = await db.query<{ id: string }>(
    'SELECT folder_id AS id FROM project_folder_entry WHERE organisation_id = $1 AND project_id = $2',
    [organisationId, projectId],
  );
  return found.rows[0]?.id ?? null;
}

/**
 * Copies details and ratings, and the requested categories, pin fields, members, teams and plans; never pins or tasks.
 */
export async function duplicateProject(
  services: Services,
  session: Session,
  sourceId: string,
  { id, title, parentId, ...requested }: RequestOf<typeof copyProject>['body'],
): Promise<void> {
  const creator = await demandCreator(services.pool, session);
  const source = await runSite(services, session, sourceId, 'project.copy', async ({ tx, db, actor }) => {
    demand(actor, 'project.edit');
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
    plans: copyPlans(source, { projectId: id, newId: services.newId }),
  });
}

/** Keeps the members of the team that are copied and have its role. */
const teamWith = (team: TeamRow, members: readonly MemberRow[]): TeamRow => ({
  ...team,
  memberIds: team.memberIds.filter((userId) =>
    members.some((member) => member.userId === userId && member.role === team.role),
  ),
});

// Creates, changes, joins and leaves projects. Titles are unique within an organisation.
import { type AccessRole, accessRoleOf, CAPABILITIES, scopeOf } from '@plumbline/core/access/capabilities';
import { managesMembers, staysManaged } from '@plumbline/core/features/people/rules';
import type { createProject, updateProject } from '@plumbline/core/features/projects/contract';
import { changedProject, checkChanges, checkDetails, titleKey } from '@plumbline/core/features/projects/rules';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { type Actor, requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { ContactRow, MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import { type CategoryRow, EMPTY_SETTINGS, type ProjectRow } from '@plumbline/core/site/rows/projects';
import type { SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import { isLanguage } from '@plumbline/locales/languages';
import type { Pool, PoolClient } from 'pg';
import { createSite, runSite, runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';
import { type CopiedPlans, NO_PLANS } from './copy-plans.ts';
import { defaultCategories, defaultRatings } from './defaults.ts';
import { placeNew, readFolderActor } from './folders.ts';
import { rowsOf } from './template-content.ts';
import { readTemplate, writeReports } from './templates.ts';

/**
 * Throws `title_taken` if another project of the organisation has the title. Locks the title until the transaction
 * ends.
 */
export async function requireTitle(
  db: PoolClient,
  organisationId: string,
  projectId: string,
  title: string,
): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('project titles ' || $1::text, 0))`, [organisationId]);
  const found = await db.query<{ title: string }>('SELECT title FROM project WHERE organisation_id = $1 AND id <> $2', [
    organisationId,
    projectId,
  ]);
  if (found.rows.some((row) => titleKey(row.title) === titleKey(title))) {
    throw new AppError('title_taken', { fields: [{ path: 'title', outcome: 'ALREADY_IN_USE' }] });
  }
}

type Creator = { email: string; phone: string; firstName: string; lastName: string; createProjects: boolean };

export async function readCreator(
  pool: Pool,
  { userId, organisationId }: Pick<Session, 'userId' | 'organisationId'>,
): Promise<Creator> {
  const found = await pool.query<Creator>(
    `SELECT u.email, coalesce(nullif(m.phone, ''), u.phone) AS phone, u.first_name AS "firstName", u.last_name AS "lastName", m.create_projects AS "createProjects"
     FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2 WHERE u.id = $1`,
    [userId, organisationId],
  );
  const creator = found.rows[0];
  if (!creator) throw new AppError('invalid_token');
  return creator;
}

/** Throws `forbidden` or `licence_needed` if the caller may not create projects. */
export async function requireCreator(pool: Pool, session: Session): Promise<Creator> {
  const creator = await readCreator(pool, session);
  if (!session.admin && !creator.createProjects) throw new AppError('forbidden');
  if (!session.licensed) throw new AppError('licence_needed');
  return creator;
}

export function administrator(
  id: string,
  projectId: string,
  userId: string,
  person: Creator,
  company: string,
): MemberRow {
  const { email, phone, firstName, lastName } = person;
  return {
    id,
    projectId,
    userId,
    firstName,
    lastName,
    email,
    phone,
    companyName: company,
    craft: '',
    role: 'administrator',
    state: 'active',
  };
}

type NewProject = {
  row: ProjectRow;
  categories: CategoryRow[];
  fields?: FieldRow[];
  members: MemberRow[];
  teams?: TeamRow[];
  contacts?: ContactRow[];
  plans?: CopiedPlans;
  views?: SavedViewRow[];
  /** The parent folder; null at the top level. */
  parentId: string | null;
};

export async function begin(services: Services, session: Session, beginning: NewProject): Promise<void> {
  const { row, categories, fields = [], members, teams = [], contacts = [], views = [], parentId } = beginning;
  const { plans = NO_PLANS } = beginning;
  const folderActor = await readFolderActor(services.pool, session);
  await createSite(services, session, row.id, async ({ tx, db, now }) => {
    await requireTitle(db, session.organisationId, row.id, row.title);
    if (parentId !== null) await placeNew(db, session, folderActor, { projectId: row.id, parentId, now });
    tx.put('project', { ...row, createdAt: tx.now() });
    for (const member of members) tx.put('member', member);
    for (const category of categories) tx.put('category', category);
    for (const field of fields) tx.put('field', field);
    for (const team of teams) tx.put('team', team);
    for (const plan of plans.plans) tx.put('plan', plan);
    for (const revision of plans.revisions) tx.put('revision', revision);
    for (const contact of contacts) tx.put('contact', contact);
    for (const model of plans.models) tx.put('model', model);
    for (const georeference of plans.georeferences) tx.put('ground', georeference);
    for (const view of views) tx.put('savedView', view);
  });
}

/** The program writes texts in the project's language, so it must be one the program has. */
function requireLanguage(language: string): void {
  if (!isLanguage(language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
}

export async function makeProject(
  services: Services,
  session: Session,
  { id, parentId = null, templateId, ...sent }: RequestOf<typeof createProject>['body'],
): Promise<void> {
  const creator = await requireCreator(services.pool, session);
  // A new project has no other members yet.
  if ((sent.ownerId ?? session.userId) !== session.userId) refuseFields({ path: 'ownerId', outcome: 'UNKNOWN' });
  if (sent.assistantId) refuseFields({ path: 'assistantId', outcome: 'UNKNOWN' });
  const template = templateId === undefined ? undefined : await readTemplate(services, session, templateId, id);
  const language = sent.language ?? template?.settings.language ?? session.language;
  requireLanguage(language);
  const row: ProjectRow = {
    company: '',
    address: '',
    postCode: '',
    country: '',
    start: null,
    end: null,
    notes: '',
    timezone: session.timeZone,
    managerName: '',
    managerPhone: '',
    ...EMPTY_SETTINGS,
    ownerId: session.userId,
    ratings: defaultRatings(language),
    ...template?.settings,
    ...dropUndefined(sent),
    title: sent.title,
    language,
    id,
    projectId: id,
    active: true,
    createdBy: session.userId,
    createdAt: '',
  };
  checkDetails(row);
  checkChanges(row);
  const members = [administrator(services.newId(), id, session.userId, creator, row.company)];
  if (!template) {
    const categories = defaultCategories(id, language, services.newId);
    return begin(services, session, { row, categories, members, parentId });
  }
  const now = services.clock.now();
  const { folders, ...rows } = rowsOf(template, id, { userId: session.userId, now: now.toISOString() });
  await begin(services, session, { row, ...rows, plans: { ...NO_PLANS, plans: folders }, members, parentId });
  await writeReports(services, session, id, template);
}

/** Owner and assistant must be members; ones who have left may remain until someone else is named. */
async function requireStakeholders(tx: SiteTx, before: ProjectRow, next: ProjectRow): Promise<void> {
  for (const field of ['ownerId', 'assistantId'] as const) {
    const userId = next[field];
    if (userId === null || userId === before[field]) continue;
    const found = await tx.find('member', 'userId', userId);
    const isMember = found.some((one) => one.state === 'active' && one.role !== 'none');
    if (!isMember) refuseFields({ path: field, outcome: 'UNKNOWN' });
  }
}

/** The position of the last change of the project's own row; the project stays locked. */
async function readVersion(db: PoolClient, organisationId: string, projectId: string): Promise<number> {
  const found = await db.query<{ position: string }>(
    'SELECT position FROM project WHERE organisation_id = $1 AND id = $2',
    [organisationId, projectId],
  );
  return Number(found.rows[0]?.position);
}

const haveSamePermissions = (a: AccessRole, b: AccessRole): boolean =>
  CAPABILITIES.every((capability) => scopeOf(a, capability) === scopeOf(b, capability));

/**
 * The users whose permissions change with the new owner or assistant. Throws if no one would be left to manage the
 * project.
 */
async function checkStakeholders(tx: SiteTx, actor: Actor, before: ProjectRow, next: ProjectRow): Promise<string[]> {
  if (before.ownerId === next.ownerId && before.assistantId === next.assistantId) return [];
  requireCapability(actor, 'stakeholder.manage');
  await requireStakeholders(tx, before, next);
  const members = await tx.find('member', 'projectId', tx.projectId);
  if (!staysManaged(members, next)) throw new AppError('last_administrator');
  return members
    .filter((member) => member.state === 'active')
    .filter(
      ({ role, userId }) => !haveSamePermissions(accessRoleOf(role, before, userId), accessRoleOf(role, next, userId)),
    )
    .map((member) => member.userId);
}

/** Anyone whose permissions change because the owner or assistant changes must sign in again. */
export async function changeProject(
  services: Services,
  session: Session,
  projectId: string,
  { version, ...change }: RequestOf<typeof updateProject>['body'],
): Promise<void> {
  const changed = await runSite(services, session, projectId, 'project.update', async ({ tx, db, actor }) => {
    requireCapability(actor, 'project.edit');
    const row = await tx.get('project', projectId);
    if (!row) throw new AppError('not_found');
    if (version !== undefined && version !== (await readVersion(db, session.organisationId, projectId))) {
      throw new AppError('already_changed');
    }
    const next = changedProject(row, change);
    if (next.language !== row.language) requireLanguage(next.language);
    const others = await checkStakeholders(tx, actor, row, next);
    if (titleKey(next.title) !== titleKey(row.title))
      await requireTitle(db, session.organisationId, projectId, next.title);
    tx.put('project', next);
    return others;
  });
  if (changed.length > 0) {
    const now = services.clock.now();
    await systemTransaction(services.pool, async (db) => {
      for (const userId of changed) await endSessionsOf(db, userId, { reason: 'role changed', now });
    });
  }
}

/** Removes the caller from the project. Throws `last_administrator` for the only administrator. */
export function quitProject(services: Services, session: Session, projectId: string): Promise<void> {
  return runSite(services, session, projectId, 'member.leave', async ({ tx }) => {
    const members = (await tx.find('member', 'projectId', projectId)).filter((one) => one.state === 'active');
    const mine = members.find((member) => member.userId === session.userId);
    if (!mine) throw new AppError('not_found');
    const gone: MemberRow = { ...mine, state: 'removed' };
    const project = await tx.get('project', projectId);
    if (managesMembers(mine, project) && !staysManaged(members, project, gone))
      throw new AppError('last_administrator');
    tx.put('member', gone);
  });
}

/**
 * Adds an administrator of the organisation to the project as an administrator, or restores the role of one who had
 * left.
 */
export async function enterProject(
  services: Services,
  session: Session,
  projectId: string,
  memberId: string,
): Promise<void> {
  if (!session.admin) throw new AppError('forbidden');
  const person = await readCreator(services.pool, session);
  await runSiteAsSystem(services, session, projectId, 'member.join', async ({ tx }) => {
    const before = (await tx.find('member', 'userId', session.userId))[0];
    const created = administrator(before?.id ?? memberId, projectId, session.userId, person, before?.companyName ?? '');
    tx.put('member', { ...created, craft: before?.craft ?? '' });
  });
}

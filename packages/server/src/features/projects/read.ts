// Reads projects, as lists and one by one: details, the reader's role, the last activity, and counts of what the reader
// may see.
import { accessRoleOf, CAPABILITIES, type Capability, can, type Role } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import type { listProjects, ProjectDetails, ProjectEntry } from '@plumbline/core/features/projects/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import { seesAll } from '@plumbline/core/sync/scope';
import type { Pool, PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';

type Query = RequestOf<typeof listProjects>['query'];
type ProjectQueryRow = ProjectRow & {
  role: Role | null;
  teams: string[];
  lastActivity: string;
  lastModified: string;
  folderId: string | null;
  favourite: boolean;
  version: number;
};
type Counts = Pick<ProjectEntry, 'plans' | 'openPins' | 'openTasks'>;

const LAST_ACTIVITY = 'coalesce(l.active_at, r.created_at)';
const LAST_MODIFIED = 'coalesce(l.modified_at, r.created_at)';

// $1 organisation, $2 user.
const FROM = `FROM project r
  JOIN project_log l ON l.organisation_id = r.organisation_id AND l.project_id = r.id
  LEFT JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.id
    AND m.user_id = $2::uuid AND m.state = 'active' AND m.role <> 'none'
  LEFT JOIN project_folder_entry e ON e.organisation_id = r.organisation_id AND e.project_id = r.id
  LEFT JOIN project_favourite f ON f.organisation_id = r.organisation_id AND f.user_id = $2::uuid AND f.project_id = r.id
  WHERE r.organisation_id = $1`;

const SELECT = `SELECT ${selectList('project', 'r')}, m.role,
  coalesce((SELECT array_agg(t.id) FROM team t WHERE t.organisation_id = $1 AND t.project_id = r.id
    AND t.active AND t.member_ids ? $2::text), '{}') AS teams,
  ${LAST_ACTIVITY} AS "lastActivity", ${LAST_MODIFIED} AS "lastModified",
  e.folder_id AS "folderId", f.project_id IS NOT NULL AS favourite, r.position AS version`;

const BY_NAME = 'r.title COLLATE natural_order';

/** The order of a list: names ascending, times newest first, unless reversed. */
function orderOf(query: Query, params: Params): string {
  const turned = query.reverse === 'true';
  const up = turned ? 'DESC' : 'ASC';
  const down = turned ? 'ASC' : 'DESC';
  switch (query.sort) {
    case 'name':
    case 'type':
      return `${BY_NAME} ${up}`;
    case 'organisationName':
      return `r.company = '', r.company COLLATE natural_order ${up}, ${BY_NAME}`;
    case 'favourites':
      return `f.project_id IS NOT NULL ${down}, ${BY_NAME}`;
    case 'offlineOnline':
      return `r.id = ANY (${params.add(query.first ?? [], 'uuid[]')}) ${down}, ${BY_NAME}`;
    case 'lastActivity':
      return `${LAST_ACTIVITY} ${down}`;
    case 'lastModified':
      return `${LAST_MODIFIED} ${down}`;
    case 'date':
      return `coalesce(r."start"::timestamptz, r.created_at) ${down}`;
  }
}

function conditions(query: Query, session: Session, params: Params): string {
  const member = 'm.role IS NOT NULL';
  const whose = { mine: member, other: `NOT (${member})`, all: 'true' }[query.whose];
  const text = `concat_ws(' ', r.title, r.company, r.address, r.post_code)`;
  return [
    session.admin ? whose : `${member} AND ${whose}`,
    ...(query.state === 'all' ? [] : [`r.active = ${params.add(query.state === 'active', 'boolean')}`]),
    ...(query.folder === undefined
      ? []
      : [query.folder === 'root' ? 'e.folder_id IS NULL' : `e.folder_id = ${params.add(query.folder, 'uuid')}`]),
    ...patterns(query.search).map((pattern) => `${text} ILIKE ${params.add(pattern)}`),
  ].join(' AND ');
}

type CountRow = Counts & { id: string };

/**
 * Counts of projects in which the reader sees every pin and task: one statement of constant shape, whatever their
 * number.
 */
async function countAllContent(db: PoolClient, organisationId: string, ids: readonly string[]): Promise<CountRow[]> {
  if (ids.length === 0) return [];
  const of = (alias: string) => `${alias}.organisation_id = $1 AND ${alias}.project_id = p.id`;
  const found = await db.query<CountRow>({
    // Drafts are not counted as open, so the index answers this.
    text: `SELECT p.id,
      (SELECT count(*) FROM plan x WHERE ${of('x')} AND x.type = 'Plan' AND x.active) AS plans,
      (SELECT count(*) FROM pin x WHERE ${of('x')} AND x.status = 'open') AS "openPins",
      (SELECT count(*) FROM task x WHERE ${of('x')} AND x.status IN ('open', 'rejected')) AS "openTasks"
      FROM unnest($2::uuid[]) p (id)`,
    values: [organisationId, ids],
    types: ROW_TYPES,
  });
  return found.rows;
}

/** Counts of projects in which the reader sees only part, by the reader's role and teams in each. */
async function countVisibleContent(
  db: PoolClient,
  { organisationId, userId }: Session,
  found: readonly (ProjectQueryRow & { role: Role })[],
): Promise<CountRow[]> {
  const params = new Params(organisationId);
  const parts = found.map((project) => {
    const projectId = params.add(project.id, 'uuid');
    const of = (alias: string) => `${alias}.organisation_id = $1 AND ${alias}.project_id = ${projectId}`;
    const actor: Actor = {
      userId,
      role: accessRoleOf(project.role, project, userId),
      teamIds: new Set(project.teams),
    };
    return `SELECT ${projectId} AS id,
      (SELECT count(*) FROM plan x WHERE ${of('x')} AND x.type = 'Plan' AND x.active AND ${visible('plan', 'x', actor, params)}) AS plans,
      (SELECT count(*) FROM pin x WHERE ${of('x')} AND x.status = 'open' AND ${visible('pin', 'x', actor, params)}) AS "openPins",
      (SELECT count(*) FROM task x WHERE ${of('x')} AND x.status IN ('open', 'rejected') AND ${visible('task', 'x', actor, params)}) AS "openTasks"`;
  });
  if (parts.length === 0) return [];
  const rows = await db.query<CountRow>({
    text: parts.join(' UNION ALL '),
    values: params.values,
    types: ROW_TYPES,
  });
  return rows.rows;
}

/** Whether the reader's effective role in the project has the capability at all. */
const mayIn = ({ userId, licensed }: Session, project: ProjectQueryRow, capability: Capability): boolean =>
  project.role !== null && can(effectiveRole(accessRoleOf(project.role, project, userId), licensed), capability);

const isMember = (project: ProjectQueryRow): project is ProjectQueryRow & { role: Role } => project.role !== null;

/** Counts for each project by the reader's role in it. Anyone who is not a member sees no content and no counts. */
async function countAll(
  db: PoolClient,
  session: Session,
  found: readonly ProjectQueryRow[],
): Promise<Map<string, Counts>> {
  const { organisationId } = session;
  const groups = Map.groupBy(found.filter(isMember), (one) => {
    const role = accessRoleOf(one.role, one, session.userId);
    return can(role, 'plan.view') && seesAll({ role });
  });
  const whole = await countAllContent(
    db,
    organisationId,
    (groups.get(true) ?? []).map(({ id }) => id),
  );
  const part = await countVisibleContent(db, session, groups.get(false) ?? []);
  return new Map([...whole, ...part].map(({ id, ...counts }) => [id, counts]));
}

/** The cover of each project the reader is a member of: its first active plan by sheet number, then by name. */
async function readCovers(
  db: PoolClient,
  { organisationId }: Session,
  found: readonly ProjectQueryRow[],
): Promise<Map<string, string>> {
  const ids = found.filter(({ role }) => role !== null && can(role, 'plan.view')).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const covers = await db.query<{ id: string; blobId: string }>(
    `SELECT DISTINCT ON (p.project_id) p.project_id AS id, v.preview_blob_id AS "blobId"
     FROM plan p JOIN revision v ON v.organisation_id = p.organisation_id AND v.id = p.current_revision_id
     WHERE p.organisation_id = $1 AND p.project_id = ANY ($2::uuid[]) AND p.type = 'Plan' AND p.active
     ORDER BY p.project_id, p.sheet_number = '', p.sheet_number COLLATE natural_order, p.name COLLATE natural_order, p.id`,
    [organisationId, ids],
  );
  return new Map(covers.rows.map(({ id, blobId }) => [id, blobId]));
}

const NONE: Counts = { plans: 0, openPins: 0, openTasks: 0 };

async function organisationName(pool: Pool, organisationId: string): Promise<string> {
  const found = await pool.query<{ name: string }>('SELECT name FROM organisation WHERE id = $1', [organisationId]);
  return found.rows[0]?.name ?? '';
}

/** One page of the projects visible to the caller. */
export async function readProjects(
  pool: Pool,
  session: Session,
  query: Query,
  linkTo: (blobId: string, isPicture: boolean) => string,
): Promise<ReplyOf<typeof listProjects>> {
  const name = await organisationName(pool, session.organisationId);
  return tenantSnapshot(pool, session.organisationId, async (db) => {
    const params = new Params(session.organisationId, session.userId);
    const where = conditions(query, session, params);
    const total = await db.query<{ count: string }>(`SELECT count(*) ${FROM} AND ${where}`, params.values);
    const order = orderOf(query, params);
    // Only the rows of the page are read in full.
    const found = await db.query<ProjectQueryRow>({
      text: `${SELECT} ${FROM} AND r.id = ANY (ARRAY(SELECT r.id ${FROM} AND ${where} ORDER BY ${order}, r.id
             LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}))
             ORDER BY ${order}, r.id`,
      values: params.values,
      types: ROW_TYPES,
    });
    const counts = await countAll(db, session, found.rows);
    const covers = await readCovers(db, session, found.rows);
    // The project's own picture, otherwise its first plan; non-members get neither.
    const coverOf = ({ id, role, pictureBlobId }: ProjectQueryRow): string | null => {
      const blobId = (role === null ? null : pictureBlobId) ?? covers.get(id);
      return blobId === undefined ? null : linkTo(blobId, pictureBlobId === blobId);
    };
    const content = found.rows.map((row) => {
      const { teams: _teams, notes: _notes, ratings: _ratings, version: _version, ...shown } = row;
      const mayChange = mayIn(session, row, 'project.edit');
      return { ...shown, organisationName: name, ...(counts.get(row.id) ?? NONE), cover: coverOf(row), mayChange };
    });
    return pageOf<ProjectEntry>(content, Number(total.rows[0]?.count ?? 0), query);
  });
}

/** One project as a member sees it. Throws `not_found`. */
export async function readProject(pool: Pool, session: Session, projectId: string): Promise<ProjectDetails> {
  const name = await organisationName(pool, session.organisationId);
  return tenantSnapshot(pool, session.organisationId, async (db) => {
    const found = await db.query<ProjectQueryRow>({
      text: `${SELECT} ${FROM} AND r.id = $3 AND m.role IS NOT NULL`,
      values: [session.organisationId, session.userId, projectId],
      types: ROW_TYPES,
    });
    const row = found.rows[0];
    if (!row) throw new AppError('not_found');
    const counts = await countAll(db, session, [row]);
    const { teams: _teams, folderId: _folderId, favourite: _favourite, role, ...details } = row;
    return {
      ...details,
      role,
      organisationName: name,
      ...(counts.get(projectId) ?? NONE),
      permissions: CAPABILITIES.filter((capability) => mayIn(session, row, capability)),
    };
  });
}

// Reads My work: the unfinished tasks of one person and those awaiting their verification, in all projects.
import { accessRolesOf, type Role, scopeOf } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import { seesFullPin } from '@plumbline/core/features/media/rules';
import type { Issue, listMyWork } from '@plumbline/core/features/tasks/my-work';
import { nextMove } from '@plumbline/core/features/tasks/rules';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { Actor } from '@plumbline/core/site/actor';
import { type Alignment, type PlanPoint, toSheet } from '@plumbline/core/site/geometry/alignment';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { Params } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';

export type WorkReader = {
  db: PoolClient;
  session: Session;
  now: Date;
  /** URLs of a photo's thumbnail and of a stored image. */
  thumb: (blobId: string) => string;
  file: (blobId: string) => string;
};
type Query = RequestOf<typeof listMyWork>['query'];
type Part = ReplyOf<typeof listMyWork>['assigned'];

/** A project of the reader. */
type Site = { title: string; today: string; actor: Actor };
type SiteRow = {
  projectId: string;
  role: Role;
  ownerId: string | null;
  assistantId: string | null;
  timezone: string;
  title: string;
};

const SITES =
  prepared(`SELECT m.project_id AS "projectId", m.role, p.owner_id AS "ownerId", p.assistant_id AS "assistantId",
    p.timezone, p.title
  FROM member m JOIN project p ON p.organisation_id = m.organisation_id AND p.id = m.project_id
  WHERE m.organisation_id = $1 AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none' AND p.active`);

const TEAMS = prepared(`SELECT t.id, t.project_id AS "projectId" FROM team t
  WHERE t.organisation_id = $1 AND t.project_id = ANY ($2::uuid[]) AND t.active AND t.member_ids ? $3::text`);

async function sitesOf({ db, session, now }: WorkReader, among: Query['project']): Promise<Map<string, Site>> {
  const { organisationId, userId } = session;
  const found = await db.query<SiteRow>({ ...SITES, values: [organisationId, userId] });
  const rows = found.rows.filter(({ projectId }) => among === undefined || among.includes(projectId));
  const ids = rows.map(({ projectId }) => projectId);
  const teams = await db.query<{ id: string; projectId: string }>({ ...TEAMS, values: [organisationId, ids, userId] });
  const teamsOf = Map.groupBy(teams.rows, ({ projectId }) => projectId);
  return new Map(
    rows.map(({ projectId, role, ownerId, assistantId, timezone, title }) => {
      const acting = effectiveRole(accessRolesOf(role, { ownerId, assistantId }, userId), session.licensed);
      const teamIds = new Set((teamsOf.get(projectId) ?? []).map(({ id }) => id));
      return [projectId, { title, today: dayInZone(now, timezone), actor: { userId, role: acting, teamIds } }];
    }),
  );
}

/** Written exactly as in its index. */
const DAY = `CASE WHEN t.due_date IS NULL THEN 'infinity' ELSE t.due_date END`;

const craftCondition = ({ craft }: Query, params: Params): string =>
  craft?.length ? ` AND t.craft = ANY (${params.add(craft, 'text[]')})` : '';

/** Each assignee's next tasks come from the index; one more than requested shows that there are more. */
function assignedSql(sites: ReadonlyMap<string, Site>, userId: string, query: Query, params: Params): string {
  const ids = [userId, ...[...sites.values()].flatMap(({ actor }) => [...actor.teamIds])];
  const who = params.add(ids, 'uuid[]');
  const projects = params.add([...sites.keys()], 'uuid[]');
  const rows = query.size + 1;
  return `SELECT one.id FROM unnest(${who}) who (id) CROSS JOIN LATERAL (
      SELECT t.id, ${DAY} AS day FROM task t
      WHERE t.organisation_id = $1 AND t.assignee_id = who.id AND t.status IN ('open', 'rejected')
        AND t.assignee_type IN ('User', 'TeamGroup') AND t.project_id = ANY (${projects})${craftCondition(query, params)}
      ORDER BY ${DAY}, t.id LIMIT ${rows}) one
    ORDER BY one.day, one.id LIMIT ${rows}`;
}

/** Projects whose tasks a reader may verify, all of them or only own ones. */
function verifySql(sites: ReadonlyMap<string, Site>, userId: string, query: Query, params: Params): string {
  const withScope = (scope: 'all' | 'own') =>
    [...sites].filter(([, { actor }]) => scopeOf(actor.role, 'task.verify') === scope).map(([projectId]) => projectId);
  const rows = query.size + 1;
  const craft = craftCondition(query, params);
  return `SELECT id FROM (
      SELECT one.* FROM unnest(${params.add(withScope('all'), 'uuid[]')}) site (id) CROSS JOIN LATERAL (
        SELECT t.id, t.done_at FROM task t
        WHERE t.organisation_id = $1 AND t.project_id = site.id AND t.status = 'done'${craft}
        ORDER BY t.done_at, t.id LIMIT ${rows}) one
      UNION ALL (SELECT t.id, t.done_at FROM task t
        WHERE t.organisation_id = $1 AND t.created_by = ${params.add(userId, 'uuid')} AND t.status = 'done'
          AND t.project_id = ANY (${params.add(withScope('own'), 'uuid[]')})${craft}
        ORDER BY t.done_at, t.id LIMIT ${rows})) found
    ORDER BY done_at, id LIMIT ${rows}`;
}

const nameIn = (user: string): string =>
  `(SELECT trim(concat_ws(' ', n.first_name, n.last_name)) FROM member n
    WHERE n.organisation_id = $1 AND n.project_id = t.project_id AND n.user_id = ${user} LIMIT 1)`;

/** Photos of the task, and of its pin in the projects `$3` where the reader sees those. */
const LISTED = prepared(`SELECT ${selectList('task', 't')},
    CASE t.assignee_type WHEN 'User' THEN ${nameIn('t.assignee_id')}
      WHEN 'Contact' THEN (SELECT trim(concat_ws(' ', n.first_name, n.last_name)) FROM contact n
        WHERE n.organisation_id = $1 AND n.project_id = t.project_id AND n.contact_id = t.assignee_id LIMIT 1)
      WHEN 'TeamGroup' THEN (SELECT g.title FROM team g WHERE g.organisation_id = $1 AND g.id = t.assignee_id)
    END AS "assigneeName",
    p.number AS "pinNumber", p.title AS "pinTitle", p.status AS "pinStatus", p.room, p.plan_id AS "planId", p.x, p.y,
    l.name AS "planName", c.title AS "categoryTitle", c.colour AS "categoryColour",
    r.preview_blob_id AS "previewBlob", r.alignment,
    (SELECT o.files -> 0 ->> 'blobId' FROM post o
      WHERE o.organisation_id = $1 AND o.pin_id = t.pin_id AND o.active AND o.type = 'Visuals'
        AND (o.task_id = t.id OR (o.task_id IS NULL AND t.project_id = ANY ($3::uuid[])))
      ORDER BY o.created_at DESC, o.id LIMIT 1) AS "thumbBlob"
  FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN task t ON t.organisation_id = $1 AND t.id = wanted.id
  JOIN pin p ON p.organisation_id = $1 AND p.id = t.pin_id
  LEFT JOIN category c ON c.organisation_id = $1 AND c.id = p.category_id
  LEFT JOIN plan l ON l.organisation_id = $1 AND l.id = p.plan_id
  LEFT JOIN revision r ON r.organisation_id = $1 AND r.id = l.current_revision_id
  ORDER BY wanted.place`);

type IssueRow = TaskRow &
  Pick<
    Issue,
    | 'assigneeName'
    | 'pinNumber'
    | 'pinTitle'
    | 'pinStatus'
    | 'room'
    | 'planId'
    | 'planName'
    | 'categoryTitle'
    | 'categoryColour'
  > & {
    x: number | null;
    y: number | null;
    previewBlob: string | null;
    alignment: Alignment | null;
    thumbBlob: string | null;
  };

const MAX_DESCRIPTION = 300;

function positionOf({ x, y, alignment }: IssueRow): PlanPoint | undefined {
  if (x === null || y === null) return undefined;
  return alignment ? toSheet(alignment, { x, y }) : { x, y };
}

function issueOf(row: IssueRow, site: Site, { thumb, file }: WorkReader): Issue {
  const at = positionOf(row);
  const { id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, assigneeName } = row;
  const { companyName, craft, pinNumber, pinTitle, pinStatus, room, planId, planName, categoryTitle, categoryColour } =
    row;
  return {
    ...{ id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, assigneeName },
    ...{ companyName, craft, pinNumber, pinTitle, pinStatus, room, planId, planName, categoryTitle, categoryColour },
    description: row.description.slice(0, MAX_DESCRIPTION),
    projectTitle: site.title,
    today: site.today,
    shownStatus: shownStatus(row, site.today),
    thumb: row.thumbBlob === null ? null : thumb(row.thumbBlob),
    crop: at && row.previewBlob !== null ? { picture: file(row.previewBlob), x: at.x, y: at.y } : null,
    move: (pinStatus === 'open' && nextMove(site.actor, row)) || null,
  };
}

/** The tasks that wait for the reader. */
export async function readMyWork(reader: WorkReader, query: Query): Promise<ReplyOf<typeof listMyWork>> {
  const { db, session } = reader;
  const sites = await sitesOf(reader, query.project);
  const full = [...sites].filter(([, { actor }]) => seesFullPin(actor)).map(([projectId]) => projectId);
  const partOf = async (sql: typeof assignedSql): Promise<Part> => {
    const params = new Params(session.organisationId);
    const text = sql(sites, session.userId, query, params);
    const found = await db.query<{ id: string }>({ text, values: params.values });
    const ids = found.rows.slice(0, query.size).map(({ id }) => id);
    const rows = await db.query<IssueRow>({ ...LISTED, values: [session.organisationId, ids, full], types: ROW_TYPES });
    const content = rows.rows.flatMap((row) => {
      const site = sites.get(row.projectId);
      return site ? [issueOf(row, site, reader)] : [];
    });
    return { content, more: found.rows.length > query.size };
  };
  if (sites.size === 0) return { assigned: { content: [], more: false }, verify: { content: [], more: false } };
  return { assigned: await partOf(assignedSql), verify: await partOf(verifySql) };
}

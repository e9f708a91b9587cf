// Reads My work: the unfinished tasks of one person and those awaiting their verification, in all projects.
import { ACCESS_ROLES, type AccessRole, scopeOf } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import { seesFullPin } from '@plumbline/core/features/media/rules';
import type { Issue, listMyWork } from '@plumbline/core/features/tasks/my-work';
import { nextMove } from '@plumbline/core/features/tasks/rules';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import { phoneToCall } from '@plumbline/core/site/contact-data';
import { type Alignment, type PlanPoint, toSheet } from '@plumbline/core/site/geometry/alignment';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { Params } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';
import { ACTING_ROLE, SITES, teamsOfReader } from './reader-projects.ts';

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

const rolesThat = ({ licensed }: Session, matches: (role: AccessRole) => boolean): AccessRole[] =>
  ACCESS_ROLES.filter((role) => matches(effectiveRole(role, licensed)));

/** Written exactly as in its index. */
const DAY = `CASE WHEN t.due_date IS NULL THEN 'infinity' ELSE t.due_date END`;

function filterCondition({ craft, project }: Query, params: Params): string {
  const ofCraft = craft?.length ? ` AND t.craft = ANY (${params.once('craft', craft, 'text[]')})` : '';
  return project ? `${ofCraft} AND t.project_id = ANY (${params.once('project', project, 'uuid[]')})` : ofCraft;
}

/** Each assignee's next tasks come from the index; one more than requested shows that there are more. */
function assignedSql({ userId }: Session, teamIds: ReadonlySet<string>, query: Query, params: Params): string {
  const rows = query.size + 1;
  return `SELECT one.id FROM unnest(${params.add([userId, ...teamIds], 'uuid[]')}) who (id) CROSS JOIN LATERAL (
      SELECT t.id, ${DAY} AS day FROM task t
      WHERE t.organisation_id = $1 AND t.assignee_id = who.id AND t.status IN ('open', 'rejected')
        AND t.assignee_type IN ('User', 'TeamGroup') AND (SELECT true FROM ${SITES} AND m.project_id = t.project_id)
        ${filterCondition(query, params)}
      ORDER BY ${DAY}, t.id LIMIT ${rows}) one
    ORDER BY one.day, one.id LIMIT ${rows}`;
}

/**
 * The projects where the reader acts in one of the roles `roles`, found by the few memberships and offices that can give
 * one, not by looking at every membership.
 */
const sitesWith = (roles: string): string => `SELECT m.project_id FROM ${SITES} AND ${ACTING_ROLE} = ANY (${roles})
  AND m.project_id IN (
    SELECT r.project_id FROM member r WHERE r.organisation_id = $1 AND r.user_id = $2 AND r.role = ANY (${roles})
    UNION ALL SELECT o.id FROM project o WHERE o.organisation_id = $1 AND o.owner_id = $2
    UNION ALL SELECT a.id FROM project a WHERE a.organisation_id = $1 AND a.assistant_id = $2)`;

/** Tasks of projects where the reader may verify all of them, or only own ones. */
function verifySql(session: Session, _teamIds: ReadonlySet<string>, query: Query, params: Params): string {
  const withScope = (scope: 'all' | 'own') =>
    params.add(
      rolesThat(session, (role) => scopeOf(role, 'task.verify') === scope),
      'text[]',
    );
  const rows = query.size + 1;
  const filter = filterCondition(query, params);
  return `SELECT id FROM (
      SELECT one.* FROM (${sitesWith(withScope('all'))}) site
      CROSS JOIN LATERAL (
        SELECT t.id, t.done_at FROM task t
        WHERE t.organisation_id = $1 AND t.project_id = site.project_id AND t.status = 'done'${filter}
        ORDER BY t.done_at, t.id LIMIT ${rows}) one
      UNION ALL (SELECT t.id, t.done_at FROM task t
        WHERE t.organisation_id = $1 AND t.created_by = $2 AND t.status = 'done'
          AND (SELECT ${ACTING_ROLE} FROM ${SITES} AND m.project_id = t.project_id) = ANY (${withScope('own')})${filter}
        ORDER BY t.done_at, t.id LIMIT ${rows})) found
    ORDER BY done_at, id LIMIT ${rows}`;
}

const NAME = `trim(concat_ws(' ', n.first_name, n.last_name))`;
const ofMember = (what: string): string => `(SELECT ${what} FROM member n
    WHERE n.organisation_id = $1 AND n.project_id = t.project_id AND n.user_id = t.assignee_id LIMIT 1)`;
const ofContact = (what: string): string => `(SELECT ${what} FROM contact n
    WHERE n.organisation_id = $1 AND n.project_id = t.project_id AND n.contact_id = t.assignee_id LIMIT 1)`;

/** Photos of the task, and of its pin where the reader acts in one of the roles `$4`, which see those. */
const LISTED = prepared(`SELECT ${selectList('task', 't')},
    site.role AS "siteRole", site.timezone, site.title AS "projectTitle",
    CASE t.assignee_type WHEN 'User' THEN ${ofMember(NAME)} WHEN 'Contact' THEN ${ofContact(NAME)}
      WHEN 'TeamGroup' THEN (SELECT g.title FROM team g WHERE g.organisation_id = $1 AND g.id = t.assignee_id)
    END AS "assigneeName",
    CASE t.assignee_type WHEN 'User' THEN ${ofMember('n.phone')} WHEN 'Contact' THEN ${ofContact('n.phone')}
    END AS "assigneePhone",
    p.number AS "pinNumber", p.title AS "pinTitle", p.status AS "pinStatus", p.room, p.plan_id AS "planId", p.x, p.y,
    l.name AS "planName", c.title AS "categoryTitle", c.colour AS "categoryColour",
    r.preview_blob_id AS "previewBlob", r.alignment,
    (SELECT o.files -> 0 ->> 'blobId' FROM post o
      WHERE o.organisation_id = $1 AND o.pin_id = t.pin_id AND o.active AND o.type = 'Visuals'
        AND (o.task_id = t.id OR (o.task_id IS NULL AND site.role = ANY ($4::text[])))
      ORDER BY o.created_at DESC, o.id LIMIT 1) AS "thumbBlob"
  FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN task t ON t.organisation_id = $1 AND t.id = wanted.id
  CROSS JOIN LATERAL (SELECT ${ACTING_ROLE} AS role, p.timezone, p.title FROM ${SITES} AND m.project_id = t.project_id) site
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
    | 'projectTitle'
  > & {
    assigneePhone: string | null;
    siteRole: AccessRole;
    timezone: string;
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

function issueOf(row: IssueRow, teamIds: ReadonlySet<string>, { session, now, thumb, file }: WorkReader): Issue {
  const at = positionOf(row);
  const { id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, assigneeName } = row;
  const { companyName, craft, pinNumber, pinTitle, pinStatus, room, planId, planName, categoryTitle, categoryColour } =
    row;
  const today = dayInZone(now, row.timezone);
  const actor = { userId: session.userId, role: effectiveRole(row.siteRole, session.licensed), teamIds };
  return {
    ...{ id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, assigneeName },
    ...{ companyName, craft, pinNumber, pinTitle, pinStatus, room, planId, planName, categoryTitle, categoryColour },
    assigneePhone: phoneToCall(actor, assigneeId, row.assigneePhone),
    description: row.description.slice(0, MAX_DESCRIPTION),
    projectTitle: row.projectTitle,
    today,
    shownStatus: shownStatus(row, today),
    thumb: row.thumbBlob === null ? null : thumb(row.thumbBlob),
    crop: at && row.previewBlob !== null ? { picture: file(row.previewBlob), x: at.x, y: at.y } : null,
    move: (pinStatus === 'open' && nextMove(actor, row)) || null,
  };
}

/** The tasks that wait for the reader. */
export async function readMyWork(reader: WorkReader, query: Query): Promise<ReplyOf<typeof listMyWork>> {
  const { db, session } = reader;
  const { organisationId, userId } = session;
  const teamIds = await teamsOfReader(db, session);
  const full = rolesThat(session, (role) => seesFullPin({ role }));
  const partOf = async (sql: typeof assignedSql): Promise<Part> => {
    const params = new Params(organisationId, userId);
    const text = sql(session, teamIds, query, params);
    const found = await db.query<{ id: string }>({ text, values: params.values });
    const ids = found.rows.slice(0, query.size).map(({ id }) => id);
    const values = [organisationId, userId, ids, full];
    const rows = await db.query<IssueRow>({ ...LISTED, values, types: ROW_TYPES });
    const content = rows.rows.map((row) => issueOf(row, teamIds, reader));
    return { content, more: found.rows.length > query.size };
  };
  return { assigned: await partOf(assignedSql), verify: await partOf(verifySql) };
}

// Reads the activity log of an organisation: security events and the changes of projects and their members, merged by time.
import {
  ACTIVITY,
  ACTIVITY_KINDS,
  type ActivityEntry,
  type ActivityKind,
  type organisationActivity,
} from '@plumbline/core/features/organisations/activity-log';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';

export type ActivityQuery = RequestOf<typeof organisationActivity>['query'];

type Row = {
  cursor: string;
  at: Date;
  kind: ActivityKind;
  detail: Record<string, unknown>;
  actorId: string | null;
  actorName: string | null;
  subjectId: string | null;
  subjectName: string | null;
  projectId: string | null;
  projectTitle: string | null;
};

/** $1 organisation, $2 kinds, $3 person, $4 and $5 days, $6 time zone, $7 and $8 cursor, $9 size. */
const within = (at: string, key: string): string => `
  ($4::date IS NULL OR ${at} >= $4::timestamp AT TIME ZONE $6) AND ($5::date IS NULL OR ${at} < ($5::timestamp + interval '1 day') AT TIME ZONE $6)
  AND ($7::timestamptz IS NULL OR (${at} <= $7 AND (${at} < $7 OR ${key} COLLATE "C" < $8)))`;

const EVENT_KEY = `('e' || lpad(e.id::text, 19, '0'))`;
const EVENT = `e.at, ${EVENT_KEY} AS key, e.kind, e.detail,
  coalesce(e.actor_id, CASE WHEN e.kind NOT IN ('membership.changed', 'account.erased') THEN e.user_id END) AS actor,
  e.user_id AS subject, NULL::uuid AS project`;
const WHERE_EVENT = `e.kind = ANY ($2) AND ($3::uuid IS NULL OR $3 IN (e.user_id, e.actor_id)) AND ${within('e.at', EVENT_KEY)}`;
const NEWEST_EVENTS = 'ORDER BY e.at DESC, e.id DESC LIMIT $9';

const EVENTS = `SELECT ${EVENT} FROM security_event e WHERE e.organisation_id = $1 AND ${WHERE_EVENT} ${NEWEST_EVENTS}`;

// Events of accounts belong to no organisation: those since the person joined this one.
const ACCOUNT_EVENTS = `
  SELECT one.* FROM organisation_member m CROSS JOIN LATERAL (
    SELECT ${EVENT} FROM security_event e WHERE e.user_id = m.user_id AND e.organisation_id IS NULL
      AND e.at >= m.created_at AND ${WHERE_EVENT} ${NEWEST_EVENTS}) one
  WHERE m.organisation_id = $1 AND m.state <> 'removed'`;

const CHANGE_KEY = `('c' || c.project_id || lpad(c.position::text, 19, '0'))`;
const REMOVED_STATES = `('removed', 'inactive', 'deactivated')`;
const CHANGE_KIND = `
  CASE c.entity WHEN 'project' THEN
    CASE WHEN c.before IS NULL THEN 'project.created'
      WHEN c.after ? 'active' THEN CASE c.after ->> 'active' WHEN 'true' THEN 'project.reactivated' ELSE 'project.deactivated' END
      ELSE 'project.changed' END
  ELSE
    CASE WHEN c.before IS NULL THEN 'member.added'
      WHEN c.after ->> 'state' IN ${REMOVED_STATES} THEN 'member.removed'
      WHEN c.after ? 'state' AND c.before ->> 'state' IN ${REMOVED_STATES} THEN 'member.added'
      WHEN c.after ? 'role' THEN 'member.changed' END
  END`;
const CHANGES = `
  SELECT c.at, ${CHANGE_KEY} AS key, ${CHANGE_KIND} AS kind,
    CASE WHEN c.entity = 'member' THEN jsonb_build_object('role', coalesce(c.after ->> 'role', r.role)) ELSE '{}' END AS detail,
    c.actor_id AS actor, r.user_id AS subject, c.project_id AS project
  FROM change c LEFT JOIN member r ON c.entity = 'member' AND r.organisation_id = c.organisation_id AND r.id = c.entity_id
  WHERE c.organisation_id = $1 AND c.entity IN ('project', 'member') AND ${CHANGE_KIND} = ANY ($2)
    AND ($3::uuid IS NULL OR $3 IN (c.actor_id, r.user_id)) AND ${within('c.at', CHANGE_KEY)}
  ORDER BY c.at DESC, c.project_id DESC, c.position DESC LIMIT $9`;

const NAME = (user: string): string =>
  `coalesce(nullif(concat_ws(' ', nullif(${user}.first_name, ''), nullif(${user}.last_name, '')), ''),
    CASE WHEN ${user}.email NOT LIKE '%@erased.invalid' THEN ${user}.email END, '')`;

const LOG = `
  SELECT to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || l.key AS cursor, l.at, l.kind, l.detail,
    l.actor AS "actorId", ${NAME('a')} AS "actorName", s.id AS "subjectId", ${NAME('s')} AS "subjectName",
    l.project AS "projectId", p.title AS "projectTitle"
  FROM (SELECT * FROM (${EVENTS}) e UNION ALL SELECT * FROM (${ACCOUNT_EVENTS}) m UNION ALL SELECT * FROM (${CHANGES}) c) l
  LEFT JOIN app_user a ON a.id = l.actor
  LEFT JOIN app_user s ON s.id = l.subject AND s.id IS DISTINCT FROM l.actor
  LEFT JOIN project p ON p.organisation_id = $1 AND p.id = l.project
  ORDER BY l.at DESC, l.key COLLATE "C" DESC LIMIT $9`;

const RIGHTS = ['owner', 'admin', 'manageUsers', 'createProjects'];

function detailOf({ kind, detail }: Row): ActivityEntry['detail'] {
  if (kind === 'membership.changed') {
    const rights = Object.fromEntries(
      RIGHTS.flatMap((right) => (typeof detail[right] === 'boolean' ? [[right, detail[right]]] : [])),
    );
    return {
      ...(typeof detail.state === 'string' && { state: detail.state }),
      ...(typeof detail.licence === 'string' && { licence: detail.licence }),
      ...(Object.keys(rights).length > 0 && { rights }),
    };
  }
  const isRole = kind === 'member.added' || kind === 'member.changed';
  return isRole && typeof detail.role === 'string' ? { role: detail.role } : {};
}

function entryOf(row: Row): ActivityEntry {
  const { cursor, at, kind, actorId, actorName, subjectId, subjectName, projectId, projectTitle } = row;
  return {
    cursor,
    at: at.toISOString(),
    kind,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
    subject: subjectId === null ? null : { id: subjectId, name: subjectName ?? '' },
    project: projectId === null ? null : { id: projectId, title: projectTitle ?? '' },
    detail: detailOf(row),
  };
}

export async function readActivityLog(
  { pool }: Pick<Services, 'pool'>,
  { organisationId, timeZone }: Session,
  { group, person, from, to, after, size }: ActivityQuery,
): Promise<ReplyOf<typeof organisationActivity>> {
  const kinds = group === undefined ? ACTIVITY_KINDS : ACTIVITY[group];
  const [at = null, key = null] = after?.split('~') ?? [];
  const values = [organisationId, kinds, person ?? null, from ?? null, to ?? null, timeZone, at, key, size + 1];
  const found = await systemTransaction(pool, (db) => db.query<Row>(LOG, values));
  const entries = found.rows.slice(0, size).map(entryOf);
  return { entries, next: found.rows.length > size ? (entries.at(-1)?.cursor ?? null) : null };
}

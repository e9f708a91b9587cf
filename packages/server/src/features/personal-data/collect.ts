// All data about a person in an organisation, table by table, as JSON files. Secrets are left out: they say nothing
// about a person.
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';

export type Subject = { organisationId: string; userId: string };

type Part = { file: string; sql: string };

/** $1 organisation, $2 person. */
const PARTS: readonly Part[] = [
  {
    file: 'account',
    sql: `SELECT u.id, u.email, u.first_name, u.last_name, u.phone, u.language, u.time_zone, u.photo_size, u.otp, u.sms,
        u.sms_phone, u.active, u.terms_accepted_at, u.terms_version, u.privacy_accepted_at, u.privacy_version, u.created_at,
        u.picture_key IS NOT NULL AS picture
      FROM app_user u WHERE u.id = $2 AND $1::uuid IS NOT NULL`,
  },
  {
    file: 'membership',
    sql: `SELECT o.name AS organisation, m.owner, m.admin, m.manage_users, m.create_projects, m.state, m.licence,
        m.licence_ends_at, m.phone, m.fax, m.job_title, m.department, m.internal_id, m.created_at
      FROM organisation_member m JOIN organisation o ON o.id = m.organisation_id
      WHERE m.organisation_id = $1 AND m.user_id = $2`,
  },
  {
    file: 'projects',
    sql: `SELECT p.title AS project, m.first_name, m.last_name, m.email, m.company_name, m.craft, m.role, m.state
      FROM member m JOIN project p ON p.organisation_id = m.organisation_id AND p.id = m.project_id
      WHERE m.organisation_id = $1 AND m.user_id = $2 ORDER BY p.title`,
  },
  {
    file: 'teams',
    sql: `SELECT p.title AS project, t.title AS team, t.role FROM team t
      JOIN project p ON p.organisation_id = t.organisation_id AND p.id = t.project_id
      WHERE t.organisation_id = $1 AND t.member_ids ? ($2::uuid)::text ORDER BY p.title, t.title`,
  },
  {
    file: 'pins',
    sql: `SELECT p.title AS project, r.* FROM pin r
      JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
      WHERE r.organisation_id = $1 AND r.created_by = $2 ORDER BY r.created_at`,
  },
  {
    file: 'tasks',
    sql: `SELECT p.title AS project, r.* FROM task r
      JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
      WHERE r.organisation_id = $1 AND (r.created_by = $2 OR (r.status <> 'draft' AND r.assignee_type = 'User' AND r.assignee_id = $2))
      ORDER BY r.created_at`,
  },
  {
    file: 'photos-and-files',
    sql: `SELECT p.title AS project, r.* FROM post r
      JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
      WHERE r.organisation_id = $1 AND r.created_by = $2 ORDER BY r.created_at`,
  },
  {
    file: 'comments',
    sql: `SELECT p.title AS project, r.* FROM comment r
      JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
      WHERE r.organisation_id = $1 AND (r.created_by = $2 OR (r.mentions ? ($2::uuid)::text AND NOT EXISTS (SELECT FROM task t
        WHERE t.organisation_id = $1 AND t.id = r.task_id AND t.created_by <> $2
          AND (t.status = 'draft' OR (t.status = 'inactive' AND t.assignee_id IS NULL))))) ORDER BY r.created_at`,
  },
  {
    file: 'uploaded-files',
    sql: `SELECT id, name, mime, size, created_at, encode(sha256, 'hex') AS sha256 FROM blob
      WHERE organisation_id = $1 AND created_by = $2 ORDER BY created_at`,
  },
  {
    file: 'activity',
    sql: `SELECT p.title AS project, c.at, c.action, c.entity, c.entity_id, c.before, c.after FROM change c
      JOIN project p ON p.organisation_id = c.organisation_id AND p.id = c.project_id
      WHERE c.organisation_id = $1 AND c.actor_id = $2 ORDER BY c.at`,
  },
  {
    file: 'notifications',
    sql: `SELECT kind, detail, created_at, read_at, mailed_at FROM notification
      WHERE organisation_id = $1 AND user_id = $2 ORDER BY created_at`,
  },
  {
    file: 'notification-settings',
    sql: 'SELECT frequency, subscriptions, weekly_digest FROM notification_setting WHERE organisation_id = $1 AND user_id = $2',
  },
  {
    file: 'sessions',
    sql: `SELECT id, kind, user_agent, created_at, last_used_at, expires_at, ended_at, ended_reason FROM session
      WHERE organisation_id = $1 AND user_id = $2 ORDER BY created_at`,
  },
  {
    file: 'devices',
    sql: `SELECT id, name, kind, created_at, last_seen_at, registered_at FROM device_key
      WHERE user_id = $2 AND $1::uuid IS NOT NULL ORDER BY created_at`,
  },
  {
    file: 'security-events',
    sql: `SELECT at, kind, detail FROM security_event
      WHERE user_id = $2 AND (organisation_id = $1 OR organisation_id IS NULL) ORDER BY at`,
  },
];

const BATCH = 1_000;

/** The rows of one part as JSON, in batches: no more than one batch is held in memory. */
async function* rowsOf(db: PoolClient, { sql }: Part, { organisationId, userId }: Subject): AsyncGenerator<Buffer> {
  await db.query(`DECLARE personal CURSOR FOR ${sql}`, [organisationId, userId]);
  let first = true;
  yield Buffer.from('[');
  for (;;) {
    const found = await db.query<Record<string, unknown>>(`FETCH ${BATCH} FROM personal`);
    for (const row of found.rows) {
      yield Buffer.from(`${first ? '' : ','}\n${JSON.stringify(row)}`);
      first = false;
    }
    if (found.rows.length < BATCH) break;
  }
  yield Buffer.from('\n]\n');
  await db.query('CLOSE personal');
}

export type PartFile = { name: string; pieces: AsyncGenerator<Buffer> };

/** Yields the files one by one; each must be read to its end before the next. All come from one snapshot. */
export async function collect(
  services: Pick<Services, 'pool'>,
  subject: Subject,
  work: (files: AsyncIterable<PartFile>) => Promise<void>,
): Promise<void> {
  await systemTransaction(services.pool, async (db) => {
    async function* files(): AsyncGenerator<PartFile> {
      for (const part of PARTS) yield { name: `${part.file}.json`, pieces: rowsOf(db, part, subject) };
    }
    await work(files());
  });
}

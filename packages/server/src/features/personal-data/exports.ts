// Exports of personal data: requested, created, announced by email, downloaded by a link valid for minutes, deleted
// after days.
import { Readable } from 'node:stream';
import { EXPORT_HOURS, type PersonalExport } from '@plumbline/core/features/personal-data/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { systemTransaction, tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { renderEmail } from '../../email/email-layout.ts';
import { instanceKey, macOf, sameBytes } from '../../http/security/instance-key.ts';
import type { Session } from '../../http/session.ts';
import { textsIn } from '../../http/texts.ts';
import { writeZip } from '../../office/zip-write.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { collect } from './collect.ts';

const MAKE = 'personal.export';
const HOUR = 3_600_000;
const LINK_MS = 10 * 60_000;
const MAX_ATTEMPTS = 3;
/** How many exports are listed, newest first. */
const MAX_LISTED = 10;

type Row = { id: string; state: PersonalExport['state']; createdAt: Date; expiresAt: Date | null };
type Signed = { expires: number; audience: string; signature: string };

function sign({ secretKey }: Pick<Config, 'secretKey'>, exportId: string, expires: number, audience: string): string {
  const mac = macOf(instanceKey(secretKey, 'signed link'), 'personal', exportId, expires, audience);
  return mac.subarray(0, 16).toString('base64url');
}

/** Throws `link_expired` for a link that has expired, was altered or is not ours. */
export function requireLink(config: Config, exportId: string, { expires, audience, signature }: Signed, now: Date) {
  const expected = sign(config, exportId, expires, audience);
  if (!sameBytes(Buffer.from(expected), Buffer.from(signature)) || expires <= now.getTime())
    throw new AppError('link_expired');
}

function shown({ config, clock }: Services, { sessionId }: Session, row: Row): PersonalExport {
  const expires = clock.now().getTime() + LINK_MS;
  const query = `e=${expires}&a=${sessionId}&s=${sign(config, row.id, expires, sessionId)}`;
  return {
    id: row.id,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    url: row.state === 'ready' ? `/m/personal/${row.id}?${query}` : null,
  };
}

const ROW = `id, state, created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Exports about this person that the caller requested; no one sees the requests of others. */
export async function readExports(services: Services, session: Session, userId: string): Promise<PersonalExport[]> {
  const found = await tenantSnapshot(services.pool, session.organisationId, (db) =>
    db.query<Row>(
      `SELECT ${ROW} FROM personal_export WHERE organisation_id = $1 AND user_id = $2 AND requested_by = $3
         AND (expires_at IS NULL OR expires_at > $4) ORDER BY created_at DESC LIMIT ${MAX_LISTED}`,
      [session.organisationId, userId, session.userId, services.clock.now()],
    ),
  );
  return found.rows.map((row) => shown(services, session, row));
}

/** Returns an export that is still in progress instead of starting another. */
export async function requestExport(services: Services, session: Session, userId: string): Promise<PersonalExport> {
  const { organisationId } = session;
  const known = await services.pool.query(
    `SELECT FROM organisation_member WHERE organisation_id = $1 AND user_id = $2 AND state <> 'removed'`,
    [organisationId, userId],
  );
  if (known.rowCount === 0) throw new AppError('not_found');
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`personal ${userId} ${session.userId}`]);
    const waiting = await db.query<Row>(
      `SELECT ${ROW} FROM personal_export
       WHERE organisation_id = $1 AND user_id = $2 AND requested_by = $3 AND state = 'waiting'`,
      [organisationId, userId, session.userId],
    );
    if (waiting.rows[0]) return shown(services, session, waiting.rows[0]);
    const exportId = services.newId();
    const created = await db.query<Row>(
      `INSERT INTO personal_export (organisation_id, id, user_id, requested_by, state, created_at)
       VALUES ($1, $2, $3, $4, 'waiting', $5) RETURNING ${ROW}`,
      [organisationId, exportId, userId, session.userId, services.clock.now()],
    );
    await services.queue.enqueue(db, MAKE, { organisationId, exportId }, { maxAttempts: MAX_ATTEMPTS });
    if (!created.rows[0]) throw new AppError('internal');
    return shown(services, session, created.rows[0]);
  });
}

/** The file behind a link, for the person who requested it. */
export async function exportFile(
  services: Services,
  who: { organisationId: string; userId: string },
  exportId: string,
): Promise<Readable> {
  const found = await tenantSnapshot(services.pool, who.organisationId, (db) =>
    db.query<{ key: string }>(
      `SELECT key FROM personal_export
       WHERE organisation_id = $1 AND id = $2 AND requested_by = $3 AND state = 'ready' AND expires_at > $4`,
      [who.organisationId, exportId, who.userId, services.clock.now()],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('link_expired');
  return services.files.open(row.key);
}

const payload = z.strictObject({ organisationId: id, exportId: id });
type ExportRequestRow = { userId: string; askedBy: string; state: string };

async function make(services: Services, organisationId: string, exportId: string): Promise<void> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<ExportRequestRow>(
      'SELECT user_id AS "userId", requested_by AS "askedBy", state FROM personal_export WHERE organisation_id = $1 AND id = $2',
      [organisationId, exportId],
    ),
  );
  const requested = found.rows[0];
  if (requested?.state !== 'waiting') return;
  const now = services.clock.now();
  // Each attempt has its own file, so a partial one is never taken for complete.
  const key = `personal/${organisationId}/${exportId}-${services.newId()}.zip`;
  await collect(services, { organisationId, userId: requested.userId }, async (files) => {
    async function* entries() {
      for await (const { name, pieces } of files) yield { name, at: now, open: async () => pieces, stored: true };
    }
    await services.files.put(key, Readable.from(writeZip(entries()), { objectMode: false }));
  });
  await systemTransaction(services.pool, async (db) => {
    await db.query(
      `UPDATE personal_export SET state = 'ready', key = $3, expires_at = $4 WHERE organisation_id = $1 AND id = $2`,
      [organisationId, exportId, key, new Date(now.getTime() + EXPORT_HOURS * HOUR)],
    );
    await services.queue.enqueue(db, NOTIFY_TASK, { organisationId, exportId }, { maxAttempts: 12 });
  });
}

const NOTIFY_TASK = 'personal.told';
const SWEEP = 'personal.sweep';

type ExportNotice = {
  to: string;
  language: string;
  own: boolean;
  name: string;
  state: string;
  timeZone: string;
  expiresAt: Date;
};

/**
 * The email links to the settings, where the download link is created for the signed-in user; the email itself grants
 * no access.
 */
async function notifyRequester(
  services: Services,
  { organisationId, exportId }: { organisationId: string; exportId: string },
) {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<ExportNotice>(
      `SELECT a.email AS "to", a.language, a.time_zone AS "timeZone", e.requested_by = e.user_id AS own, e.state,
         trim(concat(u.first_name, ' ', u.last_name)) AS name, e.expires_at AS "expiresAt"
       FROM personal_export e JOIN app_user a ON a.id = e.requested_by AND a.active JOIN app_user u ON u.id = e.user_id
       WHERE e.organisation_id = $1 AND e.id = $2`,
      [organisationId, exportId],
    ),
  );
  const reply = found.rows[0];
  if (reply?.state !== 'ready') return;
  const t = textsIn(reply.language);
  const until = t.dateTime(reply.expiresAt, reply.timeZone);
  const link = `${services.config.publicUrl}${reply.own ? '/userSettings/personal-data' : '/userManagement'}`;
  const letter = renderEmail(t, {
    subject: t('personalData.mail.subject'),
    paragraphs: [
      reply.own ? t('personalData.mail.own', { until }) : t('personalData.mail.other', { name: reply.name, until }),
    ],
    action: { label: t('personalData.mail.action'), link },
    footer: t('mail.footer'),
  });
  await services.mail.send({ ...letter, to: reply.to, messageId: exportId });
}

/** Deletes expired files. */
async function sweep(services: Services): Promise<void> {
  const over = await systemTransaction(services.pool, (db) =>
    db.query<{ organisationId: string; id: string; key: string | null }>(
      `SELECT organisation_id AS "organisationId", id, key FROM personal_export
       WHERE expires_at < $1 OR (state <> 'ready' AND created_at < $2)`,
      [services.clock.now(), new Date(services.clock.now().getTime() - EXPORT_HOURS * HOUR)],
    ),
  );
  for (const { organisationId, id, key } of over.rows) {
    // The file first: without its row it would never be deleted.
    if (key) await services.files.remove(key);
    await systemTransaction(services.pool, (db) =>
      db.query('DELETE FROM personal_export WHERE organisation_id = $1 AND id = $2', [organisationId, id]),
    );
  }
}

export const EXPORT_SWEEP: Schedule = { task: SWEEP, next: everyMs(HOUR), priority: 10 };

export const exportTasks = (services: Services): Tasks => ({
  async [MAKE](given, { attempt }) {
    const { organisationId, exportId } = payload.parse(given);
    try {
      await make(services, organisationId, exportId);
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error;
      services.log.error({ err: error, exportId }, 'personal data could not be exported');
      await tenantTransaction(services.pool, organisationId, (db) =>
        db.query(`UPDATE personal_export SET state = 'failed' WHERE organisation_id = $1 AND id = $2`, [
          organisationId,
          exportId,
        ]),
      );
    }
  },
  [NOTIFY_TASK]: async (given) => notifyRequester(services, payload.parse(given)),
  ...repeating(services, EXPORT_SWEEP, () => sweep(services)),
});

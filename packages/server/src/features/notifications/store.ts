// A user's notifications and settings as rows.

import { createHash } from 'node:crypto';
import type {
  listNotifications,
  Notification,
  NotificationSettings,
} from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { weekOf } from '@plumbline/core/features/notifications/weekly';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { pageOf } from '../../lists/page.ts';
import type { Services } from '../../platform/services.ts';
import { type NotifiedIssue, readIssues } from './issues.ts';
import { orderMail, readNotificationSettings } from './notify.ts';

export type NotificationReader = { organisationId: string; userId: string };

// Excludes projects the user has left.
const MINE = `notification n JOIN project p ON p.organisation_id = n.organisation_id AND p.id = n.project_id
  JOIN member m ON m.organisation_id = n.organisation_id AND m.project_id = n.project_id AND m.user_id = n.user_id
    AND m.state = 'active' AND m.role <> 'none'
  WHERE n.organisation_id = $1 AND n.user_id = $2`;

const ACTOR = `(SELECT trim(a.first_name || ' ' || a.last_name) FROM member a WHERE a.organisation_id = n.organisation_id
  AND a.project_id = n.project_id AND a.user_id = n.actor_id)`;

type Row = Omit<Notification, 'createdAt' | 'issue'> & { createdAt: Date };

/** URLs of a photo's thumbnail and of a stored image. */
type Links = { thumb: (blobId: string) => string; file: (blobId: string) => string };

export async function readPage(
  services: Services,
  who: NotificationReader,
  query: RequestOf<typeof listNotifications>['query'],
  links: Links,
): Promise<ReplyOf<typeof listNotifications>> {
  const { content, ...page } = await readRows(services, who, query);
  const issues = await readIssues(services, who, content);
  return {
    ...page,
    content: content.map((row) => {
      const { createdAt, ...rest } = row;
      return { ...rest, createdAt: createdAt.toISOString(), issue: cardOf(issues.get(row.id), links) };
    }),
  };
}

function cardOf(issue: NotifiedIssue | undefined, { thumb, file }: Links): Notification['issue'] {
  if (!issue) return null;
  const { planName, room, status, pinStatus, categoryColour, photoId, sheet } = issue;
  return {
    ...{ planName, room, status, pinStatus, categoryColour },
    thumb: photoId && thumb(photoId),
    crop: sheet && { picture: file(sheet.blobId), x: sheet.x, y: sheet.y },
  };
}

function readRows(
  { pool }: Services,
  who: NotificationReader,
  { page, size, unread }: RequestOf<typeof listNotifications>['query'],
) {
  return tenantTransaction(pool, who.organisationId, async (db) => {
    const counted = await db.query<{ total: number; unread: number }>(
      `SELECT count(*) FILTER (WHERE NOT $3 OR n.read_at IS NULL)::int AS total, count(*) FILTER (WHERE n.read_at IS NULL)::int AS unread FROM ${MINE}`,
      [who.organisationId, who.userId, unread === true],
    );
    const found = await db.query<Row>(
      `SELECT n.id, n.kind, n.project_id AS "projectId", p.title AS "projectTitle", ${ACTOR} AS "actorName", n.detail,
         n.created_at AS "createdAt", n.read_at IS NOT NULL AS read
       FROM ${MINE} AND (NOT $3 OR n.read_at IS NULL) ORDER BY n.created_at DESC, n.id LIMIT $4 OFFSET $5`,
      [who.organisationId, who.userId, unread === true, size, page * size],
    );
    const { total = 0, unread: open = 0 } = counted.rows[0] ?? {};
    return { ...pageOf(found.rows, total, { page, size }), unread: open };
  });
}

/** Changes whenever the list does: items added, read, or hidden by leaving a project. */
export async function versionOf({ pool }: Services, who: NotificationReader): Promise<string> {
  const found = await tenantTransaction(pool, who.organisationId, (db) =>
    db.query<{ mark: string }>(
      `SELECT concat_ws(' ', count(*), count(n.read_at), max(n.created_at), max(n.read_at)) AS mark FROM ${MINE}`,
      [who.organisationId, who.userId],
    ),
  );
  return createHash('sha256')
    .update(found.rows[0]?.mark ?? '')
    .digest('base64url')
    .slice(0, 22);
}

/** Marks these notifications, or all, as read; returns how many unread ones remain. */
export function mark(
  { pool, clock }: Services,
  who: NotificationReader,
  ids: readonly string[] | null,
): Promise<number> {
  return tenantTransaction(pool, who.organisationId, async (db) => {
    await db.query(
      `UPDATE notification SET read_at = $3 WHERE organisation_id = $1 AND user_id = $2 AND read_at IS NULL
         AND ($4::uuid[] IS NULL OR id = ANY ($4))`,
      [who.organisationId, who.userId, clock.now(), ids],
    );
    const left = await db.query<{ unread: number }>(
      `SELECT count(*)::int AS unread FROM ${MINE} AND n.read_at IS NULL`,
      [who.organisationId, who.userId],
    );
    return left.rows[0]?.unread ?? 0;
  });
}

export function readSettings({ pool }: Services, who: NotificationReader): Promise<NotificationSettings> {
  return tenantTransaction(pool, who.organisationId, async (db) => {
    const requested = (await readNotificationSettings(db, who.organisationId, [who.userId])).get(who.userId);
    return {
      emailFrequency: requested?.frequency ?? 'Never',
      subscriptions: [...(requested?.subscriptions ?? NOTIFICATION_KINDS)],
      weeklyDigest: requested?.weeklyDigest ?? false,
    };
  });
}

/** Writes the user's settings; pending emails follow the new settings. */
export function writeSettings(
  services: Services,
  who: NotificationReader,
  change: { [Field in keyof NotificationSettings]?: NotificationSettings[Field] | undefined },
): Promise<unknown> {
  return tenantTransaction(services.pool, who.organisationId, async (db) => {
    const known = (await readNotificationSettings(db, who.organisationId, [who.userId])).get(who.userId);
    if (!known) return;
    const frequency = change.emailFrequency ?? known.frequency;
    const subscriptions = [...new Set(change.subscriptions ?? known.subscriptions)];
    const weekly = change.weeklyDigest ?? known.weeklyDigest;
    // Once turned on, the first overview is that of the next week.
    await db.query(
      `INSERT INTO notification_setting AS s (organisation_id, user_id, frequency, subscriptions, weekly_digest, digest_week)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organisation_id, user_id) DO UPDATE SET frequency = excluded.frequency,
         subscriptions = excluded.subscriptions, weekly_digest = excluded.weekly_digest,
         digest_week = CASE WHEN s.weekly_digest THEN s.digest_week ELSE excluded.digest_week END`,
      [
        ...[who.organisationId, who.userId, frequency, JSON.stringify(subscriptions), weekly],
        weekOf(services.clock.now(), known.timeZone),
      ],
    );
    if (frequency === 'Never') {
      await db.query(
        'UPDATE notification SET mail_due = false WHERE organisation_id = $1 AND user_id = $2 AND mail_due AND mail_id IS NULL',
        [who.organisationId, who.userId],
      );
      return;
    }
    const waiting = await db.query(
      'SELECT 1 FROM notification WHERE organisation_id = $1 AND user_id = $2 AND mail_due LIMIT 1',
      [who.organisationId, who.userId],
    );
    if (waiting.rowCount) await orderMail(services, db, who, { ...known, frequency, subscriptions });
  });
}

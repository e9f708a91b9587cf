// Pushes news to one device in the user's language. A retried job uses the same tag, so nothing is shown twice.

import type { Notification } from '@plumbline/core/features/notifications/contract';
import type { PushMessage } from '@plumbline/core/features/notifications/push-message';
import { notificationPath, notificationWords } from '@plumbline/core/features/notifications/texts';
import { id } from '@plumbline/core/kernel/text';
import type { TextKey } from '@plumbline/locales/keys';
import { localeTag } from '@plumbline/locales/languages';
import { inOneLine } from '@plumbline/locales/one-line';
import { z } from 'zod';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { textsIn } from '../../http/texts.ts';
import type { Services } from '../../platform/services.ts';
import { type NotifiedIssue, readIssues } from './issues.ts';

export const pushPayload = z.strictObject({ organisationId: id, userId: id, deviceId: id, ids: z.array(id).min(1) });
export type PushPayload = z.infer<typeof pushPayload>;

/** Seconds after which a message is no longer delivered and appears only in the list. */
export const TTL_S = 12 * 3_600;
/** Above this number, only a count is pushed. */
const MAX_SINGLE_MESSAGES = 3;
/** Maximum title length: lock screens show no more, and the message must stay below 4 kB. */
const MAX_TITLE_LENGTH = 180;

type Item = Omit<Notification, 'createdAt' | 'read' | 'issue'>;
type Device = { endpoint: string; p256dh: string; auth: string; language: string; timeZone: string };

// Excludes what has been read or hidden in the meantime.
const ITEMS = `
  SELECT n.id, n.kind, n.project_id AS "projectId", p.title AS "projectTitle", n.detail,
    (SELECT trim(a.first_name || ' ' || a.last_name) FROM member a WHERE a.organisation_id = n.organisation_id
      AND a.project_id = n.project_id AND a.user_id = n.actor_id) AS "actorName"
  FROM notification n JOIN project p ON p.organisation_id = n.organisation_id AND p.id = n.project_id
  JOIN member m ON m.organisation_id = n.organisation_id AND m.project_id = n.project_id AND m.user_id = n.user_id
    AND m.state = 'active' AND m.role <> 'none'
  WHERE n.organisation_id = $1 AND n.user_id = $2 AND n.id = ANY ($3::uuid[]) AND n.read_at IS NULL AND n.created_at > $4
  ORDER BY n.created_at, n.id`;

const short = (text: string): string =>
  text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH - 1)}…` : text;

export const written = (message: PushMessage): string =>
  JSON.stringify({ ...message, title: short(message.title), body: short(message.body) });

/** Goes through the notification list, which marks the item as read. */
const pathOf = (item: Item): string => `/notifications/${item.id}?to=${encodeURIComponent(notificationPath(item))}`;

function messagesOf(
  items: readonly Item[],
  { language, timeZone }: Pick<Device, 'language' | 'timeZone'>,
  issues: ReadonlyMap<string, NotifiedIssue>,
): { message: PushMessage; topic: string }[] {
  const t = textsIn(language, timeZone);
  const lang = localeTag(t.language);
  // The keys are defined in core, whose tests check them against the catalog.
  const say = (key: string, params?: Readonly<Record<string, string | number>>) => t(key as TextKey, params);
  if (items.length > MAX_SINGLE_MESSAGES) {
    const projects = [...new Set(items.map((item) => item.projectTitle))];
    const title = t('notification.mail.subject', { count: items.length });
    const message = { title, body: inOneLine(projects, ', '), lang, tag: 'several', path: '/notifications' };
    return [{ message, topic: 'several' }];
  }
  return items.map((item) => ({
    message: {
      title: notificationWords(item, say, (day) => t.date(day)),
      body: inOneLine([issues.get(item.id)?.planName, issues.get(item.id)?.room, item.projectTitle]),
      lang,
      tag: item.id,
      path: pathOf(item),
    },
    topic: item.id.replaceAll('-', ''),
  }));
}

export async function sendPushNotification(
  services: Services,
  { organisationId, userId, deviceId, ids }: PushPayload,
): Promise<void> {
  const { pool, clock, push } = services;
  const now = clock.now();
  const found = await systemTransaction(pool, (db) =>
    db.query<Device>(
      `SELECT d.endpoint, d.p256dh, d.auth, u.language, u.time_zone AS "timeZone" FROM push_device d
       JOIN push_devices_of(ARRAY[$2::uuid], $3) live ON live.id = d.id JOIN app_user u ON u.id = d.user_id
       WHERE d.id = $1`,
      [deviceId, userId, now],
    ),
  );
  const device = found.rows[0];
  if (!device || !push) return;
  const since = new Date(now.getTime() - TTL_S * 1_000);
  const items = await tenantTransaction(pool, organisationId, async (db) => {
    const rows = await db.query<Item>(ITEMS, [organisationId, userId, ids, since]);
    return rows.rows;
  });
  const issues = await readIssues(services, { organisationId, userId }, items);
  for (const { message, topic } of messagesOf(items, device, issues)) {
    const outcome = await push.send(device, { payload: written(message), topic, ttlSeconds: TTL_S });
    if (outcome === 'gone') {
      await pool.query('DELETE FROM push_device WHERE id = $1', [deviceId]);
      return;
    }
  }
  if (items.length > 0) await pool.query('UPDATE push_device SET notified_at = $2 WHERE id = $1', [deviceId, now]);
}

// Sends a user one email about new notifications. Each is assigned to one email: a retried job sends the same email, a
// second worker none.

import { createHash } from 'node:crypto';
import type { Notification } from '@plumbline/core/features/notifications/contract';
import { notificationPath, notificationWords } from '@plumbline/core/features/notifications/texts';
import { id } from '@plumbline/core/kernel/text';
import type { TextKey } from '@plumbline/locales/keys';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { z } from 'zod';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { renderEmail, shortTitle } from '../../email/email-layout.ts';
import { textsIn } from '../../http/texts.ts';
import type { JobContext } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import type { EmailPhotos } from './email-photos.ts';
import { type NotifiedIssue, readIssues } from './issues.ts';
import { readNotificationSettings } from './notify.ts';
import type { NotificationReader } from './store.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

export const mailPayload = z.strictObject({ organisationId: id, userId: id });

/** Notifications listed individually, and held in memory; the email states how many more there are. */
const MAX_LISTED = 40;

export type Reader = { email: string; firstName: string; language: string; timeZone: string };
/** `total`: of all notifications of the email. */
type Item = Omit<Notification, 'createdAt' | 'read' | 'issue'> & { total: number };

/** The first ones, with the number of all. */
const ITEMS = `
  SELECT count(*) OVER ()::int AS total, n.id, n.kind, n.project_id AS "projectId", p.title AS "projectTitle", n.detail,
    (SELECT trim(a.first_name || ' ' || a.last_name) FROM member a WHERE a.organisation_id = n.organisation_id
      AND a.project_id = n.project_id AND a.user_id = n.actor_id) AS "actorName"
  FROM notification n JOIN project p ON p.organisation_id = n.organisation_id AND p.id = n.project_id
  JOIN member m ON m.organisation_id = n.organisation_id AND m.project_id = n.project_id AND m.user_id = n.user_id
    AND m.state = 'active' AND m.role <> 'none'
  WHERE n.organisation_id = $1 AND n.user_id = $2 AND n.mail_id = $3 AND n.mailed_at IS NULL
  ORDER BY p.title, n.project_id, n.created_at, n.id LIMIT ${MAX_LISTED}`;

/** The same for each attempt to send the email with that name. */
export function mailIdOf(name: string, { organisationId, userId }: NotificationReader): string {
  const hash = createHash('sha256').update(`${name} ${organisationId} ${userId}`).digest('hex');
  return hash
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-4$3-8$4-$5')
    .slice(0, 36);
}

/** The address of an active user; undefined for everyone else. */
export async function readerOf(services: Services, who: NotificationReader): Promise<Reader | undefined> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<Reader>(
      `SELECT u.email, u.first_name AS "firstName", u.language, u.time_zone AS "timeZone" FROM app_user u
       JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1 AND m.active
       WHERE u.id = $2 AND u.active`,
      [who.organisationId, who.userId],
    ),
  );
  return found.rows[0];
}

/** Claims what is due and unread, unless an earlier attempt has claimed some already. */
function take(services: Services, who: NotificationReader, mailId: string): Promise<Item[]> {
  return tenantTransaction(services.pool, who.organisationId, async (db) => {
    const ids = [who.organisationId, who.userId];
    const taken = await db.query<Item>(ITEMS, [...ids, mailId]);
    if (taken.rowCount) return taken.rows;
    const requested = (await readNotificationSettings(db, who.organisationId, [who.userId])).get(who.userId);
    if (!requested || requested.frequency === 'Never') return [];
    await db.query(
      'UPDATE notification SET mail_due = false WHERE organisation_id = $1 AND user_id = $2 AND mail_due AND read_at IS NOT NULL AND mail_id IS NULL',
      ids,
    );
    await db.query(
      'UPDATE notification SET mail_id = $3 WHERE organisation_id = $1 AND user_id = $2 AND mail_due AND mail_id IS NULL',
      [...ids, mailId],
    );
    return (await db.query<Item>(ITEMS, [...ids, mailId])).rows;
  });
}

export async function sendEmailDigest(
  services: Services,
  who: NotificationReader,
  { id: jobId }: Pick<JobContext, 'id'>,
  photosOf: EmailPhotos,
): Promise<void> {
  const reader = await readerOf(services, who);
  if (!reader) return;
  const mailId = mailIdOf(jobId, who);
  const items = await take(services, who, mailId);
  if (items.length > 0) {
    const issues = await readIssues(services, who, items);
    const blobIds = [...issues.values()].flatMap(({ photoId }) => photoId ?? []);
    const attachments = await photosOf(who.organisationId, blobIds);
    const email = compose(services, who, reader, items, { issues, shown: new Set(attachments.map(({ cid }) => cid)) });
    await services.mail.send({ ...email, attachments, to: reader.email, messageId: mailId });
  }
  await tenantTransaction(services.pool, who.organisationId, (db) =>
    db.query(
      'UPDATE notification SET mailed_at = $4, mail_due = false WHERE organisation_id = $1 AND user_id = $2 AND mail_id = $3 AND mailed_at IS NULL',
      [who.organisationId, who.userId, mailId, services.clock.now()],
    ),
  );
}

type Issues = { issues: ReadonlyMap<string, NotifiedIssue>; shown: ReadonlySet<string | undefined> };

/** The issue's plan, room, status and due date, as on its card. */
function factsOf(t: Translator, { planName, room, status, dueDate }: NotifiedIssue): string {
  const due = dueDate !== null && status !== 'closed' ? `${t('task.dueDate')} ${t.date(dueDate)}` : null;
  return inOneLine([planName, room, status && t(`task.status.${status}`), due]);
}

function compose(
  services: Services,
  who: NotificationReader,
  { firstName, language, timeZone }: Reader,
  items: readonly Item[],
  { issues, shown }: Issues,
) {
  const t = textsIn(language, timeZone);
  // The keys are defined in core, whose tests check them against the catalog.
  const say = (key: string, params?: Readonly<Record<string, string | number>>) => t(key as TextKey, params);
  const sections = [...Map.groupBy(items, (one) => one.projectId).values()].map((group) => ({
    title: group[0]?.projectTitle ?? '',
    lines: group.map((one) => {
      const issue = issues.get(one.id);
      return {
        text: notificationWords(one, say, (day) => t.date(day)),
        ...(issue && { facts: factsOf(t, issue) }),
        ...(issue?.photoId && shown.has(issue.photoId) && { photo: issue.photoId }),
        ...(one.detail.text !== undefined && { detail: one.detail.text }),
        link: `${services.config.publicUrl}${notificationPath(one)}`,
      };
    }),
  }));
  const first = items[0];
  const total = first?.total ?? 0;
  const more = total - MAX_LISTED;
  const only = total === 1 ? first : undefined;
  const named = only && { ...only, detail: { ...only.detail, title: shortTitle(only.detail.title ?? '') } };
  return renderEmail(t, {
    subject: named
      ? notificationWords(named, say, (day) => t.date(day))
      : t('notification.mail.subject', { count: total }),
    paragraphs: [
      firstName === '' ? t('notification.mail.hello') : t('notification.mail.helloName', { name: firstName }),
      // The subject says it all about a single one.
      ...(only ? [] : [t('notification.mail.intro', { count: total })]),
      ...(more > 0 ? [t('notification.mail.more', { count: more })] : []),
    ],
    sections,
    action: { label: t('notification.mail.open'), link: `${services.config.publicUrl}/notifications` },
    footer: t('notification.mail.footer'),
    footerLink: {
      label: t('notification.mail.end'),
      link: `${services.config.publicUrl}/endMails/${unsubscribeToken(services, who)}`,
    },
  });
}

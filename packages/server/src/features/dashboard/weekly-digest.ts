// The weekly overview by email: what needs attention in the projects that a person is in charge of.

import { can } from '@plumbline/core/access/capabilities';
import { weekOf } from '@plumbline/core/features/notifications/weekly';
import { id } from '@plumbline/core/kernel/text';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import { inOneLine } from '@plumbline/locales/one-line';
import { z } from 'zod';
import { systemTransaction, tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { type EmailMessage, renderEmail } from '../../email/email-layout.ts';
import { readActor } from '../../http/project-actor.ts';
import { textsIn } from '../../http/texts.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { mailIdOf, type Reader, readerOf } from '../notifications/email-digest.ts';
import type { NotificationReader } from '../notifications/store.ts';
import { unsubscribeToken } from '../notifications/unsubscribe-token.ts';
import { readAttention } from './attention.ts';

const SWEEP = 'dashboard.weekly';
const SEND = 'dashboard.weekly.send';
const QUARTER_HOUR_MS = 900_000;
const DAY_MS = 86_400_000;
/** Projects in one email, and assignees listed for each. */
const MAX_PROJECTS = 30;
const MAX_ASSIGNEES = 8;

export const WEEKLY_SWEEP: Schedule = { task: SWEEP, next: everyMs(QUARTER_HOUR_MS) };

const payloadSchema = z.strictObject({ organisationId: id, userId: id, week: z.string() });

type Subscriber = NotificationReader & { timeZone: string; digestWeek: string };

/** Enqueues an email for everyone whose week has begun and who has not had it yet. */
export async function sweepWeekly({ pool, queue, clock }: Services): Promise<void> {
  await systemTransaction(pool, async (db) => {
    const found = await db.query<Subscriber>(
      `SELECT s.organisation_id AS "organisationId", s.user_id AS "userId", u.time_zone AS "timeZone",
         s.digest_week::text AS "digestWeek"
       FROM notification_setting s JOIN app_user u ON u.id = s.user_id AND u.active WHERE s.weekly_digest`,
    );
    for (const { organisationId, userId, timeZone, digestWeek } of found.rows) {
      const week = weekOf(clock.now(), timeZone);
      if (digestWeek >= week) continue;
      const key = `${SEND}:${organisationId}:${userId}:${week}`;
      await queue.enqueue(db, SEND, { organisationId, userId, week }, { key, maxAttempts: 12 });
    }
  });
}

type Project = { id: string; title: string; timezone: string };

function projectsOf({ pool }: Services, { organisationId, userId }: NotificationReader): Promise<Project[]> {
  return tenantTransaction(pool, organisationId, async (db) => {
    const found = await db.query<Project>(
      `SELECT p.id, p.title, p.timezone FROM project p JOIN member m ON m.organisation_id = p.organisation_id
         AND m.project_id = p.id AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
       WHERE p.organisation_id = $1 AND p.active ORDER BY p.title COLLATE natural_order, p.id`,
      [organisationId, userId],
    );
    return found.rows;
  });
}

type Section = NonNullable<EmailMessage['sections']>[number];

/** The lines of one project; undefined if the reader is not in charge of it, or nothing needs attention. */
async function sectionOf(
  services: Services,
  who: NotificationReader,
  project: Project,
  language: string,
): Promise<Section | undefined> {
  const t = textsIn(language);
  const { organisationId } = who;
  const projectKey = { organisationId, projectId: project.id };
  const actor = await readActor(services.pool, who, project.id);
  if (!can(actor.role, 'task.create')) return undefined;
  const now = services.clock.now();
  const today = dayInZone(now, project.timezone);
  const since = dayInZone(new Date(now.getTime() - 7 * DAY_MS), project.timezone);
  const { late, undated, untasked, newPins, waiting } = await tenantSnapshot(
    services.pool,
    organisationId,
    async (db) => {
      const attention = await readAttention({ db, projectKey, actor, today, since });
      const params = new Params(organisationId, project.id);
      const found = await db.query<{ waiting: number }>(
        `SELECT count(*)::integer AS waiting FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2
         AND t.status = 'done' AND ${visible('task', 't', actor, params)}`,
        params.values,
      );
      return { ...attention, waiting: found.rows[0]?.waiting ?? 0 };
    },
  );
  const at = `${services.config.publicUrl}/project/${project.id}`;
  // The filter is the last segment of the address of a pin list.
  const pinsWith = (filter: string) => `${at}/pins/list/-/-/-/-/-/-/${encodeURIComponent(filter)}`;
  const lines: Section['lines'] = [
    ...late.slice(0, MAX_ASSIGNEES).map(({ assigneeName, companyName, assigneeId, tasks }) => ({
      text: inOneLine([assigneeName || t('task.nobody'), companyName]),
      detail: t('dashboard.lateTasks', { count: tasks }),
      link: `${at}/tasks?status=overdue${assigneeId === null ? '' : `&assignee=${assigneeId}`}`,
    })),
    ...(waiting > 0
      ? [
          {
            text: t('dashboard.toVerify'),
            detail: t('task.count', { count: waiting }),
            link: `${at}/tasks?status=done`,
          },
        ]
      : []),
    ...(undated > 0
      ? [{ text: t('dashboard.undated', { count: undated }), link: `${at}/tasks?status=open&status=rejected&due=none` }]
      : []),
    ...(untasked > 0
      ? [{ text: t('dashboard.untasked', { count: untasked }), link: pinsWith('status=open&tasks=none') }]
      : []),
    ...(newPins > 0
      ? [
          {
            text: t('notification.weekly.newPins'),
            detail: t('pin.count', { count: newPins }),
            link: pinsWith(`createdFrom=${since}`),
          },
        ]
      : []),
  ];
  return lines.length === 0 ? undefined : { title: project.title, lines };
}

function compose(
  services: Services,
  who: NotificationReader,
  { firstName, language }: Reader,
  sections: readonly Section[],
) {
  const t = textsIn(language);
  return renderEmail(t, {
    subject: t('notification.weekly.subject'),
    paragraphs: [
      firstName === '' ? t('notification.mail.hello') : t('notification.mail.helloName', { name: firstName }),
      t('notification.weekly.intro'),
    ],
    sections,
    action: { label: t('notification.weekly.open'), link: `${services.config.publicUrl}/home` },
    footer: t('notification.weekly.footer'),
    footerLink: {
      label: t('notification.mail.end'),
      link: `${services.config.publicUrl}/endMails/${unsubscribeToken(services, who, 'weekly')}`,
    },
  });
}

async function sendWeekly(services: Services, { week, ...who }: z.infer<typeof payloadSchema>): Promise<void> {
  const { organisationId, userId } = who;
  const key = [organisationId, userId, week];
  const wanted = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `SELECT FROM notification_setting
       WHERE organisation_id = $1 AND user_id = $2 AND weekly_digest AND digest_week < $3::date`,
      key,
    ),
  );
  const reader = wanted.rowCount ? await readerOf(services, who) : undefined;
  if (!reader) return;
  const sections: Section[] = [];
  for (const project of await projectsOf(services, who)) {
    const section = await sectionOf(services, who, project, reader.language);
    if (section) sections.push(section);
    if (sections.length === MAX_PROJECTS) break;
  }
  if (sections.length > 0) {
    const email = compose(services, who, reader, sections);
    await services.mail.send({ ...email, to: reader.email, messageId: mailIdOf(`weekly ${week}`, who) });
  }
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query('UPDATE notification_setting SET digest_week = $3::date WHERE organisation_id = $1 AND user_id = $2', key),
  );
}

export const weeklyTasks = (services: Services): Tasks => ({
  ...repeating(services, WEEKLY_SWEEP, () => sweepWeekly(services)),
  [SEND]: (payload) => sendWeekly(services, payloadSchema.parse(payload)),
});

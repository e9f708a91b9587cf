// Sends a report by email, its link and, up to a size, its file: in the sender's language, from the program's own address.

import { id, line, text } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { renderEmail, shortTitle } from '../../../email/email-layout.ts';
import { textsIn } from '../../../http/texts.ts';
import { isRefused } from '../../../platform/mail/mail.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntireFile } from '../templates/choose.ts';
import { dropDelivery, recordSent, recordUndelivered } from './deliveries.ts';
import { REPORT_EMAIL_TASK } from './share-link.ts';

const payload = z.strictObject({
  organisationId: id,
  reportId: id,
  to: z.string(),
  text: text(2_000),
  language: line(5, 2),
  messageId: id,
});

/** Larger files are only linked: many mail servers reject them. */
const MAX_ATTACHMENT_BYTES = 10 * 1_048_576;

type Shared = {
  title: string;
  token: string;
  isProtected: boolean;
  expiresAt: Date;
  project: string;
  timezone: string;
  sender: string;
  key: string;
  size: number;
  mime: string;
  fileName: string;
};

const SHARED = `
  SELECT r.title, r.share_token AS token, r.share_password IS NOT NULL AS "isProtected", r.share_expires_at AS "expiresAt", p.title AS project, p.timezone,
    b.key, b.size::float8 AS size, b.mime, b.name AS "fileName",
    coalesce((SELECT trim(m.first_name || ' ' || m.last_name) FROM member m WHERE m.organisation_id = r.organisation_id
      AND m.project_id = r.project_id AND m.user_id = r.created_by AND m.state = 'active'), '') AS sender
  FROM report r JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
  JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.blob_id
  WHERE r.organisation_id = $1 AND r.id = $2 AND r.state = 'done' AND r.share_token IS NOT NULL AND r.share_expires_at > $3`;

export const mailReportTasks = (services: Services): Tasks => ({
  async [REPORT_EMAIL_TASK](given, { attempt, maxAttempts }) {
    const { organisationId, reportId, to, text: words, language, messageId } = payload.parse(given);
    const delivery = { organisationId, messageId };
    const found = await tenantTransaction(services.pool, organisationId, (db) =>
      db.query<Shared>(SHARED, [organisationId, reportId, services.clock.now()]),
    );
    const shared = found.rows[0];
    if (!shared) {
      await dropDelivery(services, delivery);
      return;
    }
    const t = textsIn(language);
    const { title, project, sender } = shared;
    const letter = renderEmail(t, {
      subject: t('report.mail.subject', { title: shortTitle(title), project: shortTitle(project) }),
      paragraphs: [
        t('report.mail.text', { name: sender === '' ? t('report.mail.someone') : sender, title, project }),
        ...words.split(/\n{2,}/u).filter((one) => one.trim() !== ''),
      ],
      action: {
        label: t('report.mail.action'),
        link: new URL(`/shared/${shared.token}`, services.config.publicUrl).href,
      },
      footer: t('report.mail.footer', { day: t.date(shared.expiresAt.toISOString(), 'long', shared.timezone) }),
    });
    const attachments =
      // The password protects the file, not only the link.
      shared.isProtected || shared.size > MAX_ATTACHMENT_BYTES
        ? []
        : [
            {
              filename: shared.fileName,
              contentType: shared.mime,
              content: await readEntireFile(services, shared.key),
            },
          ];
    try {
      await services.mail.send({ ...letter, to, messageId, attachments });
    } catch (error) {
      if (!isRefused(error) && attempt < maxAttempts) throw error;
      await recordUndelivered(services, delivery);
      if (!isRefused(error)) throw error;
      services.log.warn({ err: error, reportId }, 'a mail server refused a report');
      return;
    }
    await recordSent(services, delivery);
  },
});

// Sends email through the operator's SMTP server.
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

export function smtpMail(url: string, from: string): Mail {
  const domain = /@([\w.-]+)/u.exec(from)?.[1] ?? 'plumbline';
  const transport = createTransport({ url, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 });
  return {
    async send({ messageId, attachments = [], ...message }) {
      await transport.sendMail({
        ...message,
        attachments: [...attachments],
        from,
        messageId: `<${messageId}@${domain}>`,
      });
    },
  };
}

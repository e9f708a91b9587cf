// Sends email through the operator's SMTP server.
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const PAUSE_MS = 30_000;

const isSilence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';

/**
 * While the server does not answer, emails fail at once, except for one every `pauseMs` that tries it: each would hold a
 * worker until its time is over, and imports and reports would wait behind them.
 */
export function smtpMail(url: string, from: string, { pauseMs = PAUSE_MS, timeouts = TIMEOUTS } = {}): Mail {
  const domain = /@([\w.-]+)/u.exec(from)?.[1] ?? 'plumbline';
  const transport = createTransport({ url, ...timeouts });
  /** The time of the next try; undefined while the server answers. */
  let nextTry: number | undefined;
  return {
    async send({ messageId, attachments = [], ...message }) {
      if (nextTry !== undefined) {
        if (performance.now() < nextTry) throw new Error('The mail server did not answer; it is tried again shortly');
        nextTry = Number.POSITIVE_INFINITY;
      }
      try {
        await transport.sendMail({
          ...message,
          attachments: [...attachments],
          from,
          messageId: `<${messageId}@${domain}>`,
        });
        nextTry = undefined;
      } catch (error) {
        nextTry = isSilence(error) ? performance.now() + pauseMs : undefined;
        throw error;
      }
    },
  };
}

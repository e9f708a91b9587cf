// Sends account emails and text messages as jobs, enqueued in the transaction that causes them and retried until
// accepted. Job payloads are encrypted, so no table contains plain links or codes.

import type { Queryable, Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { seal, unseal } from '../sealed-secret.ts';
import { composeMail, type MailOrder } from './compose.ts';

const MAIL = 'auth.mail';
const SMS = 'auth.sms';

type Core = Pick<Services, 'config' | 'queue' | 'newId'>;
type SmsOrder = { to: string; text: string };

const MAX_MAIL_ATTEMPTS = 12;

function sealed({ config, newId }: Core, task: string, order: unknown): { id: string; sealed: string } {
  const id = newId();
  const bytes = seal(config.secretKey, 'job', `${task} ${id}`, Buffer.from(JSON.stringify(order)));
  return { id, sealed: bytes.toString('base64') };
}

/** Enqueues a sealed job; `task` reads it with `openOrder`. */
export function enqueueSealed(
  core: Core,
  db: Queryable,
  task: string,
  order: unknown,
  maxAttempts = MAX_MAIL_ATTEMPTS,
): Promise<void> {
  return core.queue.enqueue(db, task, sealed(core, task, order), { maxAttempts });
}

export function openOrder<T>(
  { config }: Pick<Services, 'config'>,
  task: string,
  payload: unknown,
): { id: string; order: T } {
  const { id, sealed } = payload as { id: string; sealed: string };
  const plain = unseal(config.secretKey, 'job', `${task} ${id}`, Buffer.from(sealed, 'base64'));
  // Only `enqueueSealed` creates these payloads.
  return { id, order: JSON.parse(plain.toString('utf8')) as T };
}

export const sendMail = (core: Core, db: Queryable, order: MailOrder): Promise<void> =>
  enqueueSealed(core, db, MAIL, order);

/** Enqueues many emails at once, one job each. */
export const sendMails = (core: Core, db: Queryable, orders: readonly MailOrder[]): Promise<void> =>
  core.queue.enqueueAll(
    db,
    MAIL,
    orders.map((order) => sealed(core, MAIL, order)),
    { maxAttempts: MAX_MAIL_ATTEMPTS },
  );

/** Codes expire within minutes, so there are few retries. */
export const sendShortMessage = (core: Core, db: Queryable, order: SmsOrder): Promise<void> =>
  enqueueSealed(core, db, SMS, order, 3);

export const mailTasks = (services: Services): Tasks => ({
  [MAIL]: async (payload) => {
    const { id, order } = openOrder<MailOrder>(services, MAIL, payload);
    await services.mail.send({ ...composeMail(order), to: order.to, messageId: id });
  },
  [SMS]: async (payload) => {
    const { id, order } = openOrder<SmsOrder>(services, SMS, payload);
    await services.sms.send({ ...order, messageId: id });
  },
});

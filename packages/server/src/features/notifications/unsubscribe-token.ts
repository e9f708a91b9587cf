// The unsubscribe link in each email: names user and organisation, and is signed for one kind of email.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../platform/services.ts';
import type { NotificationReader } from './store.ts';

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

/** Emails about notifications, and the weekly overview. */
const PURPOSES = { notifications: 'notifications end mails', weekly: 'notifications end weekly' } as const;
export type MailKind = keyof typeof PURPOSES;

const macOf = ({ config }: Pick<Services, 'config'>, kind: MailKind, body: Buffer): Buffer =>
  createHmac('sha256', config.secretKey).update(PURPOSES[kind]).update(body).digest();

export function unsubscribeToken(
  services: Pick<Services, 'config'>,
  { organisationId, userId }: NotificationReader,
  kind: MailKind = 'notifications',
): string {
  const body = Buffer.concat([bytesOf(organisationId), bytesOf(userId)]);
  return Buffer.concat([body, macOf(services, kind, body)]).toString('base64url');
}

/** Undefined for a token this server did not issue. */
export function readUnsubscribeToken(
  services: Pick<Services, 'config'>,
  token: string,
): { who: NotificationReader; kind: MailKind } | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 64) return undefined;
  const body = bytes.subarray(0, 32);
  const kinds = Object.keys(PURPOSES) as MailKind[];
  const kind = kinds.find((one) => timingSafeEqual(bytes.subarray(32), macOf(services, one, body)));
  return kind && { kind, who: { organisationId: idOf(body.subarray(0, 16)), userId: idOf(body.subarray(16)) } };
}

// The unsubscribe link in each email: names user and organisation, and is signed against forgery.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../platform/services.ts';
import type { NotificationReader } from './store.ts';

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

const macOf = ({ config }: Pick<Services, 'config'>, body: Buffer): Buffer =>
  createHmac('sha256', config.secretKey).update('notifications end mails').update(body).digest();

export function unsubscribeToken(
  services: Pick<Services, 'config'>,
  { organisationId, userId }: NotificationReader,
): string {
  const body = Buffer.concat([bytesOf(organisationId), bytesOf(userId)]);
  return Buffer.concat([body, macOf(services, body)]).toString('base64url');
}

/** Undefined for a token this server did not issue. */
export function readUnsubscribeToken(
  services: Pick<Services, 'config'>,
  token: string,
): NotificationReader | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 64) return undefined;
  const body = bytes.subarray(0, 32);
  if (!timingSafeEqual(bytes.subarray(32), macOf(services, body))) return undefined;
  return { organisationId: idOf(body.subarray(0, 16)), userId: idOf(body.subarray(16)) };
}

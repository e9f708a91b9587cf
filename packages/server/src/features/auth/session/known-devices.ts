// Known devices: a browser that has signed in to an account before is not locked out by other people's failed attempts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { readCookie, sendCookie } from '../../../http/security/cookies.ts';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';

const COOKIE = 'plumbline_device';
const YEAR_S = 365 * 86_400;
/** Accounts remembered per shared device. */
const MAX_ACCOUNTS = 5;

export type Device = { id: string; tags: readonly string[] };

export const isSecure = (config: Pick<Config, 'publicUrl'>): boolean => config.publicUrl.startsWith('https:');

const tagOf = (config: Config, deviceId: string, account: string): string =>
  macOf(instanceKey(config.secretKey, 'device'), deviceId, account).subarray(0, 16).toString('base64url');

export function readDevice(request: FastifyRequest, config: Config): Device | undefined {
  const [id, ...tags] = (readCookie(request, COOKIE, isSecure(config)) ?? '').split('.');
  return id && /^[\w-]{20,64}$/u.test(id) ? { id, tags: tags.slice(0, MAX_ACCOUNTS) } : undefined;
}

/** Whether this account has signed in on this device. */
export function isKnownDevice(config: Config, device: Device | undefined, account: string): boolean {
  return device?.tags.includes(tagOf(config, device.id, account)) ?? false;
}

/** Remembers the account on the device, newest first. */
export function remember(
  reply: FastifyReply,
  config: Config,
  device: Device | undefined,
  { newId, account }: { newId: () => string; account: string },
): void {
  const id = device?.id ?? newId();
  const tag = tagOf(config, id, account);
  const tags = [tag, ...(device?.tags ?? []).filter((one) => one !== tag)].slice(0, MAX_ACCOUNTS);
  sendCookie(reply, { name: COOKIE, value: [id, ...tags].join('.'), maxAge: YEAR_S, secure: isSecure(config) });
}

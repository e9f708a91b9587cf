// Where a user is signed in, the devices that store plans offline, and support access tokens.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { password, sessionReply } from '../auth/contract.ts';
import { DEVICE_KINDS } from '../auth/device-kind.ts';

const own = { kind: 'user' } as const;

/** Maximum number of registered devices per user. */
export const MAX_DEVICES = 2;

export const listSessions = endpoint({
  name: 'listSessions',
  summary: "Lists the user's sessions, most recently used first",
  method: 'GET',
  path: '/api/me/sessions',
  guard: own,
  settingUp: true,
  reply: z.strictObject({ sessions: z.array(sessionReply) }),
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Ends one session of the user',
  method: 'DELETE',
  path: '/api/me/sessions/:sessionId',
  guard: own,
  personal: true,
  params: z.strictObject({ sessionId: id }),
  reply: z.void(),
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Ends all other sessions of the user',
  method: 'POST',
  path: '/api/me/sessions/endOthers',
  guard: own,
  personal: true,
  reply: z.void(),
});

export const makeSupportToken = endpoint({
  name: 'makeSupportToken',
  summary:
    'Creates a token for support access to this account, valid for up to six hours; it cannot change the account',
  method: 'POST',
  path: '/api/me/supportTokens',
  guard: own,
  personal: true,
  body: z.strictObject({ password, hours: z.int().min(1).max(6).default(6) }),
  reply: z.strictObject({ token: z.string(), expiresAt: instant }),
  idempotencyKey: false,
});

const deviceNameLine = line(100, 1);
const fingerprint = z.string().regex(/^[\w-]{16,128}$/u);

export const deviceReply = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(DEVICE_KINDS),
  registeredAt: instant,
  lastSeenAt: instant,
});

export const devicesReply = z.strictObject({ devices: z.array(deviceReply), deviceLimit: z.int() });

export const listDevices = endpoint({
  name: 'listDevices',
  summary: "Lists the user's registered devices and the limit",
  method: 'GET',
  path: '/api/limited-devices',
  guard: own,
  reply: devicesReply,
});

export const registerDevice = endpoint({
  name: 'registerDevice',
  summary:
    'Registers a device for offline use; `device_limit` if the limit is reached. A name already in use on another device gets a number',
  method: 'POST',
  path: '/api/limited-devices',
  guard: own,
  personal: true,
  body: z.strictObject({ fingerprint, name: deviceNameLine, kind: z.enum(DEVICE_KINDS) }),
  reply: deviceReply,
});

export const renameDevice = endpoint({
  name: 'renameDevice',
  summary: 'Renames a registered device; a name already in use on another device gets a number',
  method: 'PATCH',
  path: '/api/limited-devices/:deviceId',
  guard: own,
  personal: true,
  params: z.strictObject({ deviceId: id }),
  body: z.strictObject({ name: deviceNameLine }),
  reply: deviceReply,
});

export const unregisterDevice = endpoint({
  name: 'unregisterDevice',
  summary:
    'Removes a registered device: deletes its key, so that its offline data becomes unreadable, and ends its sessions',
  method: 'DELETE',
  path: '/api/limited-devices/:deviceId',
  guard: own,
  personal: true,
  params: z.strictObject({ deviceId: id }),
  reply: z.void(),
});

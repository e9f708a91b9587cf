// Being told at once on devices: which they are, of what, and of which projects.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';

/** Characters an endpoint may have; push services make them up to about half of that. */
export const PUSH_ENDPOINT_LENGTH = 1_000;
/** Devices of one person; the oldest gives way. */
export const PUSH_DEVICES = 20;

const user = { kind: 'user' } as const;

const device = z.strictObject({
  id,
  name: z.string(),
  createdAt: instant,
  /** When something was last told there. */
  toldAt: instant.nullable(),
});
export type PushDevice = z.infer<typeof device>;

const settings = z.strictObject({
  /** What the browser asks for before it names an endpoint; null where this installation tells nobody. */
  publicKey: z.string().nullable(),
  devices: z.array(device),
  kinds: z.array(z.enum(NOTIFICATION_KINDS)),
  /** The caller's projects, and whether each tells on devices. */
  projects: z.array(z.strictObject({ id, title: z.string(), on: z.boolean() })),
});
export type PushSettings = z.infer<typeof settings>;

export const getPush = endpoint({
  name: 'getPush',
  summary: 'On which devices the caller is told at once, of what and of which projects',
  method: 'GET',
  path: '/api/notifications/push',
  guard: user,
  reply: settings,
});

export const putPush = endpoint({
  name: 'putPush',
  summary: 'Sets of what the caller is told at once, and which projects tell nothing',
  method: 'PUT',
  path: '/api/notifications/push',
  guard: user,
  body: z.strictObject({
    kinds: z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length),
    muted: z.array(id).max(1_000),
  }),
  reply: settings,
});

export const addPushDevice = endpoint({
  name: 'addPushDevice',
  summary: 'Has the caller told on this device, as long as the session lasts; the same endpoint counts once',
  method: 'POST',
  path: '/api/notifications/push/devices',
  guard: user,
  personal: true,
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https?$/u }).max(PUSH_ENDPOINT_LENGTH),
    /** The browser's public key, an uncompressed point of P-256, and its secret. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/u),
    auth: z.string().regex(/^[\w-]{22}(==)?$/u),
    name: line(80, 1),
  }),
  reply: z.strictObject({ id }),
});

export const removePushDevice = endpoint({
  name: 'removePushDevice',
  summary: 'Tells nothing on this device any more',
  method: 'DELETE',
  path: '/api/notifications/push/devices/:deviceId',
  guard: user,
  params: z.strictObject({ deviceId: id }),
  reply: z.void(),
});

export const tryPushDevice = endpoint({
  name: 'tryPushDevice',
  summary: 'Sends a message to a device of the caller, to see whether it arrives; a device that is gone is taken off',
  method: 'POST',
  path: '/api/notifications/push/devices/:deviceId/test',
  guard: user,
  params: z.strictObject({ deviceId: id }),
  reply: z.strictObject({ outcome: z.enum(['sent', 'gone', 'failed']) }),
});

// Push notifications: the user's devices, the kinds, and the projects.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';

/** Maximum length of an endpoint; push services use up to about half of that. */
export const MAX_PUSH_ENDPOINT_LENGTH = 1_000;
/** Maximum devices per person; the oldest is replaced. */
export const MAX_PUSH_DEVICES = 20;

const user = { kind: 'user' } as const;

const device = z.strictObject({
  id,
  name: z.string(),
  createdAt: instant,
  /** When a notification was last sent to it. */
  toldAt: instant.nullable(),
});
export type PushDevice = z.infer<typeof device>;

const settings = z.strictObject({
  /** The key a browser needs to subscribe; null if push is not configured on this installation. */
  publicKey: z.string().nullable(),
  devices: z.array(device),
  kinds: z.array(z.enum(NOTIFICATION_KINDS)),
  /** The caller's projects, and whether each sends push notifications. */
  projects: z.array(z.strictObject({ id, title: z.string(), on: z.boolean() })),
});
export type PushSettings = z.infer<typeof settings>;

export const getPush = endpoint({
  name: 'getPush',
  summary: "Gets the caller's push notification settings and devices",
  method: 'GET',
  path: '/api/notifications/push',
  guard: user,
  reply: settings,
});

export const putPush = endpoint({
  name: 'putPush',
  summary: "Updates the caller's push notification settings and muted projects",
  method: 'PUT',
  path: '/api/notifications/push',
  guard: user,
  personal: true,
  body: z.strictObject({
    kinds: z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length),
    muted: z.array(id).max(1_000),
  }),
  reply: settings,
});

export const addPushDevice = endpoint({
  name: 'addPushDevice',
  summary:
    'Registers this device for push notifications for as long as the session lasts; the same endpoint counts once',
  method: 'POST',
  path: '/api/notifications/push/devices',
  guard: user,
  personal: true,
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https?$/u }).max(MAX_PUSH_ENDPOINT_LENGTH),
    /** The browser's public key, an uncompressed P-256 point, and its secret. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/u),
    auth: z.string().regex(/^[\w-]{22}(==)?$/u),
    name: line(80, 1),
  }),
  reply: z.strictObject({ id }),
});

export const removePushDevice = endpoint({
  name: 'removePushDevice',
  summary: 'Unregisters a device from push notifications',
  method: 'DELETE',
  path: '/api/notifications/push/devices/:deviceId',
  guard: user,
  personal: true,
  params: z.strictObject({ deviceId: id }),
  reply: z.void(),
});

export const tryPushDevice = endpoint({
  name: 'tryPushDevice',
  summary: 'Sends a test message to a device of the caller; an unreachable device is removed',
  method: 'POST',
  path: '/api/notifications/push/devices/:deviceId/test',
  guard: user,
  params: z.strictObject({ deviceId: id }),
  reply: z.strictObject({ outcome: z.enum(['sent', 'gone', 'failed']) }),
});

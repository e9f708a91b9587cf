// Notifications: events that concern the caller, read or unread, and how often they are emailed.
import { z } from 'zod';
import { endpoint, flag, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { PIN_STATUSES } from '../../site/rows/pins.ts';
import { PIN_COLOUR_NAMES } from '../../site/values/pin-colours.ts';
import { SHOWN_TASK_STATUSES } from '../../site/values/pin-filter.ts';
import { planCrop } from '../../site/values/plan-crop.ts';
import { EMAIL_FREQUENCIES, NOTIFICATION_KINDS } from './kinds.ts';

/** The pin or task of a notification as it is now, for its card. */
export const notifiedIssue = z.strictObject({
  planName: z.string().nullable(),
  /** Empty if it is not known. */
  room: z.string(),
  /** Of the task; null for a pin. */
  status: z.enum(SHOWN_TASK_STATUSES).nullable(),
  pinStatus: z.enum(PIN_STATUSES),
  categoryColour: z.enum(PIN_COLOUR_NAMES).nullable(),
  /** The newest photo. */
  thumb: z.string().nullable(),
  crop: planCrop.nullable(),
});

export const notification = z.strictObject({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  projectId: id,
  projectTitle: z.string(),
  /** Null for the system. */
  actorName: z.string().nullable(),
  detail: z.strictObject({
    title: z.string().optional(),
    number: z.int().nullable().optional(),
    pinId: id.optional(),
    planId: id.nullable().optional(),
    taskId: id.optional(),
    from: z.string().nullable().optional(),
    to: z.string().nullable().optional(),
    text: z.string().optional(),
    count: z.int().optional(),
    problem: z.string().optional(),
  }),
  /** Null where the reader does not see it, and for notifications about something else. */
  issue: notifiedIssue.nullable(),
  createdAt: instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

const user = { kind: 'user' } as const;

export const listNotifications = endpoint({
  name: 'listNotifications',
  summary:
    "Lists the caller's notifications, newest first. The reply has an ETag; 304 if nothing is new since the one in If-None-Match or the query's `ifMatch`",
  method: 'GET',
  path: '/api/notifications/notifications',
  guard: user,
  query: z.strictObject({ ...paging, unread: flag.optional(), ifMatch: line(100).optional() }),
  reply: paged(notification).extend({ unread: z.int() }),
});

export const markNotifications = endpoint({
  name: 'markNotifications',
  summary: 'Marks some or all notifications as read',
  method: 'POST',
  path: '/api/notifications/read',
  guard: user,
  body: z.union([
    z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    z.strictObject({ markAllAsRead: z.literal(true) }),
  ]),
  reply: z.strictObject({ unread: z.int() }),
});

export const notificationSettings = z.strictObject({
  emailFrequency: z.enum(EMAIL_FREQUENCIES),
  /** The kinds that are sent by email. */
  subscriptions: z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length),
  /** Whether an overview of the projects in one's charge is emailed on Mondays. */
  weeklyDigest: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  name: 'getNotificationSettings',
  summary: "Gets the caller's email notification settings",
  method: 'GET',
  path: '/api/notifications/settings',
  guard: user,
  reply: notificationSettings,
});

export const putNotificationSettings = endpoint({
  name: 'putNotificationSettings',
  summary: "Updates the caller's email notification settings",
  method: 'PUT',
  path: '/api/notifications/settings',
  guard: user,
  personal: true,
  /** Without `weeklyDigest`, that subscription stays as it is. */
  body: notificationSettings.partial({ weeklyDigest: true }),
  reply: notificationSettings,
});

export const endMails = endpoint({
  name: 'endMails',
  summary: 'Unsubscribes the recipient of a notification email by the link in it',
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  guard: { kind: 'public' },
  body: z.strictObject({ token: z.string().regex(/^[\w-]{80,120}$/u) }),
  reply: z.void(),
});

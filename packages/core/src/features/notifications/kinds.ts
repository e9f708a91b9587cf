// What people are told of, and how often by mail.

export const NOTIFICATION_KINDS = [
  'taskAssigned',
  'taskStatus',
  'taskDue',
  'taskReminder',
  'comment',
  'mention',
  'reportDone',
  'reportFailed',
  'importDone',
  'importFailed',
  'memberInvited',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Never; once a day at six in the morning where the user is; within a minute. */
export const EMAIL_FREQUENCIES = ['Never', 'Periodically', 'Instantly'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** Told by mail within the minute, also to those who read the rest in the morning: later it would be no use. */
export const URGENT_KINDS: readonly NotificationKind[] = ['taskReminder'];

/** How often the program looks for news where nothing pushes them; and how long an instant mail waits for more to tell. Milliseconds. */
export const NOTIFICATION_INTERVAL = 60_000;

/** What a notification says beside its kind; as it was when it happened. */
export type NotificationDetail = {
  /** Of the pin, task, report or import. */
  title?: string;
  number?: number | null;
  pinId?: string;
  /** The plan the pin stands on. */
  planId?: string | null;
  taskId?: string;
  /** Statuses or days, before and after. */
  from?: string | null;
  to?: string | null;
  /** The beginning of a comment. */
  text?: string;
};

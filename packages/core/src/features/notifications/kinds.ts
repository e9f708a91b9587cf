// Kinds of notifications, and how often they are emailed.

export const NOTIFICATION_KINDS = [
  'taskAssigned',
  'taskStatus',
  'taskDue',
  'taskReminder',
  'comment',
  'mention',
  'reportDone',
  'reportFailed',
  'reportUndelivered',
  'importDone',
  'importFailed',
  'memberInvited',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Never; daily at six in the morning in the user's time zone; within a minute. */
export const EMAIL_FREQUENCIES = ['Never', 'Periodically', 'Instantly'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** Emailed within a minute even to users on the daily digest, because later would be too late. */
export const URGENT_KINDS: readonly NotificationKind[] = ['taskReminder'];

/**
 * Polling interval for notifications where nothing pushes them, and how long an instant email waits to collect more.
 * Milliseconds.
 */
export const NOTIFICATION_INTERVAL_MS = 60_000;

/** The details of a notification besides its kind, as of when it happened. */
export type NotificationDetail = {
  /** Of the pin, task, report or import. */
  title?: string;
  number?: number | null;
  pinId?: string;
  /** The plan the pin is on. */
  planId?: string | null;
  taskId?: string;
  /** Statuses or days, before and after. */
  from?: string | null;
  to?: string | null;
  /** Pins in the changed areas of revised plans. */
  count?: number;
  /** The beginning of a comment, or the address that could not be reached. */
  text?: string;
  /** The problem of a saved report that created no report. */
  problem?: string;
};

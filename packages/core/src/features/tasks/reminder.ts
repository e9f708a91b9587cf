// When a task reminder is sent: from six in the morning of the chosen day, in the user's time zone, until the due date
// has passed.
import { timeInZone } from '../../kernel/time-zone.ts';
import { MORNING_HOUR } from '../notifications/morning.ts';

const DAY = 86_400_000;

/** The day YYYY-MM-DD on which to send the reminder for a task due on `dueDate`. */
export function reminderDay(dueDate: string, reminderDays: number): string {
  return new Date(Date.parse(`${dueDate}T00:00:00Z`) - reminderDays * DAY).toISOString().slice(0, 10);
}

/** Whether a reminder is due now for a user in this time zone (IANA). */
export function isReminderTime(
  { dueDate, reminderDays }: { dueDate: string; reminderDays: number },
  now: Date,
  timeZone: string,
): boolean {
  const local = timeInZone(now, timeZone);
  const day = local.slice(0, 10);
  const hour = Number(local.slice(11, 13));
  const from = reminderDay(dueDate, reminderDays);
  return day <= dueDate && (day > from || (day === from && hour >= MORNING_HOUR));
}

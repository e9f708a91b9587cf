// When a task reminder is sent: from six in the morning of the chosen day, in the user's time zone, until the due date
// has passed.
import { MORNING_HOUR } from '../notifications/morning.ts';

const DAY = 86_400_000;

/** Local day and hour in the zone; in UTC if the zone is unknown. */
function localTime(instant: Date, timeZone: string): { day: string; hour: number } {
  const style = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const;
  const format = () => {
    try {
      return new Intl.DateTimeFormat('en-CA', { ...style, timeZone });
    } catch {
      return new Intl.DateTimeFormat('en-CA', { ...style, timeZone: 'UTC' });
    }
  };
  const parts = Object.fromEntries(
    format()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

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
  const { day, hour } = localTime(now, timeZone);
  const from = reminderDay(dueDate, reminderDays);
  return day <= dueDate && (day > from || (day === from && hour >= MORNING_HOUR));
}

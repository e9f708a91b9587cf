// When somebody is reminded of a task: from six in the morning of the day chosen, where he is, until its due day has passed.
import { MORNING_HOUR } from '../notifications/morning.ts';

const DAY = 86_400_000;

/** Day and hour as clocks in the zone show them; in UTC where the zone is unknown. */
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

/** The day YYYY-MM-DD on which a task due on `dueDate` is to be reminded of. */
export function reminderDay(dueDate: string, reminderDays: number): string {
  return new Date(Date.parse(`${dueDate}T00:00:00Z`) - reminderDays * DAY).toISOString().slice(0, 10);
}

/** Whether now is the time to remind somebody who lives in this zone (IANA). */
export function isReminderTime(
  { dueDate, reminderDays }: { dueDate: string; reminderDays: number },
  now: Date,
  timeZone: string,
): boolean {
  const { day, hour } = localTime(now, timeZone);
  const from = reminderDay(dueDate, reminderDays);
  return day <= dueDate && (day > from || (day === from && hour >= MORNING_HOUR));
}

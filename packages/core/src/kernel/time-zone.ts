// Time zones by their IANA names, and which day it is in them.

/** Whether this runtime knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** Making one takes longer than most calls that ask for a day; there are some hundred zones. */
const DAYS = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = DAYS.get(timeZone);
  if (known) return known;
  if (!isTimeZone(timeZone)) return dayFormat('UTC');
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  DAYS.set(timeZone, format);
  return format;
}

/** The local day YYYY-MM-DD of an instant in a zone; in UTC where the zone is unknown. */
export function dayInZone(instant: Date, timeZone: string): string {
  return dayFormat(timeZone).format(instant);
}

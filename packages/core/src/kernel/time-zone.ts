// Time zones by IANA name, and the local day in a zone.

/** Whether this runtime knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** The zone if this runtime knows it, otherwise null. */
export const knownTimeZone = (name: string | undefined): string | null =>
  name !== undefined && isTimeZone(name) ? name : null;

/** Cache: creating a formatter costs more than most calls that use it, and there are only a few hundred zones. */
const DAYS = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = DAYS.get(timeZone);
  if (known) return known;
  if (!isTimeZone(timeZone)) return dayFormat('UTC');
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  DAYS.set(timeZone, format);
  return format;
}

/** The local day YYYY-MM-DD of an instant in a zone; falls back to UTC for an unknown zone. */
export function dayInZone(instant: Date, timeZone: string): string {
  return dayFormat(timeZone).format(instant);
}

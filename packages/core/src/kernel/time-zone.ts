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

const DAY_MS = 86_400_000;

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${local.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1_000) * 1_000;
}

/**
 * The instant at which the clocks of a zone show `day` (YYYY-MM-DD) and `time` (HH:MM): the first one if they show it
 * twice, and the same distance after the change if they skip it.
 */
export function instantInZone(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = offsetAt(shown - DAY_MS, timeZone);
  const candidates = [before, offsetAt(shown + DAY_MS, timeZone)].map((offset) => shown - offset);
  const exact = candidates.filter((at) => at + offsetAt(at, timeZone) === shown);
  return new Date(exact.length > 0 ? Math.min(...exact) : shown - before);
}

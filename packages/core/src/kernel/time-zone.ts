// Time zones by IANA name, and the local day and time in a zone.

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
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

const DIGITS = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known) return known;
  if (!isTimeZone(timeZone)) return clockOf('UTC');
  const clock = new Intl.DateTimeFormat('en', { ...DIGITS, timeZone });
  CLOCKS.set(timeZone, clock);
  return clock;
}

/**
 * What the clocks of a zone show at an instant, as YYYY-MM-DDTHH:MM:SS; falls back to UTC for an unknown zone. Read from
 * parts, as browsers do not agree in which order a locale writes them.
 */
export function timeInZone(instant: Date | number, timeZone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) parts[type] = value;
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

/** The local day YYYY-MM-DD of an instant in a zone; falls back to UTC for an unknown zone. */
export const dayInZone = (instant: Date | number, timeZone: string): string =>
  timeInZone(instant, timeZone).slice(0, 10);

const DAY_MS = 86_400_000;

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${timeInZone(instant, timeZone)}Z`) - Math.floor(instant / 1_000) * 1_000;
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

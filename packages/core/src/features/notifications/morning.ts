// Computes the next six o'clock in the morning in a time zone, when the daily email is sent.

export const MORNING_HOUR = 6;
const HOUR = 3_600_000;

/** The first instant after `now` at which it is six o'clock in `timeZone` (IANA; UTC for an unknown one). */
export function nextMorning(now: Date, timeZone: string): Date {
  const clock = clockIn(timeZone);
  // Whole quarter-hours: all UTC offsets are multiples of them. Clocks change at night, before six.
  const quarter = HOUR / 4;
  let at = Math.floor(now.getTime() / quarter) * quarter + quarter;
  for (let steps = 0; steps < 4 * 30; steps += 1, at += quarter) {
    const shown = clock.format(at);
    if (shown === '06:00') return new Date(at);
  }
  return new Date(now.getTime() + 24 * HOUR);
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' });
  }
}

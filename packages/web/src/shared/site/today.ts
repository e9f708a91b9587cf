// The current day on site: due dates are evaluated in the project's time zone, wherever the reader is.
import { dayInZone, knownTimeZone } from '@plumbline/core/kernel/time-zone';
import { useEffect, useState } from 'react';
import { useRow } from '../../local/use-rows.ts';

/**
 * The local day YYYY-MM-DD of an instant in a time zone; in the reader's own where the browser does not know the zone.
 */
export function dayIn(instant: Date, timeZone: string | undefined): string {
  return dayInZone(instant, knownTimeZone(timeZone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** `day` shifted by whole days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const CHECK_MS = 30_000;

/** Today on site; updates at midnight while the screen stays open. */
export function useToday(projectId: string): string {
  const zone = useRow('project', projectId)?.timezone;
  const [now, setNow] = useState(() => dayIn(new Date(), zone));
  useEffect(() => {
    const look = () => setNow(dayIn(new Date(), zone));
    look();
    const timer = setInterval(look, CHECK_MS);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
}

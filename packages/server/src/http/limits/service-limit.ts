// Limits how often one person makes the server ask a service of others: its operator may block an installation that asks
// too often, and then nobody has maps, places or weather.
import type { Services } from '../../platform/services.ts';
import { take } from './rate-limit.ts';

const MINUTE_MS = 60_000;

/** A screen of the map has about 40 tiles; those that are in memory do not count. */
const PER_MINUTE = { tiles: 1_200, places: 60, weather: 60 };

/** Throws `rate_limited`. */
export const takeService = (
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  userId: string,
  service: keyof typeof PER_MINUTE,
): Promise<void> =>
  take(pool, [{ bucket: `service-${service}:${userId}`, max: PER_MINUTE[service], windowMs: MINUTE_MS }], clock.now());

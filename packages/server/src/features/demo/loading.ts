// What every part of the loader needs: the pack, the product's services, the demo's calendar, and work that may be repeated.
import { AppError } from '@plumbline/core/kernel/errors';
import { runSite } from '../../db/tx/pg-store.ts';
import type { Services } from '../../platform/services.ts';
import { actorOf, projectIdOf } from './ids.ts';
import type { DemoSite, Manifest, Moment } from './manifest.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type Loading = {
  services: Services;
  pack: Manifest;
  site: DemoSite;
  /** The day everything counts from. */
  now: Date;
  signal: AbortSignal;
};

/** What an earlier attempt of the same job has already done. */
const DONE = new Set(['already_exists', 'already_changed', 'pin_locked', 'task_locked', 'drawing_changed']);

export async function unlessDone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && DONE.has(error.code))) throw error;
  }
}

/** A moment of a working day, never in the future. */
export function timeOf({ now }: Pick<Loading, 'now'>, { daysAgo, minutes }: Moment): Date {
  const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 6, 30);
  return new Date(Math.min(morning - daysAgo * DAY_MS + minutes * MINUTE_MS, now.getTime()));
}

/** The date so many days from today, as YYYY-MM-DD. */
export const dayOf = ({ now }: Pick<Loading, 'now'>, offset: number): string =>
  new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);

/** The services with their clock set to a moment: the demo has a past. */
export function servicesAt(loading: Loading, moment: Moment): Services {
  const time = timeOf(loading, moment);
  return { ...loading.services, clock: { now: () => time } };
}

/** Runs an action of the product on the project of the site, as one of its people and at a moment. */
export const act = (
  loading: Loading,
  by: string,
  moment: Moment,
  ...[action, input]: [action: string, input: object]
): Promise<void> =>
  unlessDone(() => runSite(servicesAt(loading, moment), actorOf(by), projectIdOf(loading.site), action, input));

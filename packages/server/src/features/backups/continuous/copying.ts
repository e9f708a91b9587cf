// Copies the changes of the embedded database to the place for backups while the program runs.
import { setTimeout as wait } from 'node:timers/promises';
import { loggedError } from '../../../platform/log.ts';
import type { Services } from '../../../platform/services.ts';
import { openBackupStore } from '../jobs.ts';
import { copyChanges, type Progress, searchFrom } from './changes.ts';

const INTERVAL_MS = 10_000;

/** Returns the function that stops it. Does nothing without continuous backups. */
export function startCopyingChanges(services: Services): () => Promise<void> {
  const { backup } = services.config;
  if (!backup?.continuousDays) return async () => {};
  const store = openBackupStore(backup);
  const stopping = new AbortController();
  const { signal } = stopping;
  async function newestBackup(): Promise<Date> {
    const newest = (await store.list()).complete.at(-1);
    return newest === undefined ? new Date(0) : searchFrom(new Date((await store.readManifest(newest)).startedAt));
  }
  async function copyRepeatedly(): Promise<void> {
    let progress: Progress | undefined;
    let failing = false;
    while (!signal.aborted) {
      try {
        progress = await copyChanges(services, store, progress ?? { since: await newestBackup(), known: new Set() });
        if (failing) services.log.info({}, 'changes are copied to the place for backups again');
        failing = false;
        services.metrics.backupChanges.set(services.clock.now().getTime() / 1_000);
      } catch (error) {
        if (!failing)
          services.log.error({ err: loggedError(error) }, 'changes cannot be copied to the place for backups');
        failing = true;
      }
      await wait(INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }
  const running = copyRepeatedly();
  return async () => {
    stopping.abort();
    await running;
  };
}

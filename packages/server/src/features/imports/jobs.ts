// Worker tasks of imports: inspect a file, render its previews, then import each chosen page. All are idempotent.
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { importPage } from './import-page.ts';
import { inspect } from './inspect.ts';
import { IMPORT_PAGE, INSPECT, PREVIEWS } from './locked-import.ts';
import { renderPreviews } from './previews.ts';
import { notifyChanges, setsAlignedLater } from './sets/notify-changes.ts';
import { NOTIFY_CHANGES } from './sets/publish-set.ts';
import { notifyOfDelayedImports } from './state/ended-notice.ts';
import { IMPORT_SWEEP, sweepPreviews } from './sweep.ts';
import { clearPreviewsOfEnded } from './work.ts';

/** Sheets of a set that are aligned after it was published. */
export const LATE_ALIGNMENTS: Schedule = { task: 'imports.laterChanges', next: everyMs(5 * 60_000), priority: 10 };

/** Files that have ended, and whose owner waits for the news of others. */
export const DELAYED_NOTIFICATIONS: Schedule = { task: 'imports.waitingNews', next: everyMs(60_000), priority: 10 };

async function notifyLateAlignments(services: Services, signal: AbortSignal): Promise<void> {
  for (const key of await setsAlignedLater(services)) {
    signal.throwIfAborted();
    await notifyChanges(services, key, signal, { later: true });
  }
}

const importPayload = z.strictObject({ organisationId: id, importId: id });
const setPayload = z.strictObject({ organisationId: id, setId: id });
const pagePayload = importPayload.extend({ page: z.int().min(1) });

export const importTasks = (services: Services): Tasks => ({
  [INSPECT]: async (payload, context) => {
    const key = importPayload.parse(payload);
    await inspect(services, key, context);
    await clearPreviewsOfEnded(services, key);
  },
  [PREVIEWS]: async (payload, context) => {
    const { page, ...key } = pagePayload.parse(payload);
    await renderPreviews(services, key, page, context);
    await clearPreviewsOfEnded(services, key);
  },
  [NOTIFY_CHANGES]: (payload, { signal }) => notifyChanges(services, setPayload.parse(payload), signal),
  ...repeating(services, LATE_ALIGNMENTS, (_payload, { signal }) => notifyLateAlignments(services, signal)),
  ...repeating(services, DELAYED_NOTIFICATIONS, () => notifyOfDelayedImports(services)),
  ...repeating(services, IMPORT_SWEEP, (_payload, { signal }) => sweepPreviews(services, signal)),
  [IMPORT_PAGE]: (payload, context) => {
    const { page, ...key } = pagePayload.parse(payload);
    return importPage(services, key, page, context);
  },
});

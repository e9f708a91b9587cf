// Keeps notifications current: reads change logs when a change is announced and every minute in case one was missed;
// deletes old notifications.
import { NOTIFICATION_INTERVAL_MS } from '@plumbline/core/features/notifications/kinds';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { Listener } from '../sync/listener.ts';
import { mailPayload, sendEmailDigest } from './email-digest.ts';
import { createEmailPhotos } from './email-photos.ts';
import { EMAIL_TASK, PUSH_TASK } from './notify.ts';
import { pushPayload, sendPushNotification } from './push-notification.ts';
import { readChanges, unreadProjects } from './read-changes.ts';

const SWEEP = 'notifications.sweep';
const DAY_MS = 86_400_000;

/** Reads every log with new entries. */
export async function sweepNotifications(services: Services, signal?: AbortSignal): Promise<void> {
  for (const place of await unreadProjects(services)) {
    signal?.throwIfAborted();
    await readChanges(services, place);
  }
  const before = new Date(services.clock.now().getTime() - services.config.keepDays.notifications * DAY_MS);
  await systemTransaction(services.pool, async (db) => {
    await db.query('DELETE FROM notification WHERE created_at < $1', [before]);
    await db.query(
      'DELETE FROM push_device d USING session s WHERE s.id = d.session_id AND (s.ended_at IS NOT NULL OR s.expires_at <= $1)',
      [services.clock.now()],
    );
  });
}

export const NOTIFICATION_SWEEP: Schedule = { task: SWEEP, next: everyMs(NOTIFICATION_INTERVAL_MS) };

export function notificationTasks(services: Services): Tasks {
  const photosOf = createEmailPhotos(services);
  return {
    ...repeating(services, NOTIFICATION_SWEEP, (_payload, { signal }) => sweepNotifications(services, signal)),
    [PUSH_TASK]: (payload) => sendPushNotification(services, pushPayload.parse(payload)),
    [EMAIL_TASK]: (payload, context) => sendEmailDigest(services, mailPayload.parse(payload), context, photosOf),
  };
}

/**
 * Reads each change soon after it is announced, in a worker. Safe with several processes: one reader per project at a
 * time.
 */
export function watchChanges(services: Services): () => Promise<void> {
  const due = new Map<string, { organisationId: string; projectId: string }>();
  let working: Promise<void> | undefined;
  const work = async () => {
    for (const [key, place] of due) {
      due.delete(key);
      await readChanges(services, place).catch((error: unknown) =>
        // The next run of the sweep retries.
        services.log.warn({ err: error }, 'a project could not be read for notifications'),
      );
    }
  };
  const listener = new Listener(services, {
    changed({ organisationId, projectId }) {
      due.set(projectId, { organisationId, projectId });
      working ??= work().finally(() => {
        working = undefined;
      });
    },
    // Changes announced earlier are covered by the sweep.
    listening: () => undefined,
  });
  listener.start();
  return async () => {
    await listener.stop();
    await working;
  };
}

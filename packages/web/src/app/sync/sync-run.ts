// A sync started by the user, in words: what it is doing, and how it ended.
import type { PlanDownload } from '@plumbline/core/sync/downloads/store';
import type { SyncStatus } from '../../local/local.ts';

export type SyncRun =
  | { phase: 'checking' }
  | { phase: 'uploading'; share: number }
  | { phase: 'syncing'; plan: number; plans: number; share: number }
  | { phase: 'stopped'; share: number }
  | { phase: 'complete' | 'none' | 'error' };

type Seen = {
  status: SyncStatus;
  isOnline: boolean;
  /** The plans that were downloading at the start or since, with the share of each, 0 to 1. */
  plans: readonly { state: PlanDownload['state']; share: number }[];
  /** Edits and files that waited when the run began. */
  before: number;
  /** The device has been seen to exchange changes since the run began. */
  hasStarted: boolean;
};

export function syncRun({ status, isOnline, plans, before, hasStarted }: Seen): SyncRun {
  const left = status.pending + status.uploads;
  const share = before === 0 ? 0 : Math.max(0, before - left) / before;
  if (!isOnline || status.offline) return { phase: 'stopped', share };
  if (status.signedOut || status.failure !== undefined) return { phase: 'error' };
  if (!hasStarted) return { phase: 'checking' };
  if (left > 0) {
    const isMoving = status.checking || (status.uploads > 0 && !status.waitsForWifi);
    return isMoving ? { phase: 'uploading', share } : { phase: 'stopped', share };
  }
  if (status.checking) return { phase: 'checking' };
  const done = plans.filter(({ state }) => state === 'DONE').length;
  const running = plans.find(({ state }) => state === 'IN_PROGRESS');
  if (running) return { phase: 'syncing', plan: done + 1, plans: plans.length, share: running.share };
  if (plans.some(({ state }) => state === 'FAILED')) return { phase: 'error' };
  return { phase: before > 0 || done > 0 ? 'complete' : 'none' };
}

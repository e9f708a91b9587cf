import { expect, test } from 'vitest';
import type { SyncStatus } from '../../local/local.ts';
import type { RejectedEdit } from '../../local/syncing/edit-queue.ts';
import { syncStateName } from './use-sync-state.ts';

const rest: SyncStatus = { pending: 0, uploads: 0, sending: false, offline: false, rejected: [] };
const refused = { n: 1 } as RejectedEdit;

test.each([
  [rest, true, 'synced'],
  [rest, false, 'offline'],
  [{ ...rest, offline: true }, true, 'offline'],
  [{ ...rest, pending: 2 }, true, 'unsynced'],
  [{ ...rest, uploads: 1 }, true, 'unsynced'],
  [{ ...rest, pending: 2, sending: true }, true, 'progress'],
  [{ ...rest, pending: 2, sending: true }, false, 'offline'],
  [{ ...rest, rejected: [refused] }, false, 'error'],
  [{ ...rest, opening: true }, true, 'opening'],
  [{ ...rest, opening: true }, false, 'offline'],
] as const)('%j online %s', (status, online, word) => {
  expect(syncStateName(status, online)).toBe(word);
});

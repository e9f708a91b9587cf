// Where the local store tells how far its changes have come, and the shell hears it. Always true: offline wins.
import { useSyncExternalStore } from 'react';

export type SyncState = 'offline' | 'synced' | 'unsynced' | 'progress' | 'error' | 'empty';
export type SyncStatus = { state: SyncState /** Changes that wait to be sent. */; waiting: number };

let told: SyncStatus = { state: 'synced', waiting: 0 };
let shown: SyncStatus = told;
const listeners = new Set<() => void>();

function update(): void {
  const next: SyncStatus = navigator.onLine ? told : { state: 'offline', waiting: told.waiting };
  if (next.state === shown.state && next.waiting === shown.waiting) return;
  shown = next;
  for (const listener of listeners) listener();
}

/** Called by the local store whenever its outbox or its connection changes. */
export function tellSyncStatus(status: SyncStatus): void {
  told = status;
  update();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', update);
    addEventListener('offline', update);
  }
  listeners.add(listener);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('online', update);
    removeEventListener('offline', update);
  };
}

export function useSyncStatus(): SyncStatus {
  return useSyncExternalStore(subscribe, () => shown);
}

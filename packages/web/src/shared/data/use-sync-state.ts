// The sync state as the single word shown in the shell. Offline and rejected edits take precedence.
import { type SyncStatus, useSyncStatus } from '../../local/use-rows.ts';
import { useOnline } from '../../ui/use-online.ts';

export type SyncStateName = 'offline' | 'synced' | 'unsynced' | 'progress' | 'error' | 'opening';
export type SyncState = {
  word: SyncStateName /** Edits and files not sent yet. */;
  waiting: number;
  status: SyncStatus;
};

export function syncStateName(status: SyncStatus, online: boolean): SyncStateName {
  if (status.rejected.length > 0 || status.locked !== undefined) return 'error';
  if (!online || status.offline) return 'offline';
  if (status.opening) return 'opening';
  if (status.sending) return 'progress';
  return status.pending + status.uploads > 0 ? 'unsynced' : 'synced';
}

/** Whether the browser or the server cannot be reached, as far as this device knows. */
export function useIsOffline(): boolean {
  const online = useOnline();
  const { offline } = useSyncStatus();
  return !online || offline;
}

export function useSyncState(): SyncState {
  const status = useSyncStatus();
  const online = useOnline();
  return { word: syncStateName(status, online), waiting: status.pending + status.uploads, status };
}

// How far what was done on this device has come, in the one word the shell shows. Always true: offline and refusals come first.
import { type SyncStatus, useSyncStatus } from '../../local/use-rows.ts';
import { useOnline } from './use-online.ts';

export type SyncWord = 'offline' | 'synced' | 'unsynced' | 'progress' | 'error';
export type SyncState = { word: SyncWord /** Changes and files that wait. */; waiting: number; status: SyncStatus };

export function syncWord(status: SyncStatus, online: boolean): SyncWord {
  if (status.rejected.length > 0 || status.locked !== undefined) return 'error';
  if (!online || status.offline) return 'offline';
  if (status.sending) return 'progress';
  return status.pending + status.uploads > 0 ? 'unsynced' : 'synced';
}

export function useSyncState(): SyncState {
  const status = useSyncStatus();
  const online = useOnline();
  return { word: syncWord(status, online), waiting: status.pending + status.uploads, status };
}

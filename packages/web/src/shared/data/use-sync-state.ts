// The sync state as the single word shown in the shell. Offline and rejected edits take precedence.
import { type SyncStatus, useSyncStatus } from '../../local/use-rows.ts';
import { useOnline } from '../../ui/use-online.ts';

export type SyncStateName = 'offline' | 'synced' | 'unsynced' | 'progress' | 'error' | 'opening';

export function syncStateName(status: SyncStatus, online: boolean): SyncStateName {
  if (status.rejected.length > 0 || status.locked !== undefined) return 'error';
  if (!online || status.offline) return 'offline';
  if (status.opening) return 'opening';
  if (status.sending) return 'progress';
  return waitingIn(status) > 0 ? 'unsynced' : 'synced';
}

/** Whether the browser or the server cannot be reached, as far as this device knows. */
export function useIsOffline(): boolean {
  const online = useOnline();
  const offline = useSyncStatus((status) => status.offline);
  return !online || offline;
}

/** The number of edits and files not sent yet. */
export const waitingIn = ({ pending, uploads }: SyncStatus): number => pending + uploads;
export const useWaiting = (): number => useSyncStatus(waitingIn);

export function useSyncState(): { word: SyncStateName; waiting: number } {
  const online = useOnline();
  return { word: useSyncStatus((status) => syncStateName(status, online)), waiting: useWaiting() };
}

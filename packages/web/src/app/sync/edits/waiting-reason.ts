// Why an edit has not been sent yet.
import type { TextKey } from '@plumbline/locales/keys';
import type { SyncStatus } from '../../../local/local.ts';
import type { WaitingEdit } from '../../../local/use-rows.ts';

export function waitingReason(
  { needsFile }: Pick<WaitingEdit, 'needsFile'>,
  status: SyncStatus,
  isOffline: boolean,
): TextKey {
  if (isOffline) return 'sync.reason.offline';
  if (status.signedOut) return 'sync.reason.signedOut';
  if (needsFile) return status.waitsForWifi ? 'sync.reason.wifi' : 'sync.reason.file';
  return status.failure === undefined ? 'sync.reason.next' : 'sync.reason.failed';
}

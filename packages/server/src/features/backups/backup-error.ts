// A failed backup, verification or restore, described in sentences for the operator.
export class BackupError extends Error {
  override name = 'BackupError';
}

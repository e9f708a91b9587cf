// A failed backup, verification or restore, described in sentences for the operator.
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The place for backups failed as a whole: there is no point in trying the next object. */
export class StoreError extends BackupError {
  override name = 'StoreError';
}

/** What an error says; those of lost connections often have a code only. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

// Whether an error means that a disk has no room: of the file store, of the temporary files or of the database.
import { AppError } from '@plumbline/core/kernel/errors';

/** File systems, and PostgreSQL's `disk_full`. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'no_space'
    : error instanceof Error && 'code' in error && CODES.has(error.code);

// The error for an uploaded Word or Excel file, or for a part of it, that cannot be accepted.

export type OfficeFileReason =
  | 'empty'
  | 'too_large'
  | 'not_office'
  | 'damaged'
  | 'encrypted'
  | 'too_many_entries'
  | 'too_many_columns'
  | 'unpacks_too_large'
  | 'path'
  | 'symlink'
  | 'duplicate_name'
  | 'nested'
  | 'entities'
  | 'encoding'
  | 'too_deep';

export class OfficeFileError extends Error {
  override readonly name = 'OfficeFileError';
  readonly reason: OfficeFileReason;
  /** The part of the file; empty for the file as a whole. */
  readonly part: string;

  constructor(reason: OfficeFileReason, part = '') {
    super(`office file refused: ${reason}${part === '' ? '' : ` in ${part}`}`);
    this.reason = reason;
    this.part = part;
  }
}

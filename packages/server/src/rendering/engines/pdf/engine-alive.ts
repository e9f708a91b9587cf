// Tells whether PDFium can still be asked, without loading it.

/** PDFium stopped in the middle of its work: whatever this process asks of it from now on cannot be trusted. */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.message.startsWith('Aborted('));
}

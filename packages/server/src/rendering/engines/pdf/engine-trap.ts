// Whether PDFium is still usable, without loading it.

/** PDFium trapped in the middle of its work: nothing it returns in this process can be trusted any more. */
export function isEngineTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.message.startsWith('Aborted('));
}

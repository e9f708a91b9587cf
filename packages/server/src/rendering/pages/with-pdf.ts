// Opens a PDF for a piece of work, and closes it afterwards.
import { openPdf, type PdfDocument } from '../engines/pdf/document.ts';
import { isOutOfMemory } from '../engines/pdf/engine.ts';
import { asPermanent, asRenderError, RenderError } from '../render-error.ts';

/** Opens a PDF for `work`. Throws `RenderError`. */
export async function withPdf<T>(
  path: string,
  stage: 'inspecting' | 'previewing' | 'pdfConversion',
  work: (document: PdfDocument) => Promise<T> | T,
): Promise<T> {
  const refused = isOutOfMemory();
  const starved = () => isOutOfMemory() > refused;
  try {
    const document = await openPdf(path, stage);
    const result = await closing(document, work);
    if (starved()) throw new RenderError('memory_limit', stage, 'PDFium needed more memory than it may have');
    return result;
  } catch (error) {
    const found = asRenderError(error, starved() ? 'memory_limit' : 'pdf_damaged', stage);
    // The limit of its memory is the same on every server.
    throw starved() && found.problem === 'memory_limit' ? asPermanent(found) : found;
  }
}

async function closing<T>(document: PdfDocument, work: (document: PdfDocument) => Promise<T> | T): Promise<T> {
  let result: T;
  try {
    result = await work(document);
  } catch (error) {
    try {
      document.close();
    } catch {
      // After a trap nothing can be closed; the original error is what matters.
    }
    throw error;
  }
  document.close();
  return result;
}

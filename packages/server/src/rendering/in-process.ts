// The rendering itself, in the calling process: a crash or an endless loop takes that process down. Jobs go through
// render.ts.
import { type FileKind, kindOf } from './file-kind.ts';
import type { RenderStage } from './render-error.ts';
import type {
  Inspected,
  LinesOptions,
  PagePreview,
  PageProgress,
  Rendered,
  RenderOptions,
  RenderProgress,
  Scan,
  ScanOptions,
  WantedPreview,
} from './results.ts';

/** The operations on the pages of a file, whatever its kind. */
interface Pages {
  inspect(path: string, name: string, titles: boolean, onPage: PageProgress, wordsOut?: string): Promise<Inspected>;
  previews(path: string, requested: readonly WantedPreview[], onPreview: (preview: PagePreview) => void): Promise<void>;
  render(
    path: string,
    page: number,
    folder: string,
    onProgress: RenderProgress,
    options?: RenderOptions,
  ): Promise<Rendered>;
}

/** Loads only what the file needs: a process that handles an image does not load PDFium. */
const PAGES: Record<FileKind, () => Promise<Pages>> = {
  pdf: async () => (await import('./pages/pdf-pages.ts')).pdfPages,
  image: async () => (await import('./pages/picture-pages.ts')).picturePages,
};

const pagesOf = async (path: string, stage: RenderStage): Promise<Pages> => PAGES[await kindOf(path, stage)]();

export async function inspectInProcess(
  path: string,
  name: string,
  titles = true,
  onPage: PageProgress = () => undefined,
  wordsOut?: string,
): Promise<Inspected> {
  return (await pagesOf(path, 'inspecting')).inspect(path, name, titles, onPage, wordsOut);
}

export async function previewPagesInProcess(
  path: string,
  requested: readonly WantedPreview[],
  onPreview: (preview: PagePreview) => void,
): Promise<void> {
  await (await pagesOf(path, 'previewing')).previews(path, requested, onPreview);
}

export async function renderInProcess(
  path: string,
  page: number,
  folder: string,
  onProgress: RenderProgress,
  options?: RenderOptions,
): Promise<Rendered> {
  onProgress('pdfConversion', 0);
  return (await pagesOf(path, 'pdfConversion')).render(path, page, folder, onProgress, options);
}

/** Writes the lines of a page; none for an image. */
export async function linesInProcess(path: string, page: number, options: LinesOptions): Promise<boolean> {
  if ((await kindOf(path, 'pdfConversion')) !== 'pdf') return false;
  await (await import('./pages/pdf-pages.ts')).pdfPages.lines(path, page, options);
  return true;
}

/** Writes the picture of a page from which text is recognised. */
export async function scanInProcess(path: string, page: number, options: ScanOptions): Promise<Scan> {
  return (await kindOf(path, 'pdfConversion')) === 'pdf'
    ? (await import('./scans/pdf-scan.ts')).scanOfPdf(path, page, options)
    : (await import('./scans/picture-scan.ts')).scanOfPicture(path, page, options);
}

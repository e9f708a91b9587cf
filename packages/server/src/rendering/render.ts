// Renders plan files: lists their pages, makes previews, and renders pages as tiles. Each call runs in its own process.
import type { ImportProblem } from '@plumbline/core/features/imports/stages';
import type { BuiltModel } from './engines/ifc/build-model.ts';
import { clearCurrentElement, readCurrentElement } from './engines/ifc/current-element.ts';
import type { PrintOrder } from './engines/print/print-in-process.ts';
import type { PrintProgress } from './engines/print/sheet.ts';
import { type Isolation, runIsolated } from './isolated.ts';
import { LIMITS } from './limits.ts';
import { RenderError } from './render-error.ts';
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

export type { BuiltModel } from './engines/ifc/build-model.ts';
export { RenderError, type RenderStage } from './render-error.ts';
export type { Inspected, InspectedPage, PagePreview, Rendered, RenderProgress } from './results.ts';
export { readTextLayer } from './text/text-layer.ts';

export interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

interface OfFile {
  /** Identifies the file wherever its copy is: what follows soon on the same file needs no new process. */
  readonly file?: string | undefined;
}

/** Problems that a single page can cause while its title is read, although the file as a whole may still be listed. */
const BY_A_PAGE: readonly ImportProblem[] = ['timeout', 'memory_limit', 'internal', 'pdf_damaged'];

interface ModelOptions extends Cancellable {
  readonly onProgress?: RenderProgress | undefined;
  /** Milliseconds that a single element may take. */
  readonly stallLimit?: number;
}

/**
 * Lists the pages of a file with proposed titles; sizes include rotation and crop box. Writes the words of the pages to
 * `wordsOut` if there are any. Throws `RenderError`.
 */
export async function inspectFile(
  path: string,
  name: string,
  {
    signal,
    file,
    onPage,
    wordsOut,
  }: Cancellable & OfFile & { readonly onPage?: PageProgress; readonly wordsOut?: string } = {},
): Promise<Inspected> {
  let isOpened = false;
  const inspect = (titles: boolean, timeLimit: number) =>
    runIsolated(
      { kind: 'inspect', path, name, titles, wordsOut },
      {
        signal,
        file,
        timeLimit,
        stage: 'inspecting',
        onReply: (reply) => {
          if (reply.type !== 'progress') return;
          isOpened = true;
          onPage?.(reply.share);
        },
      },
    );
  try {
    return await inspect(true, LIMITS.titledInspectTime);
  } catch (error) {
    // What cannot be opened cannot be opened without reading titles either.
    if (!(isOpened && error instanceof RenderError && BY_A_PAGE.includes(error.problem))) throw error;
    return inspect(false, LIMITS.inspectTime);
  }
}

interface PreviewOptions extends Cancellable, OfFile {
  readonly onPreview?: (preview: PagePreview) => void;
  readonly side?: WantedPreview['side'];
  readonly urgent?: Isolation['urgent'];
}

/** Number of pages that may crash the preview process before the remaining pages go without previews. */
const FATAL_PAGES = 3;

/**
 * Writes a small WebP (at most 480 px) of each page and a large one (at most 2000 px) beside it, or only one of the given
 * side; the file is opened once. A page that fails does not stop the others: it is returned without a preview, and can
 * still be imported.
 */
export async function previewPages(
  path: string,
  pages: readonly number[],
  outPathOf: (page: number) => string,
  { signal, file, onPreview, side, urgent }: PreviewOptions = {},
): Promise<PagePreview[]> {
  const created: PagePreview[] = [];
  const take = (preview: PagePreview) => {
    // A kept process that fails is followed by a new one, which begins with the same pages.
    if (created.some(({ page }) => page === preview.page)) return;
    created.push(preview);
    onPreview?.(preview);
  };
  for (let fatal = 0; created.length < pages.length; fatal++) {
    const rest = pages.slice(created.length);
    try {
      await previewRun(
        path,
        rest.map((page) => ({ page, out: outPathOf(page), ...(side !== undefined && { side }) })),
        take,
        { signal, file, urgent },
      );
    } catch (error) {
      if (!(error instanceof RenderError && BY_A_PAGE.includes(error.problem))) throw error;
      // Pages are processed in order, so the first one without a preview has crashed the process.
      const given = pages.slice(created.length).slice(0, fatal + 1 < FATAL_PAGES ? 1 : undefined);
      for (const page of given) take({ page, fingerprint: null, path: null, problem: error.problem });
    }
  }
  return created;
}

function previewRun(
  path: string,
  requested: readonly WantedPreview[],
  take: (preview: PagePreview) => void,
  { signal, file, urgent }: Pick<PreviewOptions, 'signal' | 'file' | 'urgent'>,
): Promise<null> {
  return runIsolated(
    { kind: 'previews', path, wanted: requested },
    {
      ...{ signal, file, urgent },
      timeLimit: LIMITS.previewsTime,
      stallLimit: LIMITS.previewTime,
      stage: 'previewing',
      onReply: (reply) => {
        if (reply.type === 'preview') take(reply.preview);
      },
    },
  );
}

/**
 * Renders one page into `folder`, rotated by the given degrees: tile pack, words, thumbnail and preview. Throws
 * `RenderError`.
 */
export function renderPage(
  path: string,
  page: number,
  folder: string,
  {
    signal,
    turn: rotation,
    file,
    onProgress,
  }: Cancellable & OfFile & Pick<RenderOptions, 'turn'> & { readonly onProgress?: RenderProgress } = {},
): Promise<Rendered> {
  return runIsolated(
    { kind: 'render', path, page, folder, turn: rotation },
    {
      signal,
      file,
      timeLimit: LIMITS.renderTime,
      stage: 'pdfConversion',
      onReply: (reply) => {
        if (reply.type === 'progress') onProgress?.(reply.stage, reply.share);
      },
    },
  );
}

/**
 * Writes the lines of a page to `out`, as `renderPage` does; false for an image, which has none. Throws `RenderError`.
 */
export function readLines(
  path: string,
  page: number,
  { signal, ...options }: Cancellable & LinesOptions,
): Promise<boolean> {
  return runIsolated(
    { kind: 'lines', path, page, ...options },
    { signal, timeLimit: LIMITS.linesTime, stage: 'pdfConversion' },
  );
}

/** Writes the picture of a page from which text is recognised. Throws `RenderError`. */
export function scanPage(
  path: string,
  page: number,
  { signal, file, ...options }: Cancellable & OfFile & ScanOptions,
): Promise<Scan> {
  return runIsolated(
    { kind: 'scan', path, page, ...options },
    { signal, file, timeLimit: LIMITS.scanTime, stage: 'pdfConversion' },
  );
}

/** Number of elements that may crash or block the process before the whole model is rejected. */
const FATAL_ELEMENTS = 5;
const BY_AN_ELEMENT: readonly ImportProblem[] = ['timeout', 'memory_limit', 'internal', 'ifc_syntax'];

/**
 * Makes the model file and the drawings of its storeys in `folder`. An element whose shape cannot be built is left out
 * and counted. Throws `RenderError`.
 */
export async function readModel(
  path: string,
  name: string,
  folder: string,
  { signal, onProgress, stallLimit = LIMITS.elementTime }: ModelOptions = {},
): Promise<BuiltModel> {
  const leaveOut: number[] = [];
  const end = performance.now() + LIMITS.modelTime;
  for (;;) {
    try {
      return await runIsolated(
        { kind: 'model', path, name, folder, leaveOut },
        {
          signal,
          timeLimit: Math.max(1, end - performance.now()),
          stallLimit,
          memoryLimit: LIMITS.modelMemory,
          heapMb: LIMITS.modelHeapMb,
          stage: 'inspecting',
          onReply: (reply) => {
            if (reply.type === 'progress') onProgress?.(reply.stage, reply.share);
          },
        },
      );
    } catch (error) {
      const element = await readCurrentElement(folder);
      await clearCurrentElement(folder);
      const another = error instanceof RenderError && BY_AN_ELEMENT.includes(error.problem) && performance.now() < end;
      if (!another || element === undefined || leaveOut.length >= FATAL_ELEMENTS) throw error;
      leaveOut.push(element);
    }
  }
}

/** Writes a plan as a PDF with its pins and markups. Throws `RenderError`. */
export async function printPlan(
  order: PrintOrder,
  { signal, onProgress }: Cancellable & { readonly onProgress?: PrintProgress } = {},
): Promise<void> {
  await runIsolated(
    { kind: 'print', order },
    {
      signal,
      timeLimit: LIMITS.renderTime,
      stage: 'pdfConversion',
      onReply: (reply) => {
        if (reply.type === 'progress') onProgress?.(reply.share);
      },
    },
  );
}

// Rendering of plan files: what is in a file, how its pages look, and a page as tiles. Each call works in a process of its own.
import { runIsolated } from './isolated.ts';
import { LIMITS } from './limits.ts';
import { RenderError } from './render-error.ts';
import type { Inspected, PagePreview, Rendered, RenderProgress } from './results.ts';

export { RenderError, type RenderStage } from './render-error.ts';
export type { Inspected, InspectedPage, PagePreview, Rendered, RenderProgress } from './results.ts';
export { readTextLayer, searchWords } from './text-layer.ts';

export interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

/** Lists the pages of a file with proposed titles; rotation and crop box are applied to the sizes. Throws `RenderError`. */
export function inspectFile(path: string, name: string, { signal }: Cancellable = {}): Promise<Inspected> {
  return runIsolated({ kind: 'inspect', path, name }, { signal, timeLimit: LIMITS.inspectTime, stage: 'inspecting' });
}

/** Writes a small WebP (480 px at most) of each page; the file is opened once. A page that fails does not stop the others. */
export async function previewPages(
  path: string,
  pages: readonly number[],
  outPathOf: (page: number) => string,
  { signal, onPreview }: Cancellable & { readonly onPreview?: (preview: PagePreview) => void } = {},
): Promise<PagePreview[]> {
  const made: PagePreview[] = [];
  const wanted = pages.map((page) => ({ page, out: outPathOf(page) }));
  await runIsolated(
    { kind: 'previews', path, wanted },
    {
      signal,
      timeLimit: LIMITS.previewTime * Math.max(1, pages.length / 10),
      stage: 'previewing',
      onReply: (reply) => {
        if (reply.type !== 'preview') return;
        made.push(reply.preview);
        onPreview?.(reply.preview);
      },
    },
  );
  return made;
}

/** Writes a small WebP of one page. Throws `RenderError`. */
export async function previewPage(
  path: string,
  page: number,
  outPath: string,
  options: Cancellable = {},
): Promise<void> {
  const [preview] = await previewPages(path, [page], () => outPath, options);
  if (preview?.path !== outPath) throw new RenderError(preview?.problem ?? 'internal', 'previewing');
}

/** Renders one page into `folder`: tile pack, words, thumbnail and preview. Throws `RenderError`. */
export function renderPage(
  path: string,
  page: number,
  folder: string,
  { signal, onProgress }: Cancellable & { readonly onProgress?: RenderProgress } = {},
): Promise<Rendered> {
  return runIsolated(
    { kind: 'render', path, page, folder },
    {
      signal,
      timeLimit: LIMITS.renderTime,
      stage: 'pdfConversion',
      onReply: (reply) => {
        if (reply.type === 'progress') onProgress?.(reply.stage, reply.share);
      },
    },
  );
}

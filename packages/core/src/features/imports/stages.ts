// The way of a plan into a project: stages in order, how much of the whole each one is, and how it can end.

export const IMPORT_STAGES = [
  'uploading',
  'uploadingOriginal',
  'pdfConversion',
  'thumbnailCreation',
  'tiling',
  'storing',
  'publishing',
  'archiving',
] as const;
export type ImportStage = (typeof IMPORT_STAGES)[number];

/**
 * `inspecting`: the file's pages are being listed; `choosing`: the user picks pages; `aligning`: a revision of other dimensions
 * waits for somebody to say how it lies on its plan.
 */
export const IMPORT_STATES = [
  'inspecting',
  'choosing',
  'running',
  'aligning',
  'finished',
  'failed',
  'canceled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const PAGE_STATES = ['waiting', 'running', 'aligning', 'finished', 'failed', 'canceled'] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Share of a page's work, in percent; they add up to 100. */
export const STAGE_WEIGHTS: Record<ImportStage, number> = {
  uploading: 10,
  uploadingOriginal: 5,
  pdfConversion: 30,
  thumbnailCreation: 5,
  tiling: 35,
  storing: 10,
  publishing: 3,
  archiving: 2,
};

/** Percent of the whole that is done when `stage` stands at `share` (0 to 1). */
export function overallPercent(stage: ImportStage, share: number): number {
  let done = 0;
  for (const one of IMPORT_STAGES) {
    if (one === stage) return Math.floor(done + STAGE_WEIGHTS[one] * Math.min(1, Math.max(0, share)));
    done += STAGE_WEIGHTS[one];
  }
  return done;
}

/** Why a file could not be brought in; each has a text that names what to do. */
export const IMPORT_PROBLEMS = [
  'file_empty',
  'unsupported_type',
  'heic_unsupported',
  'cad_drawing',
  'archive',
  'pdf_encrypted',
  'pdf_damaged',
  'pdf_portfolio',
  'pdf_form',
  'no_pages',
  'too_many_pages',
  'page_too_large',
  'image_damaged',
  'image_too_large',
  'ifc_not_ifc',
  'ifc_truncated',
  'ifc_syntax',
  'ifc_circular',
  'ifc_archive',
  'ifc_schema',
  'model_empty',
  'model_too_large',
  'model_too_many_storeys',
  'plan_limit',
  'timeout',
  'memory_limit',
  'internal',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** What may go well another time: the server was at fault, busy or full. Every other problem lies in the file and stays. */
const PASSING: ReadonlySet<ImportProblem> = new Set(['plan_limit', 'timeout', 'memory_limit', 'internal']);

type Tried = { problem: ImportProblem | null; pages: readonly { state: PageState; problem: ImportProblem | null }[] };

/** Whether it is worth trying a failed import again: the same file with the same fault in it fails for ever. */
export function mayGoWell({ problem, pages }: Tried): boolean {
  const problems = pages.filter((page) => page.state === 'failed').map((page) => page.problem);
  return [...problems, ...(problems.length === 0 ? [problem] : [])].some((one) => one === null || PASSING.has(one));
}

export const MAX_TRIES = 3;

/** Pages of a file whose pictures are made before the user is asked; the others follow while he looks. */
export const FIRST_PREVIEWS = 24;

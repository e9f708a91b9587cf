// The stages of a plan import in order, the share of each in the total, and how an import can end.

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
 * `inspecting`: the file's pages are being listed; `choosing`: the user picks pages; `aligning`: a revision of
 * different dimensions waits for the user to align it to its plan.
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
/** The states in which an import stays. */
export const IMPORT_ENDED: readonly ImportState[] = ['finished', 'failed', 'canceled'];

/** `prepared`: rendered, waiting for the other pages of its set. */
export const PAGE_STATES = ['waiting', 'running', 'prepared', 'aligning', 'finished', 'failed', 'canceled'] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Share of a page's work in percent; they add up to 100. */
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

/** Overall percentage when `stage` is at `share` (0 to 1). */
export function overallPercent(stage: ImportStage, share: number): number {
  let done = 0;
  for (const importStage of IMPORT_STAGES) {
    if (importStage === stage) return Math.floor(done + STAGE_WEIGHTS[importStage] * Math.min(1, Math.max(0, share)));
    done += STAGE_WEIGHTS[importStage];
  }
  return done;
}

/** Why a file could not be imported; each has a text that says what to do. */
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
  'forbidden',
  'timeout',
  'memory_limit',
  'internal',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** Problems that may pass: the server was at fault, busy or full, or another person may do it. Every other problem is in the file and permanent. */
const TEMPORARY: ReadonlySet<ImportProblem> = new Set([
  'plan_limit',
  'forbidden',
  'timeout',
  'memory_limit',
  'internal',
]);

type FailedImport = {
  problem: ImportProblem | null;
  pages: readonly { state: PageState; problem: ImportProblem | null }[];
};

/** Whether a failed import is worth a retry: a fault in the file itself fails every time. */
export function isWorthRetrying({ problem, pages }: FailedImport): boolean {
  const problems = pages.filter((page) => page.state === 'failed').map((page) => page.problem);
  return [...problems, ...(problems.length === 0 ? [problem] : [])].some((one) => one === null || TEMPORARY.has(one));
}

export const MAX_ATTEMPTS = 3;

/** Number of pages rendered before the user is asked; the rest are rendered while the user looks. */
export const FIRST_PREVIEWS = 24;

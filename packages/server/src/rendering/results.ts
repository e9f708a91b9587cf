// What rendering gives back. Plain data, so that it can cross from the child process to its parent.
import type { ImportProblem, ImportStage } from '@plumbline/core/features/imports/stages';
import type { PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import type { Turn } from '@plumbline/core/site/geometry/rotation';

export interface InspectedPage {
  /** From 1. */
  readonly page: number;
  readonly title: string;
  readonly sheetNumber: string;
  /** Points after rotation; of pictures, pixels. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** What brings its words upright; null where they do not tell. */
  readonly turn: Turn | null;
}

export interface Inspected {
  readonly kind: 'pdf' | 'image';
  readonly pages: InspectedPage[];
}

export interface WantedPreview {
  readonly page: number;
  /** Path of the file to write. */
  readonly out: string;
}

/** A page's small picture, or why it has none. */
export interface PagePreview {
  readonly page: number;
  readonly path: string | null;
  readonly problem: ImportProblem | null;
}

export interface RenderOptions {
  /** Beyond what the page or the picture itself asks for. */
  readonly turn?: Turn | undefined;
  /** In place of the rule for sharpness. */
  readonly dpi?: number | undefined;
}

export interface Rendered {
  /** Paths of files in the folder that was given. */
  readonly pack: string;
  readonly text: string | null;
  readonly thumb: string;
  readonly preview: string;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly pageNumber: number;
  readonly pyramid: PackGeometry;
  /** Typefaces of letters that could not be drawn: they are not in the file, and nothing stood in for them. */
  readonly typefacesLeftOut: readonly string[];
}

export type RenderProgress = (
  stage: Extract<ImportStage, 'pdfConversion' | 'thumbnailCreation' | 'tiling'>,
  share: number,
) => void;

// The results of rendering, as plain data that can be sent from the child process to its parent.
import type { ImportProblem, ImportStage } from '@plumbline/core/features/imports/stages';
import type { PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import type { Box, Rotation } from '@plumbline/core/site/geometry/rotation';

export interface InspectedPage {
  /** From 1. */
  readonly page: number;
  readonly title: string;
  readonly sheetNumber: string;
  /** In points after rotation; for images in pixels. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** The rotation that makes its words upright; null if they do not determine one. */
  readonly turn: Rotation | null;
  /** Whether its text can be recognised: it has none, as scans do. */
  readonly isScan: boolean;
}

export interface Inspected {
  readonly kind: 'pdf' | 'image';
  readonly pages: InspectedPage[];
}

export interface WantedPreview {
  readonly page: number;
  /** Path of the file to write; a larger one is written beside it. */
  readonly out: string;
  /** Of a PDF: writes only one picture, whose longer side has this many pixels, and no fingerprint. */
  readonly side?: number;
}

/** The preview of a page, or why it has none. */
export interface PagePreview {
  readonly page: number;
  /** Equal for pages that are drawn equally; null for images and pages without a preview. */
  readonly fingerprint: string | null;
  readonly path: string | null;
  readonly problem: ImportProblem | null;
}

export interface RenderOptions {
  /** Rotation beyond that of the page or image itself. */
  readonly turn?: Rotation | undefined;
  /** Overrides the resolution rule. */
  readonly dpi?: number | undefined;
}

export interface LinesOptions extends Pick<RenderOptions, 'turn'> {
  /** The sheet's preview. */
  readonly preview: string;
  /** Path of the file to write. */
  readonly out: string;
}

export interface ScanOptions extends Pick<RenderOptions, 'turn'> {
  /** Path of the PGM file to write. */
  readonly out: string;
  /** The part of the turned page; the whole page if absent. */
  readonly box?: Box | undefined;
}

/** The picture of a page, or of a part of it, from which text is recognised. */
export interface Scan {
  /** Size of the whole turned page. */
  readonly widthPt: number;
  readonly heightPt: number;
  readonly dpi: number;
}

export interface Rendered {
  /** Paths of files in the given folder. */
  readonly pack: string;
  readonly text: string | null;
  /** The lines of its vectors; null for images. */
  readonly lines: string | null;
  readonly thumb: string;
  readonly preview: string;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly pageNumber: number;
  readonly pyramid: PackGeometry;
  /** Fonts of letters that could not be drawn: they are not embedded and have no substitute. */
  readonly typefacesLeftOut: readonly string[];
}

export type RenderProgress = (
  stage: Extract<ImportStage, 'pdfConversion' | 'thumbnailCreation' | 'tiling'>,
  share: number,
) => void;

/** Called with the share of the pages, 0 to 1, that are listed; first when the file has been opened. */
export type PageProgress = (share: number) => void;

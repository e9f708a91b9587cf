// Reads the text of scanned sheets. Optional at run time: an installation without a text recogniser imports scans without
// their text.

export interface RecognisedWord {
  readonly text: string;
  /** The box as fractions of the picture. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Size of the letters of its line, as a share of the picture's height. */
  readonly size: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** Words of one line have the same number. */
  readonly line: number;
}

export interface TextRecogniser {
  /** Whether a text recogniser is installed. */
  available(): Promise<boolean>;
  /**
   * Reads the level words of a picture, a PGM file, line by line. Intermediate files go to `folder`. Throws if the
   * recognition failed or exceeded its limits.
   */
  recognise(picture: string, options: { folder: string; dpi: number; signal: AbortSignal }): Promise<RecognisedWord[]>;
}

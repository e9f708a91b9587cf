// Converts videos to the one format that every browser plays. Optional at run time: an installation without a transcoder
// keeps videos as they were uploaded.

export interface Transcoder {
  /** Whether a transcoder is installed. */
  available(): Promise<boolean>;
  /**
   * Converts `source`, a file on disk, to MP4 with H.264 and AAC of at most 1920 × 1920 pixels at `target`. Resolves to false, without a file, if every browser plays the source. Throws `unsupported_type` if it cannot be read
   * as a video, and an Error if the conversion failed or exceeded its limits.
   */
  toMp4(source: string, target: string, options: { signal: AbortSignal }): Promise<boolean>;
}

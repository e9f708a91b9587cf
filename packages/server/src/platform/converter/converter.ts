// Converts office documents to PDF. Optional at run time: an installation without a converter works and reports that it
// has none.

export type ConvertOptions = { signal?: AbortSignal; timeoutMs?: number };

export interface Converter {
  /** Whether a converter is installed. */
  available(): Promise<boolean>;
  /**
   * Converts `source` (a file on disk with its real extension) to PDF at `target`. Throws `converter_absent` if there
   * is no converter, and an Error if it failed or timed out.
   */
  toPdf(source: string, target: string, options?: ConvertOptions): Promise<void>;
}

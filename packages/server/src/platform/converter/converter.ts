// Turns office documents into PDF. Optional at run time: an installation without a converter works, and says so.

export type ConvertOptions = { signal?: AbortSignal; timeoutMs?: number };

export interface Converter {
  /** Whether documents can be converted here. */
  available(): Promise<boolean>;
  /**
   * Writes `source` (a document on disk, named with its real ending) as PDF to `target`.
   * Throws `converter_absent` where there is no converter, and an Error when it failed or took too long.
   */
  toPdf(source: string, target: string, options?: ConvertOptions): Promise<void>;
}

// The port for virus scanners.

export interface VirusScanner {
  /**
   * The name of what was found in a file; undefined if it is clean. Throws if the scanner cannot be reached, takes too
   * long or gives any other answer: a file that was not scanned is never taken for clean.
   */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined>;
}

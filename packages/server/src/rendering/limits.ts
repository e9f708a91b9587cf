// Resource limits for a single file. Sizes in bytes, points or pixels; times in milliseconds.

export const LIMITS = {
  pages: 5_000,
  /** Side of a PDF page in points: the format allows 14,400, but not all writers comply. */
  pagePt: 40_000,
  /** Maximum number of pixels of a rendered PDF page: the resolution is reduced to stay below it. */
  pagePixels: 400_000_000,
  /** Pages that would need a lower resolution are rejected. */
  minDpi: 40,
  imagePixels: 600_000_000,
  /** Of an AVIF image: the decoder refuses larger ones. */
  avifPixels: 2 ** 28,
  imageSide: 120_000,
  /** Memory limit of PDFium's heap, which also holds the rows that tiles are cut from: 90 MB for an A0 sheet. */
  pdfiumHeap: 720 * 2 ** 20,
  /** Memory limit of the child process, beyond which it is killed. */
  processMemory: 1_000 * 2 ** 20,
  inspectTime: 180_000,
  /**
   * Time for reading title blocks; later pages get their names from labels and the file. `titledInspectTime` limits the
   * whole inspection with titles.
   */
  titleTime: 45_000,
  titledInspectTime: 90_000,
  /** One preview, and all previews of a request. */
  previewTime: 120_000,
  previewsTime: 15 * 60_000,
  renderTime: 15 * 60_000,
  linesTime: 3 * 60_000,
  /** The picture that text is recognised in: small print of 1.8 mm is 10 pixels high, the least that is read reliably. */
  scanDpi: 200,
  scanPixels: 50_000_000,
  scanTime: 3 * 60_000,
  /** A building model: memory of its process, size of its JavaScript heap, and time. */
  modelMemory: 3_500 * 2 ** 20,
  modelHeapMb: 1_500,
  modelTime: 45 * 60_000,
  /** Maximum silence of the process that reads a model: opening a gigabyte takes minutes, a single element does not. */
  elementTime: 8 * 60_000,
  /** Number of words stored per sheet. */
  words: 200_000,
} as const;

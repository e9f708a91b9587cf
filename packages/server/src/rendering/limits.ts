// How much one file may ask for. Sizes in bytes, points, pixels; times in milliseconds.

export const LIMITS = {
  pages: 5_000,
  /** Sides of a PDF page in points: 14,400 is what the format allows, with room for sloppy writers. */
  pagePt: 40_000,
  /** Pixels a PDF page is rendered to: the sharpness falls before this is passed. */
  pagePixels: 400_000_000,
  /** A page that would fall below this sharpness is refused. */
  minDpi: 40,
  imagePixels: 600_000_000,
  imageSide: 120_000,
  /** Memory of PDFium's own heap. */
  pdfiumHeap: 640 * 2 ** 20,
  /** Memory of the whole child process, beyond which it is ended. */
  processMemory: 1_000 * 2 ** 20,
  inspectTime: 180_000,
  /** For title blocks; pages after that get their names from labels and the file. The whole of a first look, and when it is given up. */
  titleTime: 45_000,
  titledInspectTime: 90_000,
  /** One small picture, and all that are made at once. */
  previewTime: 120_000,
  previewsTime: 15 * 60_000,
  renderTime: 15 * 60_000,
  /** A building model: memory of its process, of the part that holds lists, and time. */
  modelMemory: 3_500 * 2 ** 20,
  modelHeapMb: 1_500,
  modelTime: 45 * 60_000,
  /** Without a word from the process that reads a model: opening a gigabyte takes minutes, no element does. */
  elementTime: 8 * 60_000,
  /** Words kept of one sheet. */
  words: 200_000,
} as const;

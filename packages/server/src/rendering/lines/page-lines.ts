// The lines of a page as vectors, on the page as it is shown: cropped and rotated. Curves become short lines.
import { LINE_UNITS, type Lines, MAX_LINES } from '@plumbline/core/features/plans/lines/sheet-lines';
import { type Alignment, compose } from '@plumbline/core/site/geometry/alignment';
import type { PdfPage } from '../engines/pdf/document.ts';
import { direct, heapReader, withMemory } from '../engines/pdf/engine.ts';
import { toFractions } from '../engines/pdf/page-position.ts';

const PATH = 2;
const FORM = 5;
/** Kinds of path segments; the three points of a curve are three segments. */
const LINE_TO = 0;
const CURVE_TO = 1;
/** Forms in forms; deeper ones are left out. */
const MAX_DEPTH = 8;
/** Path segments read of a page. */
const MAX_SEGMENTS = 4_000_000;
const LINES_PER_CURVE = 6;
/** Lines shorter than this are left out: dots, and the curves of small letters. */
const MIN_LENGTH_PT = 0.3;
/** Lines beyond this many sheets are damaged or decoration. */
const MAX_SHEETS = 4;

/** The lines of a page in its drawing order; of too many, the longest. */
export function linesOf(page: PdfPage): Lines {
  const collected = new Collected(page);
  readObjects(page, (x, y, kind, closes) => collected.add(x, y, kind, closes));
  return collected.lines();
}

/** Coordinates are plain numbers, because a sheet has millions of them. */
class Collected {
  private readonly page: PdfPage;
  private coordinates = new Int32Array(4_096);
  private length = 0;
  private startX = 0;
  private startY = 0;
  private lastX = 0;
  private lastY = 0;
  /** The points of a curve that are known so far: x and y of each. */
  private readonly curve: number[] = [];
  private minLengthPt = MIN_LENGTH_PT;

  constructor(page: PdfPage) {
    this.page = page;
  }

  add(x: number, y: number, kind: number, closes: boolean): void {
    if (kind === LINE_TO) this.lineTo(x, y);
    else if (kind === CURVE_TO) {
      if (this.curve.push(x, y) === 6) {
        this.curveTo();
        this.curve.length = 0;
      }
    } else {
      this.startX = x;
      this.startY = y;
      this.lastX = x;
      this.lastY = y;
      this.curve.length = 0;
    }
    if (closes) this.lineTo(this.startX, this.startY);
  }

  lines(): Lines {
    return this.coordinates.slice(0, this.length);
  }

  private curveTo(): void {
    const { lastX, lastY } = this;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = this.curve;
    for (let i = 1; i <= LINES_PER_CURVE; i++) {
      const t = i / LINES_PER_CURVE;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      this.lineTo(a * lastX + b * x1 + c * x2 + d * x3, a * lastY + b * y1 + c * y2 + d * y3);
    }
  }

  private lineTo(x: number, y: number): void {
    const fromX = this.lastX;
    const fromY = this.lastY;
    this.lastX = x;
    this.lastY = y;
    if (!isNear(fromX) || !isNear(fromY) || !isNear(x) || !isNear(y)) return;
    if (isBeside(fromX, x) || isBeside(fromY, y)) return;
    const { widthPt, heightPt } = this.page;
    if (lengthOf((x - fromX) * widthPt, (y - fromY) * heightPt) < this.minLengthPt) return;
    if (this.length === 4 * MAX_LINES) this.dropShortest();
    if (this.length === this.coordinates.length) {
      const larger = new Int32Array(Math.min(4 * MAX_LINES, 2 * this.length));
      larger.set(this.coordinates);
      this.coordinates = larger;
    }
    const { coordinates, length } = this;
    coordinates[length] = Math.round(fromX * LINE_UNITS);
    coordinates[length + 1] = Math.round(fromY * LINE_UNITS);
    coordinates[length + 2] = Math.round(x * LINE_UNITS);
    coordinates[length + 3] = Math.round(y * LINE_UNITS);
    this.length = length + 4;
  }

  private dropShortest(): void {
    const { widthPt, heightPt } = this.page;
    while (this.length > 2 * MAX_LINES) {
      this.minLengthPt *= 1.5;
      let kept = 0;
      for (let i = 0; i < this.length; i += 4) {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = this.coordinates.subarray(i, i + 4);
        const lengthPt = lengthOf((x2 - x1) * widthPt, (y2 - y1) * heightPt) / LINE_UNITS;
        if (lengthPt < this.minLengthPt) continue;
        this.coordinates.copyWithin(kept, i, i + 4);
        kept += 4;
      }
      this.length = kept;
    }
  }
}

/** Math.hypot takes several times as long. */
const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);
const isNear = (at: number): boolean => Math.abs(at) <= MAX_SHEETS;
const isBeside = (one: number, other: number): boolean => (one < 0 && other < 0) || (one > 1 && other > 1);

type Segment = (x: number, y: number, kind: number, closes: boolean) => void;

/** Reports every segment of the visible paths, in fractions of the sheet. */
function readObjects(page: PdfPage, report: Segment): void {
  const { pdfium } = page.document;
  const call = {
    countOnPage: direct(pdfium, 'FPDFPage_CountObjects'),
    onPage: direct(pdfium, 'FPDFPage_GetObject'),
    countInForm: direct(pdfium, 'FPDFFormObj_CountObjects'),
    inForm: direct(pdfium, 'FPDFFormObj_GetObject'),
    typeOf: direct(pdfium, 'FPDFPageObj_GetType'),
    matrixOf: direct(pdfium, 'FPDFPageObj_GetMatrix'),
    fillColour: direct(pdfium, 'FPDFPageObj_GetFillColor'),
    strokeColour: direct(pdfium, 'FPDFPageObj_GetStrokeColor'),
    drawMode: direct(pdfium, 'FPDFPath_GetDrawMode'),
    countSegments: direct(pdfium, 'FPDFPath_CountSegments'),
    segment: direct(pdfium, 'FPDFPath_GetPathSegment'),
    pointOf: direct(pdfium, 'FPDFPathSegment_GetPoint'),
    kindOf: direct(pdfium, 'FPDFPathSegment_GetType'),
    closes: direct(pdfium, 'FPDFPathSegment_GetClose'),
  };
  let left = MAX_SEGMENTS;
  withMemory(pdfium, 32, (pointer) => {
    const { float, integer } = heapReader(pdfium);
    const matrixOf = (object: number): Alignment | undefined =>
      call.matrixOf(object, pointer)
        ? [
            float(pointer),
            float(pointer + 8),
            float(pointer + 16),
            float(pointer + 4),
            float(pointer + 12),
            float(pointer + 20),
          ]
        : undefined;
    const isWhite = (colourOf: typeof call.fillColour, path: number): boolean =>
      colourOf(path, pointer, pointer + 4, pointer + 8, pointer + 12) !== 0 &&
      integer(pointer) === 255 &&
      integer(pointer + 4) === 255 &&
      integer(pointer + 8) === 255;
    // White areas hide what is below them, for example behind dimensions; they contribute no lines.
    const isDrawn = (path: number): boolean => {
      if (!call.drawMode(path, pointer, pointer + 4)) return false;
      const fills = integer(pointer) !== 0;
      const strokes = integer(pointer + 4) !== 0;
      return (strokes && !isWhite(call.strokeColour, path)) || (fills && !isWhite(call.fillColour, path));
    };
    const readPath = (path: number, [a, b, c, d, e, f]: Alignment): void => {
      const count = Math.min(left, call.countSegments(path));
      left -= Math.max(0, count);
      for (let i = 0; i < count; i++) {
        const segment = call.segment(path, i);
        if (!call.pointOf(segment, pointer, pointer + 4)) continue;
        const x = float(pointer);
        const y = float(pointer + 4);
        report(a * x + b * y + c, d * x + e * y + f, call.kindOf(segment), call.closes(segment) !== 0);
      }
    };
    const readObject = (object: number, around: Alignment, depth: number): void => {
      const type = call.typeOf(object);
      if (type !== PATH && type !== FORM) return;
      const matrix = matrixOf(object);
      if (!matrix) return;
      const toSheet = compose(around, matrix);
      if (type === PATH) {
        if (isDrawn(object)) readPath(object, toSheet);
      } else if (depth < MAX_DEPTH) {
        const count = call.countInForm(object);
        for (let i = 0; i < count && left > 0; i++) readObject(call.inForm(object, i), toSheet, depth + 1);
      }
    };
    const toSheet = toFractions(page);
    const count = call.countOnPage(page.handle);
    for (let i = 0; i < count && left > 0; i++) readObject(call.onPage(page.handle, i), toSheet, 0);
  });
}

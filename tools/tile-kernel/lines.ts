// Reads the lines of a page from PDFium. It works in PDFium's memory and calls its functions directly: a sheet has tens of
// thousands of paths with ten calls each, which take several times as long from JavaScript.

import { addUp, longPathPoints, picturePixels } from './drawing-cost.ts';
import {
  FPDFFormObj_CountObjects,
  FPDFFormObj_GetObject,
  FPDFPage_GetObject,
  FPDFPageObj_GetFillColor,
  FPDFPageObj_GetMatrix,
  FPDFPageObj_GetStrokeColor,
  FPDFPageObj_GetType,
  FPDFPath_CountSegments,
  FPDFPath_GetDrawMode,
  FPDFPath_GetPathSegment,
  FPDFPathSegment_GetClose,
  FPDFPathSegment_GetPoint,
  FPDFPathSegment_GetType,
} from './pdfium.ts';
import { closeFigure, linesAt, linesEnd, startLines, takePoint } from './points.ts';
import { inkBytes, keepSeen, markInk } from './seen.ts';
import { LINE_BYTES } from './units.ts';

export { addUp, inkBytes, keepSeen, linesAt, linesEnd, longPathPoints, markInk, picturePixels };

const PATH: i32 = 2;
const FORM: i32 = 5;
/** A point in PDFium's memory: x and y as floats, then its kind and whether it closes the figure, a byte each. */
const POINT_BYTES: i32 = 12;
const KIND: i32 = 8;
const CLOSES: i32 = 9;

/** Forms in forms; deeper ones are left out. */
const MAX_DEPTH: i32 = 8;
/** Points read of a page. */
const MAX_POINTS: i32 = 4_000_000;
/** Memory layout, as byte offsets from the base address: room for what PDFium returns, a matrix for each depth, lines. */
const MATRICES: i32 = 64;
const MATRIX_BYTES: i32 = 48;
const LINES: i32 = MATRICES + MATRIX_BYTES * (MAX_DEPTH + 2);

let base: i32 = 0;
let left: i32 = 0;
let isChecked: bool = false;
let isUnknown: bool = false;

/** The bytes that `mostLines` lines need. */
export function roomBytes(mostLines: i32): i32 {
  return LINES + mostLines * LINE_BYTES;
}

/** Starts with a page of this size, whose units become fractions of the sheet by a matrix. */
export function start(
  at: i32,
  mostLines: i32,
  width: f64,
  height: f64,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
): void {
  base = at;
  startLines(base + LINES, mostLines, width, height);
  left = MAX_POINTS;
  isChecked = false;
  isUnknown = false;
  const matrix = base + MATRICES;
  store<f64>(matrix, a);
  store<f64>(matrix, b, 8);
  store<f64>(matrix, c, 16);
  store<f64>(matrix, d, 24);
  store<f64>(matrix, e, 32);
  store<f64>(matrix, f, 40);
}

/** Reads some objects of the page; false if PDFium lays out points in another way than expected. */
export function readObjects(page: i32, from: i32, to: i32): bool {
  for (let i = from; i < to && left > 0; i++) readObject(FPDFPage_GetObject(page, i), 0);
  return !isUnknown;
}

function readObject(object: i32, depth: i32): void {
  const type = FPDFPageObj_GetType(object);
  if (type !== PATH && type !== FORM) return;
  if (!FPDFPageObj_GetMatrix(object, base)) return;
  compose(base + MATRICES + depth * MATRIX_BYTES);
  if (type === PATH) {
    if (isDrawn(object)) readPath(object, base + MATRICES + (depth + 1) * MATRIX_BYTES);
  } else if (depth < MAX_DEPTH) {
    const count = FPDFFormObj_CountObjects(object);
    for (let i: i32 = 0; i < count && left > 0; i++) readObject(FPDFFormObj_GetObject(object, i), depth + 1);
  }
}

/** Applies the matrix of an object, and then the one around it; the result follows that one. */
function compose(outer: i32): void {
  const a = load<f64>(outer);
  const b = load<f64>(outer, 8);
  const d = load<f64>(outer, 24);
  const e = load<f64>(outer, 32);
  // PDFium's order: a, b, c, d, e, f of x' = ax + cy + e, y' = bx + dy + f.
  const xx = load<f32>(base) as f64;
  const yx = load<f32>(base, 4) as f64;
  const xy = load<f32>(base, 8) as f64;
  const yy = load<f32>(base, 12) as f64;
  const x = load<f32>(base, 16) as f64;
  const y = load<f32>(base, 20) as f64;
  const to = outer + MATRIX_BYTES;
  store<f64>(to, a * xx + b * yx);
  store<f64>(to, a * xy + b * yy, 8);
  store<f64>(to, a * x + b * y + load<f64>(outer, 16), 16);
  store<f64>(to, d * xx + e * yx, 24);
  store<f64>(to, d * xy + e * yy, 32);
  store<f64>(to, d * x + e * y + load<f64>(outer, 40), 40);
}

/** White areas hide what is below them, for example behind dimensions; they contribute no lines. */
function isDrawn(path: i32): bool {
  if (!FPDFPath_GetDrawMode(path, base, base + 4)) return false;
  const fills = load<i32>(base) !== 0;
  const strokes = load<i32>(base, 4) !== 0;
  if (strokes && !(FPDFPageObj_GetStrokeColor(path, base, base + 4, base + 8, base + 12) !== 0 && isWhite()))
    return true;
  return fills && !(FPDFPageObj_GetFillColor(path, base, base + 4, base + 8, base + 12) !== 0 && isWhite());
}

function isWhite(): bool {
  return load<i32>(base) === 255 && load<i32>(base, 4) === 255 && load<i32>(base, 8) === 255;
}

function readPath(path: i32, matrix: i32): void {
  const count = min(left, FPDFPath_CountSegments(path));
  if (count <= 0) return;
  left -= count;
  let at = FPDFPath_GetPathSegment(path, 0);
  if (!isChecked) check(path, at, count);
  if (isUnknown) return;
  const a = load<f64>(matrix);
  const b = load<f64>(matrix, 8);
  const c = load<f64>(matrix, 16);
  const d = load<f64>(matrix, 24);
  const e = load<f64>(matrix, 32);
  const f = load<f64>(matrix, 40);
  for (const last = at + count * POINT_BYTES; at < last; at += POINT_BYTES) {
    const x = load<f32>(at) as f64;
    const y = load<f32>(at, 4) as f64;
    takePoint(a * x + b * y + c, d * x + e * y + f, load<u8>(at, KIND));
    if (load<u8>(at, CLOSES)) closeFigure();
  }
}

/** Whether the points of the first path are where they are expected, with what PDFium's functions say of them. */
function check(path: i32, first: i32, count: i32): void {
  isChecked = count > 1;
  for (let i: i32 = 0; i < count; i++) {
    const at = first + i * POINT_BYTES;
    const isExpected =
      FPDFPath_GetPathSegment(path, i) === at &&
      FPDFPathSegment_GetPoint(at, base, base + 4) !== 0 &&
      load<i32>(base) === load<i32>(at) &&
      load<i32>(base, 4) === load<i32>(at, 4) &&
      FPDFPathSegment_GetType(at) === (load<u8>(at, KIND) as i32) &&
      FPDFPathSegment_GetClose(at) === (load<u8>(at, CLOSES) as i32);
    if (!isExpected) isUnknown = true;
  }
}

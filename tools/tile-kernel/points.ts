// Makes lines of the points of paths: those that are long enough and touch the sheet, in whole units.
import { LINE_BYTES, UNITS } from './units.ts';

/** Kinds of points; the three points of a curve are three points of their kind. */
const LINE_TO: i32 = 0;
const CURVE_TO: i32 = 1;

const LINES_PER_CURVE: i32 = 6;
/** Lines shorter than this are left out: dots, and the curves of small letters. */
const MIN_LENGTH_PT: f64 = 0.3;
/** Lines beyond this many sheets are damaged or decoration. */
const MAX_SHEETS: f64 = 4;

let first: i32 = 0;
/** The end of the lines, and of the room for them. */
let end: i32 = 0;
let most: i32 = 0;
let widthPt: f64 = 0;
let heightPt: f64 = 0;
let minLengthPt: f64 = 0;

let startX: f64 = 0;
let startY: f64 = 0;
let lastX: f64 = 0;
let lastY: f64 = 0;
/** How many points of a curve are known so far, and the first two. */
let known: i32 = 0;
let x1: f64 = 0;
let y1: f64 = 0;
let x2: f64 = 0;
let y2: f64 = 0;

/** The lines of a page of this size are written from `at` on; of too many, the shortest are dropped. */
export function startLines(at: i32, mostLines: i32, width: f64, height: f64): void {
  first = at;
  end = at;
  most = at + mostLines * LINE_BYTES;
  widthPt = width;
  heightPt = height;
  minLengthPt = MIN_LENGTH_PT;
  known = 0;
}

/** Addresses of the lines, x and y of both ends of each, and of their end. */
export function linesAt(): i32 {
  return first;
}

export function linesEnd(): i32 {
  return end;
}

/** Takes a point, in fractions of the sheet. */
export function takePoint(x: f64, y: f64, kind: i32): void {
  if (kind === LINE_TO) lineTo(x, y);
  else if (kind === CURVE_TO) {
    known++;
    if (known === 1) {
      x1 = x;
      y1 = y;
    } else if (known === 2) {
      x2 = x;
      y2 = y;
    } else {
      known = 0;
      curveTo(x, y);
    }
  } else {
    startX = x;
    startY = y;
    lastX = x;
    lastY = y;
    known = 0;
  }
}

export function closeFigure(): void {
  lineTo(startX, startY);
}

function curveTo(x: f64, y: f64): void {
  const x0 = lastX;
  const y0 = lastY;
  for (let i: i32 = 1; i <= LINES_PER_CURVE; i++) {
    const t = (i as f64) / (LINES_PER_CURVE as f64);
    const s = 1 - t;
    const a = s * s * s;
    const b = 3 * (s * s) * t;
    const c = 3 * s * (t * t);
    const d = t * t * t;
    lineTo(a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y);
  }
}

function lineTo(x: f64, y: f64): void {
  const fromX = lastX;
  const fromY = lastY;
  lastX = x;
  lastY = y;
  if (!(isNear(fromX) && isNear(fromY) && isNear(x) && isNear(y))) return;
  if (isBeside(fromX, x) || isBeside(fromY, y)) return;
  if (lengthOf((x - fromX) * widthPt, (y - fromY) * heightPt) < minLengthPt) return;
  if (end === most) dropShortest();
  store<i32>(end, unitsOf(fromX));
  store<i32>(end, unitsOf(fromY), 4);
  store<i32>(end, unitsOf(x), 8);
  store<i32>(end, unitsOf(y), 12);
  end += LINE_BYTES;
}

function isNear(at: f64): bool {
  return abs(at) <= MAX_SHEETS;
}

function isBeside(one: f64, other: f64): bool {
  return (one < 0 && other < 0) || (one > 1 && other > 1);
}

function lengthOf(x: f64, y: f64): f64 {
  return sqrt(x * x + y * y);
}

function unitsOf(at: f64): i32 {
  return floor(at * UNITS + 0.5) as i32;
}

/** Half of the room is enough for what remains. */
function dropShortest(): void {
  const half = first + ((most - first) >> 1);
  while (end > half) {
    minLengthPt *= 1.5;
    let to = first;
    for (let at = to; at < end; at += LINE_BYTES) {
      const x = ((load<i32>(at, 8) - load<i32>(at)) as f64) * widthPt;
      const y = ((load<i32>(at, 12) - load<i32>(at, 4)) as f64) * heightPt;
      if (lengthOf(x, y) / UNITS < minLengthPt) continue;
      v128.store(to, v128.load(at));
      to += LINE_BYTES;
    }
    end = to;
  }
}

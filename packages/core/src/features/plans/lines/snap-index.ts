// Finds the end point, crossing or line nearest to a position on a drawing, with a grid over its lines.
import type { PlanPoint, SheetSize } from '../../../site/geometry/alignment.ts';
import { LINE_UNITS, type Lines } from './sheet-lines.ts';

/** A position on a line of the drawing, in fractions of the sheet. */
export type Snap = PlanPoint & { readonly kind: 'end' | 'crossing' | 'nearest' };

/** Lines per cell that the grid aims for, and the maximum number of cells along a side. */
const LINES_PER_CELL = 2;
const MAX_CELLS = 512;
/** Lines near the position that are checked for crossings, the nearest first. */
const MAX_CROSSED = 48;
/** Joints that turn less than this belong to a curve and are no end points. */
const SMOOTH_COSINE = Math.cos(Math.PI / 6);
const SHARP_START = 1;
const SHARP_END = 2;

type Near = { readonly line: number; readonly distance: number };

export class SnapIndex {
  private readonly sheet: SheetSize;
  /** Both ends of each line in points of the sheet. */
  private readonly ends: Float32Array;
  /** Which ends of a line are end points, as bits. */
  private readonly sharp: Uint8Array;
  private readonly columns: number;
  private readonly rows: number;
  /** The lines of cell `i` are `cellLines[cellStarts[i] .. cellStarts[i + 1])`. */
  private readonly cellStarts: Uint32Array;
  private readonly cellLines: Uint32Array;
  /** The query in which a line was last seen: a line is in several cells. */
  private readonly seen: Uint32Array;
  private query = 0;

  constructor(lines: Lines, sheet: SheetSize) {
    this.sheet = sheet;
    const count = lines.length / 4;
    const { widthPt, heightPt } = sheet;
    this.ends = Float32Array.from(lines, (at, i) => (at / LINE_UNITS) * (i % 2 === 0 ? widthPt : heightPt));
    this.sharp = sharpEnds(lines, sheet);
    const side = Math.sqrt((widthPt * heightPt * LINES_PER_CELL) / Math.max(1, count));
    this.columns = Math.min(MAX_CELLS, Math.max(1, Math.round(widthPt / side)));
    this.rows = Math.min(MAX_CELLS, Math.max(1, Math.round(heightPt / side)));
    this.seen = new Uint32Array(count);
    this.cellStarts = new Uint32Array(this.columns * this.rows + 1);
    for (let line = 0; line < count; line++)
      this.eachCell(line, (cell) => {
        this.cellStarts[cell + 1] = (this.cellStarts[cell + 1] ?? 0) + 1;
      });
    for (let cell = 0; cell < this.columns * this.rows; cell++)
      this.cellStarts[cell + 1] = (this.cellStarts[cell + 1] ?? 0) + (this.cellStarts[cell] ?? 0);
    this.cellLines = new Uint32Array(this.cellStarts.at(-1) ?? 0);
    const filled = this.cellStarts.slice();
    for (let line = 0; line < count; line++)
      this.eachCell(line, (cell) => {
        const at = filled[cell] ?? 0;
        this.cellLines[at] = line;
        filled[cell] = at + 1;
      });
  }

  /** End points and crossings come before lines. The radius is in points of the sheet. */
  nearest(position: PlanPoint, radius: number): Snap | undefined {
    const { widthPt, heightPt } = this.sheet;
    const [x, y] = [position.x * widthPt, position.y * heightPt];
    const near = this.linesNear(x, y, radius);
    const best = { x: 0, y: 0, kind: 'nearest' as Snap['kind'], distance: Number.POSITIVE_INFINITY };
    const consider = (atX: number, atY: number, kind: Snap['kind']) => {
      const distance = Math.hypot(atX - x, atY - y);
      if (distance <= radius && distance < best.distance) Object.assign(best, { x: atX, y: atY, kind, distance });
    };
    for (const { line } of near) {
      const [x1, y1, x2, y2] = this.endsOf(line);
      const sharp = this.sharp[line] ?? 0;
      if (sharp & SHARP_START) consider(x1, y1, 'end');
      if (sharp & SHARP_END) consider(x2, y2, 'end');
    }
    const closest = near.sort((one, other) => one.distance - other.distance).slice(0, MAX_CROSSED);
    for (const [i, { line }] of closest.entries()) {
      for (const other of closest.slice(i + 1)) {
        const crossing = crossingOf(this.endsOf(line), this.endsOf(other.line));
        if (crossing) consider(crossing.x, crossing.y, 'crossing');
      }
    }
    const [first] = closest;
    if (best.distance > radius && first) {
      const foot = footOn(this.endsOf(first.line), x, y);
      consider(foot.x, foot.y, 'nearest');
    }
    if (best.distance > radius) return undefined;
    return { x: best.x / widthPt, y: best.y / heightPt, kind: best.kind };
  }

  private linesNear(x: number, y: number, radius: number): Near[] {
    this.query += 1;
    const near: Near[] = [];
    const [left, right] = [this.columnAt(x - radius), this.columnAt(x + radius)];
    const [top, bottom] = [this.rowAt(y - radius), this.rowAt(y + radius)];
    for (let row = top; row <= bottom; row++) {
      const start = this.cellStarts[row * this.columns + left] ?? 0;
      const end = this.cellStarts[row * this.columns + right + 1] ?? 0;
      for (let at = start; at < end; at++) {
        const line = this.cellLines[at] ?? 0;
        if (this.seen[line] === this.query) continue;
        this.seen[line] = this.query;
        const foot = footOn(this.endsOf(line), x, y);
        const distance = Math.hypot(foot.x - x, foot.y - y);
        if (distance <= radius) near.push({ line, distance });
      }
    }
    return near;
  }

  private endsOf(line: number): Ends {
    const at = 4 * line;
    return [this.ends[at] ?? 0, this.ends[at + 1] ?? 0, this.ends[at + 2] ?? 0, this.ends[at + 3] ?? 0];
  }

  private readonly columnAt = (x: number): number => cellAt(x, this.sheet.widthPt, this.columns);
  private readonly rowAt = (y: number): number => cellAt(y, this.sheet.heightPt, this.rows);

  /** The cells that a line passes through. */
  private eachCell(line: number, visit: (cell: number) => void): void {
    const [x1, y1, x2, y2] = this.endsOf(line);
    const height = this.sheet.heightPt / this.rows;
    const [top, bottom] = [this.rowAt(Math.min(y1, y2)), this.rowAt(Math.max(y1, y2))];
    for (let row = top; row <= bottom; row++) {
      // Where the line enters and leaves the row.
      const xAt = (edge: number) => (y1 === y2 ? x1 : x1 + (x2 - x1) * clamped((edge - y1) / (y2 - y1), 0, 1));
      // A row at the border also holds what lies beyond it.
      const from = row === 0 ? Number.NEGATIVE_INFINITY : row * height;
      const to = row === this.rows - 1 ? Number.POSITIVE_INFINITY : (row + 1) * height;
      const [one, other] = y1 === y2 ? [x1, x2] : [xAt(from), xAt(to)];
      const [left, right] = [this.columnAt(Math.min(one, other)), this.columnAt(Math.max(one, other))];
      for (let column = left; column <= right; column++) visit(row * this.columns + column);
    }
  }
}

type Ends = readonly [x1: number, y1: number, x2: number, y2: number];

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const cellAt = (at: number, length: number, cells: number): number =>
  clamped(Math.floor((at / length) * cells), 0, cells - 1);

function footOn([x1, y1, x2, y2]: Ends, x: number, y: number): PlanPoint {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : clamped(((x - x1) * dx + (y - y1) * dy) / squared, 0, 1);
  return { x: x1 + share * dx, y: y1 + share * dy };
}

const isEnd = (share: number): boolean => share < 1e-3 || share > 1 - 1e-3;

function crossingOf([x1, y1, x2, y2]: Ends, [x3, y3, x4, y4]: Ends): PlanPoint | undefined {
  const cross = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3);
  // Parallel.
  if (Math.abs(cross) < 1e-9) return undefined;
  const one = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / cross;
  const other = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / cross;
  if (one < 0 || one > 1 || other < 0 || other > 1) return undefined;
  // Two lines that meet at their ends: a joint or a corner.
  if (isEnd(one) && isEnd(other)) return undefined;
  return { x: x1 + one * (x2 - x1), y: y1 + one * (y2 - y1) };
}

/** Curves are stored as short lines, whose joints are no end points of the drawing. */
function sharpEnds(lines: Lines, { widthPt, heightPt }: SheetSize): Uint8Array {
  const sharp = new Uint8Array(lines.length / 4).fill(SHARP_START | SHARP_END);
  for (let line = 1; line < sharp.length; line++) {
    const [ax = 0, ay = 0, bx = 0, by = 0, cx, cy, dx = 0, dy = 0] = lines.subarray(4 * line - 4, 4 * line + 4);
    if (bx !== cx || by !== cy) continue;
    const [x1, y1, x2, y2] = [(bx - ax) * widthPt, (by - ay) * heightPt, (dx - bx) * widthPt, (dy - by) * heightPt];
    const cosine = (x1 * x2 + y1 * y2) / (Math.hypot(x1, y1) * Math.hypot(x2, y2));
    if (cosine < SMOOTH_COSINE) continue;
    sharp[line - 1] = (sharp[line - 1] ?? 0) & ~SHARP_END;
    sharp[line] = (sharp[line] ?? 0) & ~SHARP_START;
  }
  return sharp;
}

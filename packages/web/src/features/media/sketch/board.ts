// Sketch board: marks with undo and redo, hit testing, moving
// and changing. Pure; lengths are in pixels of the background.
import type { Mark, MarkColour, MarkKind } from '@plumbline/core/site/values/sketch';

export type Point = { x: number; y: number };

export type Board = {
  marks: readonly Mark[];
  past: readonly (readonly Mark[])[];
  future: readonly (readonly Mark[])[];
  selected: string | null;
};

const MAX_UNDO_STEPS = 200;

export const newBoard = (marks: readonly Mark[]): Board => ({ marks, past: [], future: [], selected: null });

/** Adds a new state that can be undone. */
export function commit(board: Board, marks: readonly Mark[], selected: string | null = board.selected): Board {
  return { marks, past: [...board.past.slice(-MAX_UNDO_STEPS), board.marks], future: [], selected };
}

const kept = (marks: readonly Mark[], id: string | null) => (marks.some((mark) => mark.id === id) ? id : null);

export function undo(board: Board): Board {
  const marks = board.past.at(-1);
  if (!marks) return board;
  const future = [board.marks, ...board.future];
  return { marks, past: board.past.slice(0, -1), future, selected: kept(marks, board.selected) };
}

export function redo(board: Board): Board {
  const [marks, ...future] = board.future;
  if (!marks) return board;
  return { marks, past: [...board.past, board.marks], future, selected: kept(marks, board.selected) };
}

export const replaced = (marks: readonly Mark[], next: Mark): Mark[] =>
  marks.map((mark) => (mark.id === next.id ? next : mark));

const whole = Math.round;

/** The box between two opposite corners, in any order. */
function boxBetween(a: Point, b: Point) {
  return {
    x: whole(Math.min(a.x, b.x)),
    y: whole(Math.min(a.y, b.y)),
    width: whole(Math.abs(a.x - b.x)),
    height: whole(Math.abs(a.y - b.y)),
  };
}

/** Kinds drawn by dragging from one point to another. */
export const DRAGGED_KINDS = ['arrow', 'line', 'rectangle', 'ellipse', 'blur'] as const satisfies readonly MarkKind[];
export type DraggedKind = (typeof DRAGGED_KINDS)[number];

export type StrokeStyle = { colour: MarkColour; width: number };

export function draggedMark(
  kind: DraggedKind,
  id: string,
  from: Point,
  to: Point,
  { colour, width }: StrokeStyle,
): Mark {
  if (kind === 'blur') return { id, kind, ...boxBetween(from, to) };
  if (kind === 'arrow' || kind === 'line')
    return { id, kind, colour, width, x1: whole(from.x), y1: whole(from.y), x2: whole(to.x), y2: whole(to.y) };
  return { id, kind, colour, stroke: width, ...boxBetween(from, to) };
}

/** The number of the next number mark. */
export const nextNumber = (marks: readonly Mark[]): number =>
  Math.min(999, Math.max(0, ...marks.map((mark) => (mark.kind === 'number' ? mark.number : 0))) + 1);

/** The handles by which a mark is resized; none for marks that can only be moved. */
export function handlesOf(mark: Mark): Point[] {
  if (mark.kind === 'arrow' || mark.kind === 'line')
    return [
      { x: mark.x1, y: mark.y1 },
      { x: mark.x2, y: mark.y2 },
    ];
  if (mark.kind === 'rectangle' || mark.kind === 'ellipse' || mark.kind === 'blur') {
    const { x, y, width, height } = mark;
    return [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
  }
  return [];
}

/** The mark with one of its handles dragged to a point. */
export function withHandleAt(mark: Mark, handle: number, to: Point): Mark {
  if (mark.kind === 'arrow' || mark.kind === 'line') {
    const at = { x: whole(to.x), y: whole(to.y) };
    return handle === 0 ? { ...mark, x1: at.x, y1: at.y } : { ...mark, x2: at.x, y2: at.y };
  }
  const opposite = handlesOf(mark)[(handle + 2) % 4];
  if (!opposite || !('height' in mark)) return mark;
  return { ...mark, ...boxBetween(opposite, to) };
}

export function moved(mark: Mark, by: Point): Mark {
  const [dx, dy] = [whole(by.x), whole(by.y)];
  if (mark.kind === 'arrow' || mark.kind === 'line')
    return { ...mark, x1: mark.x1 + dx, y1: mark.y1 + dy, x2: mark.x2 + dx, y2: mark.y2 + dy };
  if (mark.kind === 'freehand')
    return { ...mark, points: mark.points.map((value, index) => value + (index % 2 === 0 ? dx : dy)) };
  return { ...mark, x: mark.x + dx, y: mark.y + dy };
}

function toSegment(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
  return Math.hypot(at.x - a.x - along * dx, at.y - a.y - along * dy);
}

/** The bounding box of a mark; text width is estimated. */
export function boundsOf(mark: Mark): { x: number; y: number; width: number; height: number } {
  if (mark.kind === 'arrow' || mark.kind === 'line')
    return boxBetween({ x: mark.x1, y: mark.y1 }, { x: mark.x2, y: mark.y2 });
  if (mark.kind === 'freehand') {
    const xs = mark.points.filter((_, index) => index % 2 === 0);
    const ys = mark.points.filter((_, index) => index % 2 === 1);
    return boxBetween({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) });
  }
  if (mark.kind === 'number') {
    const side = mark.size * 1.7;
    return { x: mark.x - side / 2, y: mark.y - side / 2, width: side, height: side };
  }
  if (mark.kind === 'text') {
    const lines = mark.text.split('\n');
    const longest = Math.max(1, ...lines.map((line) => line.length));
    return { x: mark.x, y: mark.y, width: longest * mark.size * 0.58, height: lines.length * mark.size * 1.25 };
  }
  const { x, y, width, height } = mark;
  return { x, y, width, height };
}

/**
 * Whether a point hits a mark, with a tolerance in pixels. Shapes are hit inside, too, because gloves are imprecise.
 */
function touches(mark: Mark, at: Point, spare: number): boolean {
  if (mark.kind === 'arrow' || mark.kind === 'line')
    return toSegment(at, { x: mark.x1, y: mark.y1 }, { x: mark.x2, y: mark.y2 }) <= spare + mark.width / 2;
  if (mark.kind === 'freehand') {
    for (let index = 0; index + 3 < mark.points.length; index += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = mark.points.slice(index, index + 4);
      if (toSegment(at, { x: x1, y: y1 }, { x: x2, y: y2 }) <= spare + mark.width / 2) return true;
    }
    return false;
  }
  const { x, y, width, height } = boundsOf(mark);
  return at.x >= x - spare && at.x <= x + width + spare && at.y >= y - spare && at.y <= y + height + spare;
}

/** The topmost mark at a point; small marks come before larger ones around them. */
export function markAt(marks: readonly Mark[], at: Point, spare: number): Mark | undefined {
  const found = marks.filter((mark) => touches(mark, at, spare)).toReversed();
  const area = (mark: Mark) => {
    const { width, height } = boundsOf(mark);
    return Math.max(1, width) * Math.max(1, height);
  };
  return found.toSorted((a, b) => area(a) - area(b))[0];
}

/** Maximum number of points of a line. */
const MAX_POINTS = 2_000;

/** Keeps every n-th point, so that no more than the maximum remain; the last one is always kept. */
function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / (MAX_POINTS - 1));
  return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/**
 * A freehand line without the points that hardly matter (Douglas–Peucker); never exceeds the storable number of points.
 */
export function simplified(drawn: readonly Point[], tolerance: number): Point[] {
  const points = thinned(drawn);
  if (points.length === 0) return [];
  const keep = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next;
    const [a, b] = [points[from], points[to]];
    let [worst, at] = [0, -1];
    for (let index = from + 1; index < to; index += 1) {
      const point = points[index];
      const off = point && a && b ? toSegment(point, a, b) : 0;
      if (off > worst) [worst, at] = [off, index];
    }
    if (at < 0 || worst <= tolerance) continue;
    keep.add(at);
    open.push([from, at], [at, to]);
  }
  return points.filter((_, index) => keep.has(index));
}

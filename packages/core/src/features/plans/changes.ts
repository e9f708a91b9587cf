// Finds changes between two drawings of the same place: areas where one has ink and the other has none nearby. Pure
// arithmetic on small images, so that an offline browser can run it.
import { type Alignment, applyTo, compose, invert, type PlanPoint } from '../../site/geometry/alignment.ts';

/** Ink from 0 (paper) to 255, row by row. */
export type Ink = { readonly width: number; readonly height: number; readonly ink: Uint8Array };
export type Drawing = { readonly picture: Ink; readonly alignment: Alignment };

/** A rectangle in plan space and what changed in it. `size`: changed ink as a share of the plan's area. */
export type ChangedArea = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly kind: 'added' | 'removed' | 'both';
  readonly size: number;
};

/** Thresholds for ink and blank; lighter values are paper, grain or the edge of a thin line. */
const INKED = 90;
const BLANK = 36;
/** Less than this share of a line's ink is background: walls are drawn on coloured and dotted floors. */
const BACKGROUND_SHARE = 0.5;
/** How far, in pixels, a line may move by rounding alone. */
const LINE_SHIFT_TOLERANCE_PX = 3;
/** Changed ink is collected in cells of this many pixels; cells that touch, or nearly touch, form one area. */
const CELL = 10;
const NEIGHBOUR_CELLS = 2;
/** Pixels of changed ink for a cell to count, and for an area. */
const MIN_CELL_PIXELS = 3;
const MIN_AREA_PIXELS = 14;
const MAX_AREAS = 60;

/** Areas of change, the largest first. Only regions covered by both sheets are compared. */
export function findChanges(older: Drawing, newer: Drawing): ChangedArea[] {
  const { width, height } = older.picture;
  const { ink, there } = projectOnto(older, newer);
  const before = spread(older.picture.ink, width, height);
  const after = spread(ink, width, height);
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const added = new Uint16Array(columns * rows);
  const removed = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (!there[i]) continue;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      if (isUnmatchedInk(ink[i] ?? 0, before[i] ?? 0)) added[cell] = (added[cell] ?? 0) + 1;
      if (isUnmatchedInk(older.picture.ink[i] ?? 0, after[i] ?? 0)) removed[cell] = (removed[cell] ?? 0) + 1;
    }
  }
  return areas({ columns, rows, added, removed })
    .map((area) => inPlan(area, older))
    .sort((a, b) => b.size - a.size)
    .slice(0, MAX_AREAS);
}

/**
 * Whether there is ink where the other drawing has none nearby: only paper, or the tint and grain of a filled
 * background.
 */
const isUnmatchedInk = (ink: number, around: number): boolean =>
  ink >= INKED && around < Math.max(BLANK, BACKGROUND_SHARE * ink);

/** The newer drawing projected onto the older one's sheet, and the part of that sheet covered by both. */
function projectOnto(older: Drawing, newer: Drawing): { ink: Uint8Array; there: Uint8Array } {
  const { width, height } = older.picture;
  const { picture } = newer;
  const [a, b, c, d, e, f] = compose(invert(newer.alignment), older.alignment);
  const ink = new Uint8Array(width * height);
  const there = new Uint8Array(width * height);
  // If a pixel covers several pixels of the other image, the darkest counts, so that thin lines survive.
  const step = Math.hypot((a * picture.width) / width, (d * picture.height) / width);
  const reach = Math.max(0, Math.round((step - 1) / 2));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const v = (y + 0.5) / height;
      const sx = Math.floor((a * u + b * v + c) * picture.width);
      const sy = Math.floor((d * u + e * v + f) * picture.height);
      if (sx < 0 || sy < 0 || sx >= picture.width || sy >= picture.height) continue;
      const i = y * width + x;
      there[i] = 1;
      ink[i] = darkest(picture, sx, sy, reach);
    }
  }
  return { ink, there };
}

function darkest({ width, height, ink }: Ink, x: number, y: number, reach: number): number {
  if (reach === 0) return ink[y * width + x] ?? 0;
  let most = 0;
  for (let sy = Math.max(0, y - reach); sy <= Math.min(height - 1, y + reach); sy++) {
    for (let sx = Math.max(0, x - reach); sx <= Math.min(width - 1, x + reach); sx++) {
      most = Math.max(most, ink[sy * width + sx] ?? 0);
    }
  }
  return most;
}

/** Each pixel takes the maximum ink within the slack. */
function spread(ink: Uint8Array, width: number, height: number): Uint8Array {
  const wide = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0;
      const to = Math.min(width - 1, x + LINE_SHIFT_TOLERANCE_PX);
      for (let at = Math.max(0, x - LINE_SHIFT_TOLERANCE_PX); at <= to; at++)
        most = Math.max(most, ink[y * width + at] as number);
      wide[y * width + x] = most;
    }
  }
  const created = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    const to = Math.min(height - 1, y + LINE_SHIFT_TOLERANCE_PX);
    for (let at = Math.max(0, y - LINE_SHIFT_TOLERANCE_PX); at <= to; at++) {
      for (let x = 0; x < width; x++) {
        const value = wide[at * width + x] as number;
        if (value > (created[y * width + x] as number)) created[y * width + x] = value;
      }
    }
  }
  return created;
}

type Cells = { columns: number; rows: number; added: Uint16Array; removed: Uint16Array };
type Box = { left: number; top: number; right: number; bottom: number; added: number; removed: number };

function areas({ columns, rows, added, removed }: Cells): Box[] {
  const count = (cell: number) => (added[cell] ?? 0) + (removed[cell] ?? 0);
  const seen = new Uint8Array(columns * rows);
  const found: Box[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || count(start) < MIN_CELL_PIXELS) continue;
    const box: Box = { left: columns, top: rows, right: 0, bottom: 0, added: 0, removed: 0 };
    const open = [start];
    seen[start] = 1;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const x = cell % columns;
      const y = Math.floor(cell / columns);
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      box.added += added[cell] ?? 0;
      box.removed += removed[cell] ?? 0;
      for (let ny = Math.max(0, y - NEIGHBOUR_CELLS); ny <= Math.min(rows - 1, y + NEIGHBOUR_CELLS); ny++) {
        for (let nx = Math.max(0, x - NEIGHBOUR_CELLS); nx <= Math.min(columns - 1, x + NEIGHBOUR_CELLS); nx++) {
          const next = ny * columns + nx;
          if (seen[next] || count(next) < MIN_CELL_PIXELS) continue;
          seen[next] = 1;
          open.push(next);
        }
      }
    }
    if (box.added + box.removed >= MIN_AREA_PIXELS) found.push(box);
  }
  return found;
}

/**
 * An area counts as purely added or removed if the other kind is at most this share of it; neighbouring lines leave
 * traces.
 */
const MAX_OTHER_SHARE = 0.1;

function inPlan({ left, top, right, bottom, added, removed }: Box, older: Drawing): ChangedArea {
  const { width, height } = older.picture;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) =>
    applyTo(older.alignment, { x: Math.min(1, (x * CELL) / width), y: Math.min(1, (y * CELL) / height) }),
  );
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const kind = removed <= MAX_OTHER_SHARE * added ? 'added' : added <= MAX_OTHER_SHARE * removed ? 'removed' : 'both';
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  const size = (added + removed) / (width * height);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, kind, size };
}

/** How far from an area a pin still counts as near it, as a fraction of the plan's width. */
const PIN_DISTANCE = 0.02;

/** The pins in or near an area, the nearest first. `ratio`: height of the plan divided by its width. */
export function pinsNear<P extends { readonly x: number | null; readonly y: number | null }>(
  area: Pick<ChangedArea, 'x' | 'y' | 'width' | 'height'>,
  pins: readonly P[],
  ratio: number,
): P[] {
  const away = ({ x, y }: PlanPoint) =>
    Math.hypot(
      Math.max(0, area.x - x, x - area.x - area.width),
      ratio * Math.max(0, area.y - y, y - area.y - area.height),
    );
  return pins
    .flatMap((pin) => (pin.x === null || pin.y === null ? [] : [{ pin, far: away({ x: pin.x, y: pin.y }) }]))
    .filter(({ far }) => far <= PIN_DISTANCE)
    .sort((a, b) => a.far - b.far)
    .map(({ pin }) => pin);
}

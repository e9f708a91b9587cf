// Hatches of cut materials after DIN 1356, clipped to rectangles so that lines continue from one to the next.
import type { Cells, Point, Rect } from '../building/cells.ts';
import { INK, type Pen, W } from './pen.ts';

type Pair = readonly [Point, Point];

/** Parallel lines at 45° (slope +1 or −1), one every `pitch` metres, clipped to the rectangle. */
export function diagonals({ x0, y0, x1, y1 }: Rect, pitch: number, slope: 1 | -1, shift = 0): Pair[] {
  const pairs: Pair[] = [];
  const step = pitch * Math.SQRT2;
  const low = slope === 1 ? y0 - x1 : y0 + x0;
  const high = slope === 1 ? y1 - x0 : y1 + x1;
  for (let n = Math.ceil((low - shift) / step); n * step + shift <= high; n++) {
    const c = n * step + shift;
    const from = slope === 1 ? Math.max(x0, y0 - c) : Math.max(x0, c - y1);
    const to = slope === 1 ? Math.min(x1, y1 - c) : Math.min(x1, c - y0);
    if (to - from < 1e-6) continue;
    pairs.push([
      [from, slope * from + c],
      [to, slope * to + c],
    ]);
  }
  return pairs;
}

/** The symbol for soft insulation: a zigzag between both faces. */
function zigzag({ x0, y0, x1, y1 }: Rect): Point[] {
  const alongX = x1 - x0 >= y1 - y0;
  const [start, end, low, high] = alongX ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
  const count = Math.max(2, Math.round((end - start) / ((high - low) * 0.55)));
  const points: Point[] = [];
  for (let i = 0; i <= count; i++) {
    const s = start + ((end - start) * i) / count;
    const t = i % 2 === 0 ? low : high;
    points.push(alongX ? [s, t] : [t, s]);
  }
  return points;
}

/** Fills and hatches everything that is cut; `mm` is one millimetre on paper in metres. */
export function poche(pen: Pen, cells: Cells, mm: number): void {
  const paint = (rects: Rect[], fill: string): void => {
    for (const r of rects) pen.box(r.x0, r.y0, r.x1, r.y1, { width: 0, fill });
  };
  const concrete = cells.rects('concrete');
  const masonry = cells.rects('masonry');
  const drywall = cells.rects('drywall');
  const insulation = cells.rects('insulation');
  const glass = cells.rects('glass');
  paint(concrete, '#b3b7ba');
  paint(masonry, '#d9dbdc');
  paint(drywall, '#f0f1f1');
  paint(glass, '#e3edf1');
  pen.lines(
    concrete.flatMap((r) => [...diagonals(r, 2.2 * mm, 1), ...diagonals(r, 2.2 * mm, 1, 0.55 * mm)]),
    { width: W.hair },
  );
  pen.lines(
    masonry.flatMap((r) => diagonals(r, 1.5 * mm, -1)),
    { width: W.hair },
  );
  for (const r of insulation) pen.path(zigzag(r), { width: W.hair, colour: '#5f666b' });
  for (const r of glass) {
    const alongX = r.x1 - r.x0 > r.y1 - r.y0;
    const mid: Pair = alongX
      ? [
          [r.x0, (r.y0 + r.y1) / 2],
          [r.x1, (r.y0 + r.y1) / 2],
        ]
      : [
          [(r.x0 + r.x1) / 2, r.y0],
          [(r.x0 + r.x1) / 2, r.y1],
        ];
    pen.lines([mid], { width: W.fine });
  }
  const outlines = cells.outlines();
  const heavy: Pair[] = [];
  const light: Pair[] = [];
  const joint: Pair[] = [];
  const solid = (a: string | null, b: string | null): boolean =>
    a === 'concrete' || a === 'masonry' || b === 'concrete' || b === 'masonry';
  for (const { from, to, kind } of outlines) {
    const mx = (from[0] + to[0]) / 2;
    const my = (from[1] + to[1]) / 2;
    const flat = from[1] === to[1];
    const e = 0.004;
    const a = cells.at(flat ? [mx, my - e] : [mx - e, my]);
    const b = cells.at(flat ? [mx, my + e] : [mx + e, my]);
    (kind === 'joint' ? joint : solid(a, b) ? heavy : light).push([from, to]);
  }
  pen.doc.lineCap('square');
  pen.lines(joint, { width: W.thin });
  pen.lines(light, { width: W.medium, colour: INK });
  pen.lines(heavy, { width: W.cut });
  pen.doc.lineCap('butt');
}

// Symbols of building parts: stairs, lift, shafts, outdoor areas.
import type { Point } from '../../building/cells.ts';
import { PALE, type Pen, type Stroke, W } from '../pen.ts';
import { roundTable } from './furniture.ts';
import { type Draw, faint, soft } from './symbol.ts';

export function stair(pen: Pen, w: number, d: number, kind: 'lowest' | 'middle' | 'top'): void {
  const landing = 1.39;
  const treads = 9;
  const going = (d - 2 * landing) / treads;
  const flight = (w - 0.2) / 2;
  const [l, r] = [-w / 2, w / 2];
  const steps = (x0: number, x1: number, from: number, to: number, stroke: Stroke): void =>
    pen.lines(
      Array.from({ length: to - from + 1 }, (_, i): readonly [Point, Point] => [
        [x0, landing + (from + i) * going],
        [x1, landing + (from + i) * going],
      ]),
      stroke,
    );
  const solid: Stroke = { width: W.thin };
  const hidden: Stroke = { width: W.fine, dash: [1.2, 0.8], colour: '#555b60' };
  pen.box(-0.1, landing, 0.1, d - landing, { width: W.thin, fill: '#ffffff' });
  const cut = 5;
  if (kind === 'top') {
    steps(l, l + flight, 0, treads, solid);
    steps(r - flight, r, 0, treads, solid);
  } else {
    steps(l, l + flight, 0, cut, solid);
    steps(l, l + flight, cut + 1, treads, kind === 'lowest' ? hidden : solid);
    steps(r - flight, r, 0, treads, kind === 'lowest' ? hidden : solid);
    const y = landing + (cut + 0.4) * going;
    const zig: Point[] = [
      [l - 0.05, y - 0.25],
      [l + flight * 0.42, y - 0.02],
      [l + flight * 0.36, y + 0.12],
      [l + flight * 0.64, y - 0.1],
      [l + flight * 0.58, y + 0.05],
      [l + flight + 0.05, y + 0.26],
    ];
    pen.path(zig, { width: W.medium });
    pen.path(
      zig.map(([x, py]): Point => [x, py + 0.09]),
      { width: W.fine },
    );
  }
  const up = l + flight / 2;
  const down = r - flight / 2;
  const arrow = (points: Point[]): void => {
    pen.path(points, { width: W.fine });
    const tip = points.at(-1) ?? [0, 0];
    const before = points.at(-2) ?? [0, 0];
    const a = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
    for (const turn of [2.7, -2.7])
      pen.line(tip, [tip[0] + 0.2 * Math.cos(a + turn), tip[1] + 0.2 * Math.sin(a + turn)], { width: W.thin });
    const [sx, sy] = points[0] ?? [0, 0];
    pen.circle([sx, sy], 0.05, { width: W.fine, fill: '#ffffff' });
  };
  if (kind === 'top') {
    arrow([
      [down, landing - 0.1],
      [down, d - landing + 0.3],
      [up, d - landing + 0.3],
      [up, landing + 0.05],
    ]);
    pen.text('DN', [down, landing - 0.4], { size: 1.8, align: 'centre' });
  } else {
    arrow([
      [up, landing - 0.1],
      [up, landing + (cut - 0.4) * going],
    ]);
    pen.text('UP', [up, landing - 0.42], { size: 1.8, align: 'centre' });
    if (kind === 'middle') {
      arrow([
        [down, landing - 0.1],
        [down, d - landing + 0.3],
        [up, d - landing + 0.3],
        [up, landing + (cut + 2) * going],
      ]);
      pen.text('DN', [down, landing - 0.42], { size: 1.8, align: 'centre' });
    }
  }
  pen.text(kind === 'lowest' ? '18 × 17.2 / 28' : '20 × 18.0 / 28', [down + 0.38, landing + 1.3], {
    size: 1.5,
    align: 'centre',
    turn: 90,
    mask: true,
  });
}

function lift(pen: Pen, w: number, d: number): void {
  const [x0, x1, y0, y1] = [-w / 2 + 0.12, w / 2 - 0.28, 0.22, d - 0.25];
  pen.box(x0, y0, x1, y1, { width: W.thin });
  pen.lines(
    [
      [
        [x0, y0],
        [x1, y1],
      ],
      [
        [x0, y1],
        [x1, y0],
      ],
    ],
    { width: W.fine },
  );
  pen.box(w / 2 - 0.22, d * 0.3, w / 2 - 0.06, d * 0.75, { width: W.fine });
}

export const BUILDING: Record<string, Draw> = {
  lift,
  riser: (pen, w, d) => {
    pen.lines(
      [
        [
          [-w / 2, 0],
          [w / 2, d],
        ],
        [
          [-w / 2, d],
          [w / 2, 0],
        ],
      ],
      { width: W.fine, dash: [2, 1] },
    );
    for (const [i, s] of [0.09, 0.06, 0.06, 0.11].entries())
      pen.circle([-w / 2 + 0.15 + (i % 2) * 0.28, d * 0.22 + Math.floor(i / 2) * 0.55], s, {
        width: W.fine,
        fill: '#ffffff',
      });
    pen.box(-w / 2 + 0.08, d * 0.6, w / 2 - 0.08, d * 0.86, { width: W.fine, fill: '#ffffff' });
  },
  balcony: (pen, w, d) => {
    pen.box(-w / 2, 0, w / 2, d, { width: W.medium });
    pen.box(-w / 2 + 0.06, 0, w / 2 - 0.06, d - 0.06, { width: W.fine });
    for (let x = -w / 2 + 0.2; x < w / 2; x += 0.14) pen.line([x, 0.02], [x, d - 0.08], { width: 0.09, colour: PALE });
    pen.place([-w / 4, d - 0.75], 0, () => roundTable(pen));
  },
  paving: (pen, w, d) => {
    for (let x = -w / 2; x <= w / 2 + 0.01; x += 0.6) pen.line([x, 0.05], [x, d], faint);
    for (let y = 0.05; y <= d + 0.01; y += 0.6) pen.line([-w / 2, y], [w / 2, y], faint);
    pen.box(-w / 2, 0.05, w / 2, d, soft);
  },
  steps: (pen, w, d) => {
    for (let i = 0; i < 3; i++) pen.box(-w / 2 - i * 0.3, 0, w / 2 + i * 0.3, d - 0.6 + i * 0.3, { width: W.thin });
  },
  canopy: (pen, w, d) =>
    pen.path(
      [
        [-w / 2, 0],
        [-w / 2, d],
        [w / 2, d],
        [w / 2, 0],
      ],
      { width: W.thin, dash: [3, 1.5] },
    ),
};

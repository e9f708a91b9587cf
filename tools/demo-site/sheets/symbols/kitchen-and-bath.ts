// Symbols of kitchens and sanitary fittings.
import type { Point } from '../../building/cells.ts';
import { type Pen, W } from '../pen.ts';
import { back, type Draw, faint, filled, rounded, soft } from './symbol.ts';

function kitchen(pen: Pen, w: number, d: number, tall: boolean): void {
  back(pen, w, d);
  const left = -w / 2;
  if (tall) {
    pen.box(left, 0, left + 0.6, d, soft);
    pen.lines(
      [
        [
          [left, 0],
          [left + 0.6, d],
        ],
        [
          [left, d],
          [left + 0.6, 0],
        ],
      ],
      faint,
    );
  }
  const sink = left + (tall ? 0.75 : 0.1);
  rounded(pen, sink, 0.1, sink + 0.42, d - 0.1, 0.06, soft);
  pen.circle([sink + 0.21, d / 2], 0.03, soft);
  const hob = w / 2 - 0.72;
  if (hob > sink + 0.4) {
    pen.box(hob, 0.06, hob + 0.6, d - 0.06, soft);
    for (const [x, y] of [
      [0.17, 0.17],
      [0.43, 0.17],
      [0.17, d - 0.27],
      [0.43, d - 0.27],
    ] as const) {
      pen.circle([hob + x, 0.06 + y - 0.02], 0.085, soft);
    }
  }
}

export const KITCHEN_AND_BATH: Record<string, Draw> = {
  kitchen: (pen, w, d) => kitchen(pen, w, d, true),
  'kitchen-low': (pen, w, d) => back(pen, w, d),
  'kitchen-island': (pen, w, d) => {
    back(pen, w, d);
    for (let i = 0; i < 6; i++) pen.circle([-w / 2 + 0.25 + (i % 3) * 0.32, 0.24 + Math.floor(i / 3) * 0.4], 0.1, soft);
    pen.box(w / 2 - 0.65, 0.15, w / 2 - 0.15, d - 0.15, soft);
  },
  bar: (pen, w, d) => {
    back(pen, w, 0.55);
    pen.box(-w / 2, d - 0.65, w / 2, d, filled);
    for (let i = 0; i < 5; i++) pen.circle([-w / 2 + 0.4 + (i * (w - 0.8)) / 4, d + 0.28], 0.17, filled);
    pen.box(-w / 2 + 0.3, 0.08, -w / 2 + 1, 0.46, soft);
  },
  wc: (pen) => {
    pen.box(-0.18, 0, 0.18, 0.16, filled);
    const bowl: Point[] = [];
    for (let i = 0; i <= 16; i++) {
      const a = (i / 16) * Math.PI;
      bowl.push([0.18 * Math.cos(a), 0.34 + 0.21 * Math.sin(a)]);
    }
    pen.path([[-0.18, 0.16], [0.18, 0.16], ...bowl], { ...filled, close: true });
    pen.circle([0, 0.32], 0.11, faint);
  },
  urinal: (pen) => {
    pen.arc([0, 0.1], 0.17, 0, 180, filled);
    pen.box(-0.17, 0, 0.17, 0.1, filled);
  },
  basin: (pen, w, d) => {
    rounded(pen, -w / 2, 0, w / 2, d, 0.06);
    rounded(pen, -w / 2 + 0.06, 0.12, w / 2 - 0.06, d - 0.05, 0.1, soft);
    pen.circle([0, 0.07], 0.025, soft);
  },
  sink: (pen, w, d) => {
    back(pen, w, d);
    rounded(pen, -w / 2 + 0.06, 0.1, w / 2 - 0.06, d - 0.06, 0.05, soft);
  },
  shower: (pen, w, d) => {
    if (w < 0.1) return;
    back(pen, w, d);
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
      faint,
    );
    pen.circle([0, d / 2], 0.05, soft);
  },
  bath: (pen, w, d) => {
    back(pen, w, d);
    rounded(pen, -w / 2 + 0.07, 0.07, w / 2 - 0.07, d - 0.07, Math.min(w, d) * 0.3, soft);
    pen.circle(w > d ? [-w / 2 + 0.25, d / 2] : [0, 0.25], 0.03, soft);
  },
  washer: (pen, w, d) => {
    back(pen, w, d);
    pen.circle([0, d / 2], 0.2, soft);
  },
  cubicle: (pen, w, d) => pen.line([-w / 2, d], [w / 2 - 0.72, d], { width: W.medium }),
};

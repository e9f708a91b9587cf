// Shared by the section and the elevations: cut boxes, ground, levels, people and trees for scale.
import type { Point } from '../../building/cells.ts';
import type { Built, Storey } from '../../building/model.ts';
import { levelMark } from '../dimensions.ts';
import { diagonals } from '../hatch.ts';
import { GREY, PALE, type Pen, W } from '../pen.ts';

export const ROOF = 10;
export const PARAPET = 10.75;

export type Level = { storey: Storey; built: Built };

export function cutBox(
  pen: Pen,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  kind: 'concrete' | 'masonry' | 'drywall' | 'insulation' | 'screed',
): void {
  const r = { x0, y0, x1, y1 };
  const fill = {
    concrete: '#b3b7ba',
    masonry: '#d9dbdc',
    drywall: '#f0f1f1',
    insulation: '#ffffff',
    screed: '#f0f1f1',
  }[kind];
  pen.box(x0, y0, x1, y1, { width: 0, fill });
  if (kind === 'concrete') pen.lines([...diagonals(r, 0.044, 1), ...diagonals(r, 0.044, 1, 0.011)], { width: W.hair });
  if (kind === 'masonry') pen.lines(diagonals(r, 0.03, -1), { width: W.hair });
  if (kind === 'insulation') {
    const alongX = x1 - x0 > y1 - y0;
    const [s, e, l, h] = alongX ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
    const count = Math.max(2, Math.round((e - s) / ((h - l) * 0.6)));
    pen.path(
      Array.from({ length: count + 1 }, (_, i): Point => {
        const along = s + ((e - s) * i) / count;
        const across = i % 2 === 0 ? l : h;
        return alongX ? [along, across] : [across, along];
      }),
      { width: W.hair, colour: '#5f666b' },
    );
  }
  pen.box(x0, y0, x1, y1, { width: kind === 'concrete' || kind === 'masonry' ? W.cut : W.thin });
}

export function person(pen: Pen, x: number, y: number): void {
  const c = { width: W.fine, colour: GREY, fill: '#f5f5f5' };
  pen.circle([x, y + 1.62], 0.11, c);
  pen.path(
    [
      [x - 0.2, y + 1.42],
      [x + 0.2, y + 1.42],
      [x + 0.16, y + 0.8],
      [x + 0.13, y],
      [x + 0.02, y],
      [x, y + 0.75],
      [x - 0.04, y],
      [x - 0.15, y],
      [x - 0.17, y + 0.8],
    ],
    {
      ...c,
      close: true,
    },
  );
}

export function tree(pen: Pen, x: number, y: number, height: number, seed: number): void {
  const c = { width: W.fine, colour: PALE };
  const crown = height * 0.36;
  const cy = y + height - crown;
  pen.lines(
    [
      [
        [x - 0.08, y],
        [x - 0.05, cy],
      ],
      [
        [x + 0.08, y],
        [x + 0.05, cy],
      ],
    ],
    c,
  );
  let value = seed;
  const random = (): number => {
    value = (value * 16807) % 2147483647;
    return value / 2147483647;
  };
  for (let i = 0; i < 46; i++) {
    const a = random() * Math.PI * 2;
    const r = Math.sqrt(random()) * crown * 0.85;
    const from = random() * 360;
    pen.arc([x + r * Math.cos(a), cy + r * Math.sin(a) * 0.95], crown * (0.14 + random() * 0.16), from, from + 170, c);
  }
  for (let i = 0; i < 5; i++)
    pen.line([x, cy - crown * 0.5 + i * 0.25], [x + (random() - 0.5) * crown * 1.2, cy + random() * crown * 0.6], c);
}

export function ground(pen: Pen, from: number, to: number, y: number): void {
  pen.line([from, y], [to, y], { width: W.heavy });
  const pairs: (readonly [Point, Point])[] = [];
  for (let x = from; x < to - 0.3; x += 0.9) {
    for (let i = 0; i < 3; i++)
      pairs.push([
        [x + 0.12 + i * 0.13, y],
        [x - 0.12 + i * 0.13, y - 0.26],
      ]);
  }
  pen.lines(pairs, { width: W.hair });
}

export function levelsColumn(pen: Pen, x: number, levels: readonly number[]): void {
  for (const level of levels) {
    pen.line([x - 0.5, level], [x + 0.8, level], { width: W.fine });
    levelMark(pen, [x, level], level);
  }
}

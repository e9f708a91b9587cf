// Trees, terrain and external works on the plot.
import type { Point } from '../../building/cells.ts';
import { LENGTH } from '../../building/model.ts';
import { GREY, PALE, type Pen, W } from '../pen.ts';

const GREEN = '#4d7a4a';

export function random(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 48271) % 2147483647;
    return value / 2147483647;
  };
}

export function tree(pen: Pen, at: Point, radius: number, seed: number): void {
  const next = random(seed);
  const points: Point[] = [];
  for (let i = 0; i < 26; i++) {
    const a = (i / 26) * Math.PI * 2;
    const r = radius * (0.86 + next() * 0.2);
    points.push([at[0] + r * Math.cos(a), at[1] + r * Math.sin(a)]);
  }
  pen.path(points, { width: W.fine, colour: GREEN, fill: '#eef4ec', close: true });
  for (let i = 0; i < 7; i++) {
    const a = next() * Math.PI * 2;
    pen.line(at, [at[0] + radius * 0.7 * Math.cos(a), at[1] + radius * 0.7 * Math.sin(a)], {
      width: W.hair,
      colour: GREEN,
    });
  }
  pen.circle(at, 0.18, { width: W.thin, colour: GREEN, fill: GREEN });
}

export function landscape(pen: Pen): void {
  // Terrace, entrance, ramp to the car park, bicycle stands, paths.
  const paving = { width: W.hair, colour: PALE };
  for (let x = 0; x <= 10.8; x += 0.6) pen.line([x, -2], [x, -0.3], paving);
  for (let y = -2; y < -0.3; y += 0.6) pen.line([0, y], [10.8, y], paving);
  pen.box(0, -2.2, 10.8, -0.28, { width: W.thin });
  pen.box(17.4, 17.3, 20.4, 22.4, { width: W.thin, fill: '#f6f5f2' });
  pen.box(8, 22.4, 40, 24.4, { width: W.thin, fill: '#f6f5f2' });
  pen.box(LENGTH + 0.28, 5.8, 45.8, 11.2, { width: W.medium, fill: '#f1f0ec' });
  for (let x = LENGTH + 1.2; x < 45; x += 1.2) pen.line([x, 5.8], [x, 11.2], { width: W.hair, colour: GREY });
  pen.path(
    [
      [44, 8.5],
      [34.5, 8.5],
    ],
    { width: W.fine },
  );
  pen.path(
    [
      [35.3, 8.9],
      [34.5, 8.5],
      [35.3, 8.1],
    ],
    { width: W.thin },
  );
  pen.text('ramp 15 %', [39.6, 9.1], { size: 1.7, align: 'centre', mask: true });
  for (let i = 0; i < 12; i++) pen.line([22 + i * 0.7, 19], [22 + i * 0.7, 20.9], { width: W.thin });
  pen.text('bicycles 24', [26, 21.2], { size: 1.6, align: 'centre' });
  pen.path(
    [
      [-10, -14],
      [-6, -10],
      [4, -9],
      [16, -12],
      [28, -9.5],
      [39, -12],
    ],
    { width: W.fine, dash: [2, 1], colour: GREEN },
  );
  pen.text('lawn', [8, -12.6], { size: 1.9, oblique: true, colour: GREEN });
}

export function contours(pen: Pen): void {
  for (let i = 0; i < 6; i++) {
    const y = 37.5 - i * 1.2;
    const points: Point[] = Array.from(
      { length: 28 },
      (_, k): Point => [-57 + k * 1.55, y + i * 6 + Math.sin(k / 4 + i) * 1.4 - i * 10],
    );
    pen.path(points, { width: W.hair, dash: [4, 1.5], colour: '#b08a5a' });
  }
}

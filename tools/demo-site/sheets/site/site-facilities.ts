// Temporary site facilities: crane, fence, site road, cabins, storage.
import type { Point } from '../../building/cells.ts';
import { diagonals } from '../hatch.ts';
import { type Pen, W } from '../pen.ts';

const SITE = '#a3560f';

export function siteFacilities(pen: Pen): void {
  const dash = { width: W.medium, dash: [6, 2], colour: SITE };
  // Tower crane with its jib circle.
  const crane: Point = [16.2, -8];
  pen.circle(crane, 30, dash);
  pen.box(crane[0] - 2, crane[1] - 2, crane[0] + 2, crane[1] + 2, { width: W.medium, colour: SITE, fill: '#ffffff' });
  pen.box(crane[0] - 0.9, crane[1] - 0.9, crane[0] + 0.9, crane[1] + 0.9, {
    width: W.cut,
    colour: SITE,
    fill: '#f3dfcb',
  });
  const a = 0.62;
  pen.line(
    [crane[0] - 8 * Math.cos(a), crane[1] - 8 * Math.sin(a)],
    [crane[0] + 30 * Math.cos(a), crane[1] + 30 * Math.sin(a)],
    { width: W.cut, colour: SITE },
  );
  pen.text('TC 1   R = 30.0 m   2.4 t at tip   hook 24 m', [crane[0] + 3, crane[1] - 3.4], {
    size: 1.9,
    colour: SITE,
    mask: true,
  });
  // Fence with gates.
  pen.path(
    [
      [-16, -21.5],
      [10, -21.5],
    ],
    { width: W.medium, dash: [2, 1], colour: SITE },
  );
  pen.path(
    [
      [17, -21.5],
      [44.5, -21.5],
      [44.5, 3.6],
    ],
    { width: W.medium, dash: [2, 1], colour: SITE },
  );
  pen.path(
    [
      [44.5, 13.4],
      [44.5, 34],
      [-16, 34],
      [-16, -21.5],
    ],
    { width: W.medium, dash: [2, 1], colour: SITE },
  );
  pen.arc([10, -21.5], 3.5, 0, 90, { width: W.thin, colour: SITE });
  pen.arc([17, -21.5], 3.5, 90, 180, { width: W.thin, colour: SITE });
  pen.text('Gate 1', [13.5, -20.4], { size: 1.9, bold: true, align: 'centre', colour: SITE, mask: true });
  pen.text('Gate 2', [43.6, 14], { size: 1.9, bold: true, align: 'right', colour: SITE });
  // Site road.
  pen.path(
    [
      [11, -25],
      [11, -16.4],
      [-10.6, -16.4],
      [-10.6, 28.6],
      [-6.6, 28.6],
      [-6.6, -12.4],
      [16, -12.4],
      [16, -25],
    ],
    {
      width: W.thin,
      colour: SITE,
      fill: '#f6ede4',
      close: true,
    },
  );
  pen.text('site road, crushed stone 40 cm', [-8.2, 3], { size: 1.9, colour: SITE, turn: 90 });
  // Cabins.
  for (let i = 0; i < 5; i++) {
    const y = -9 + i * 2.7;
    pen.box(-15.2, y, -12.2 + 1, y + 2.44, { width: W.medium, colour: SITE, fill: '#ffffff' });
    pen.text(['Office', 'Meeting', 'Break', 'Wash', 'First aid'][i] ?? '', [-13.2, y + 0.85], {
      size: 1.6,
      align: 'centre',
      colour: SITE,
    });
  }
  // Storage areas.
  for (const [x0, y0, x1, y1, text] of [
    [-4.5, 21, 6.5, 32, 'Storage: formwork'],
    [28, 26, 43, 32, 'Storage: masonry, windows'],
    [20, -20, 32, -14, 'Steel bending'],
  ] as const) {
    pen.lines(diagonals({ x0, y0, x1, y1 }, 1, 1), { width: W.hair, colour: '#d9a878' });
    pen.box(x0, y0, x1, y1, { width: W.thin, dash: [2, 1], colour: SITE });
    pen.text(text, [(x0 + x1) / 2, (y0 + y1) / 2], { size: 1.9, align: 'centre', colour: SITE, mask: true });
  }
  pen.box(-15.4, 6, -12.6, 9, { width: W.medium, colour: SITE, fill: '#ffffff' });
  pen.text('Power', [-14, 7.2], { size: 1.5, align: 'centre', colour: SITE });
  pen.box(36, -19.5, 42, -17, { width: W.medium, colour: SITE, fill: '#ffffff' });
  pen.text('Skips 3 × 10 m³', [39, -18.6], { size: 1.6, align: 'centre', colour: SITE });
  pen.circle([33.8, -4], 1.5, { width: W.medium, colour: SITE, fill: '#ffffff' });
  pen.text('Silo', [33.8, -4.3], { size: 1.5, align: 'centre', colour: SITE });
}

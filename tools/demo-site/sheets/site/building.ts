import { DEPTH, LENGTH } from '../../building/model.ts';
import { diagonals } from '../hatch.ts';
import { INK, type Pen, W } from '../pen.ts';

export function building(pen: Pen): void {
  pen.box(-0.28, -0.28, LENGTH + 0.28, DEPTH + 0.28, { width: 0, fill: '#ffffff' });
  pen.lines(diagonals({ x0: -0.28, y0: -0.28, x1: LENGTH + 0.28, y1: DEPTH + 0.28 }, 0.5, 1), {
    width: W.hair,
    colour: '#8b9196',
  });
  pen.box(-0.28, -0.28, LENGTH + 0.28, DEPTH + 0.28, { width: W.heavy });
  pen.box(0.1, 0.1, LENGTH - 0.1, DEPTH - 0.1, { width: W.fine });
  pen.box(10.8, 11.5, 16.2, 17, { width: W.medium, fill: '#ffffff' });
  pen.text('lift, stair', [13.5, 14], { size: 1.6, align: 'centre' });
  for (const [x, y] of [
    [5, 12],
    [24, 13.4],
    [29, 4],
    [8, 4],
  ] as const) {
    pen.box(x, y, x + 1.2, y + 1.2, { width: W.thin, fill: '#ffffff' });
    pen.lines(
      [
        [
          [x, y],
          [x + 1.2, y + 1.2],
        ],
        [
          [x, y + 1.2],
          [x + 1.2, y],
        ],
      ],
      { width: W.hair },
    );
  }
  const [px, py] = pen.paper([19.6, 7.6]);
  pen.onPaper(() => {
    pen.box(px - 31, py - 9, px + 31, py + 8, { width: 0, fill: '#ffffff' });
    pen.text('LINDENHOF', [px, py - 3], { size: 3.5, bold: true, align: 'centre' });
    pen.text('III + basement   FFL ±0.00 = 412.60', [px, py + 1.6], { size: 1.9, align: 'centre' });
    pen.text('parapet +10.75 = 423.35', [px, py + 5.4], { size: 1.9, align: 'centre' });
  });
  for (const [x, y, text] of [
    [-0.28, -0.28, '412.45'],
    [LENGTH + 0.28, -0.28, '412.40'],
    [LENGTH + 0.28, DEPTH + 0.28, '412.52'],
    [-0.28, DEPTH + 0.28, '412.58'],
  ] as const) {
    pen.circle([x, y], 0.25, { width: W.thin, fill: INK });
    pen.text(text, [x + (x < 0 ? -0.8 : 0.8), y + (y < 0 ? -1.2 : 0.6)], {
      size: 1.6,
      align: x < 0 ? 'right' : 'left',
      mask: true,
    });
  }
}

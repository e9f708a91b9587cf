// The key plan and the scale bar of a sheet.
import type { Point } from '../../building/cells.ts';
import { AXES_X, AXES_Y } from '../../building/model.ts';
import { INK, type Pen, W } from '../pen.ts';
import { BOTTOM, type Frame, LEFT, STRIP_TOP, thin } from './layout.ts';
import { northArrow } from './marks.ts';

export function keyPlan(pen: Pen, frame: Frame): void {
  const [x, y] = [146, STRIP_TOP];
  pen.box(x, y, 256, BOTTOM, { width: W.medium });
  pen.text('KEY PLAN AND SECTION', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [256, y + 7.5], thin);
  pen.view([x + 8, y + 46], 1.85, () => {
    pen.box(-0.3, -0.3, 32.7, 17.3, { width: W.cut, fill: frame.storey === null ? '#d5e3e5' : '#f3f4f4' });
    pen.box(10.8, 11.5, 16.2, 17, { width: W.thin, fill: '#b3b7ba' });
    pen.lines(
      AXES_X.map((ax): readonly [Point, Point] => [
        [ax, -1.2],
        [ax, 18.2],
      ]),
      { width: W.hair, colour: '#8b9196' },
    );
    pen.lines(
      AXES_Y.map((ay): readonly [Point, Point] => [
        [-1.2, ay],
        [33.6, ay],
      ]),
      { width: W.hair, colour: '#8b9196' },
    );
    pen.lines(
      [
        [
          [-3, 15.6],
          [-0.8, 15.6],
        ],
        [
          [33.2, 15.6],
          [35.4, 15.6],
        ],
      ],
      { width: W.heavy },
    );
    pen.text('A', [-3, 13.2], { size: 1.8, bold: true });
    pen.text('A', [34.4, 13.2], { size: 1.8, bold: true });
  });
  const storeys = ['+6.80', '+3.60', '±0.00', '–3.10'];
  for (const [i, level] of storeys.entries()) {
    const top = y + 54 + i * 6.4;
    const own = frame.storey === 2 - i;
    pen.box(x + 8, top, x + 68, top + 6.4, { width: own ? W.cut : W.thin, fill: own ? '#0e4f58' : '#f3f4f4' });
    pen.text(level, [x + 71, top + 4.2], { size: 1.8, bold: own });
  }
  pen.line([x + 3, y + 66.8], [x + 8, y + 66.8], { width: W.heavy });
  northArrow(pen, [x + 95, y + 66], 7.5);
}

export function scaleBar(pen: Pen, frame: Frame): void {
  const [x, y] = [LEFT, STRIP_TOP];
  pen.box(x, y, 146, BOTTOM, { width: W.medium });
  pen.text('SCALE', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [146, y + 7.5], thin);
  const count = Math.floor(104 / frame.bar.mm);
  const [bx, by] = [x + 8, y + 18];
  for (let i = 0; i < count; i++) {
    pen.box(bx + i * frame.bar.mm, by, bx + (i + 1) * frame.bar.mm, by + 2.2, {
      width: W.fine,
      fill: i % 2 === 0 ? INK : '#ffffff',
    });
  }
  for (let i = 0; i <= count; i++)
    pen.text(String(i * frame.bar.metres), [bx + i * frame.bar.mm, by - 1.4], { size: 1.9, align: 'centre' });
  pen.text('m', [bx + count * frame.bar.mm + 4, by - 1.4], { size: 1.9 });
  pen.text(`${frame.scale}  on A1`, [bx, by + 7], { size: 2 });
  const abbreviations: [string, string][] = [
    ['CH', 'clear height under ceiling'],
    ['FFL', 'finished floor level'],
    ['SH', 'sill height above finished floor'],
    ['T30', 'fire door 30 minutes, RS smoke-tight'],
    ['E30', 'integrity 30 minutes'],
    ['RC2', 'burglar resistance class 2'],
    ['DN / UP', 'stair downwards / upwards'],
  ];
  pen.line([x, y + 30], [146, y + 30], thin);
  pen.text('ABBREVIATIONS', [x + 3, y + 35], { size: 2.2, bold: true });
  for (const [i, [short, long]] of abbreviations.entries()) {
    pen.text(short, [x + 3, y + 41.4 + i * 4.6], { size: 1.8, bold: true });
    pen.text(long, [x + 20, y + 41.4 + i * 4.6], { size: 1.8 });
  }
  pen.text('Dimensions of 1 m and more in metres, below 1 m in centimetres.', [x + 3, y + 77], {
    size: 1.6,
    colour: '#3c4347',
  });
  pen.text('Openings: width above, height below the line; structural sizes.', [x + 3, y + 80.6], {
    size: 1.6,
    colour: '#3c4347',
  });
}

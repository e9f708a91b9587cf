// The site plan at 1:200.
import type { Point } from '../../building/cells.ts';
import { DEPTH, LENGTH } from '../../building/model.ts';
import { drawChain, levelText } from '../dimensions.ts';
import { northArrow } from '../frame/marks.ts';
import { type Pen, W } from '../pen.ts';
import { building } from './building.ts';
import { contours, landscape, random, tree } from './landscape.ts';
import { siteFacilities } from './site-facilities.ts';
import { neighbours, parkedCars, streets } from './surroundings.ts';

export const SITE_SCALE = 5;
/** Paper position of the crossing of axes A and 1, millimetres. */
export const SITE_ORIGIN: Point = [330, 292];

const PLOT = { x0: -18, y0: -22.6, x1: 45.8, y1: 36 } as const;
const plotArea = (): string =>
  `${((PLOT.x1 - PLOT.x0) * (PLOT.y1 - PLOT.y0)).toFixed(0).replace(/(\d)(\d{3})$/, '$1 $2')} m²`;

export function drawSite(pen: Pen): void {
  pen.view(SITE_ORIGIN, SITE_SCALE, () => {
    streets(pen);
    neighbours(pen);
    parkedCars(pen);
    contours(pen);
    pen.path(
      [
        [-18, -22.6],
        [45.8, -22.6],
        [45.8, 36],
        [-18, 36],
      ],
      { width: W.cut, dash: [6, 1, 1, 1, 1, 1], close: true },
    );
    landscape(pen);
    siteFacilities(pen);
    building(pen);
    const next = random(77);
    for (const [x, y] of [
      [-46, 12],
      [-38, 13.5],
      [-30, 11],
      [-55, -22],
      [-30, -21],
      [59.5, -18],
      [59.5, -6],
      [59.5, 6],
      [59.5, 18],
      [59.5, 30],
      [59.5, 42],
      [70, 38],
      [80, 36],
      [90, 40],
      [88, 2],
      [-52, 42],
      [-42, 45],
      [-30, 40],
      [-20, 46],
      [22, 46],
      [44, 42],
      [40.5, 20.5],
      [36.8, 17.2],
      [-2.6, 15],
      [40, -8.6],
      [41.5, -2.4],
    ] as const) {
      tree(pen, [x, y], 1.7 + next() * 1.3, Math.floor(next() * 1e6) + 1);
    }
    drawChain(pen, {
      along: 'x',
      at: 20.2,
      stops: [-18, -0.28, LENGTH + 0.28, 45.8],
      from: DEPTH + 0.6,
      size: 1.9,
      mask: true,
    });
    drawChain(pen, { along: 'y', at: -4.6, stops: [-22.6, -0.28, DEPTH + 0.28, 36], size: 1.9, mask: true });
    pen.text(`118/4   ${plotArea()}`, [37.2, 34.4], { size: 2.4, bold: true, align: 'centre', mask: true });
    for (const [x, y, text] of [
      [-40, -1, '118/3'],
      [76, 2.4, '121/1'],
      [5, 37.6, '117'],
    ] as const) {
      pen.text(text, [x, y], { size: 2.2, align: 'centre', colour: '#4b5156' });
    }
  });
  northArrow(pen, [802, 44], 13);
  pen.text(`${levelText(0)} = 412.60 m above datum`, [802, 70], { size: 1.9, align: 'centre' });
}

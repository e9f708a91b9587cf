// Site plan with site facilities at 1:200: plot, neighbours, streets, trees, crane, huts, fence.
import type { Point } from '../building/cells.ts';
import { DEPTH, LENGTH } from '../building/model.ts';
import { drawChain, levelText } from './dimensions.ts';
import { northArrow } from './frame.ts';
import { diagonals } from './hatch.ts';
import { GREY, INK, PALE, type Pen, W } from './pen.ts';

export const SITE_SCALE = 5;
/** Paper position of the crossing of axes A and 1, millimetres. */
export const SITE_ORIGIN: Point = [330, 292];
const SITE = '#a3560f';
const GREEN = '#4d7a4a';

function random(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 48271) % 2147483647;
    return value / 2147483647;
  };
}

function tree(pen: Pen, at: Point, radius: number, seed: number): void {
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

function neighbour(pen: Pen, points: readonly Point[], label: string, at: Point): void {
  pen.path(points, { width: W.medium, colour: '#4b5156', fill: '#e4e6e7', close: true });
  pen.text(label, at, { size: 1.9, align: 'centre', colour: '#3c4347' });
}

const PLOT = { x0: -18, y0: -22.6, x1: 45.8, y1: 36 } as const;
const plotArea = (): string =>
  `${((PLOT.x1 - PLOT.x0) * (PLOT.y1 - PLOT.y0)).toFixed(0).replace(/(\d)(\d{3})$/, '$1 $2')} m²`;

function parkedCar(pen: Pen, at: Point, turn: number): void {
  pen.place(at, turn, () => {
    pen.box(-0.9, -2.2, 0.9, 2.2, { width: W.fine, colour: GREY, fill: '#ffffff' });
    pen.box(-0.65, -1.3, 0.65, 0.7, { width: W.hair, colour: GREY });
  });
}

function streets(pen: Pen): void {
  const road = { width: 0, fill: '#ecebe7' } as const;
  pen.box(-58, -33, 96, -25, road);
  pen.box(48, -33, 55, 54, road);
  const kerb = { width: W.thin, colour: '#5f666b' };
  pen.lines(
    [
      [
        [-58, -25],
        [48, -25],
      ],
      [
        [55, -25],
        [96, -25],
      ],
      [
        [-58, -33],
        [96, -33],
      ],
      [
        [48, -25],
        [48, 54],
      ],
      [
        [55, -25],
        [55, 54],
      ],
    ],
    kerb,
  );
  const walk = { width: W.fine, colour: GREY };
  pen.lines(
    [
      [
        [-58, -22.6],
        [45.8, -22.6],
      ],
      [
        [45.8, -22.6],
        [45.8, 54],
      ],
      [
        [57.2, -22.6],
        [57.2, 54],
      ],
      [
        [57.2, -22.6],
        [96, -22.6],
      ],
      [
        [-58, -35.2],
        [96, -35.2],
      ],
    ],
    walk,
  );
  pen.lines(
    [
      [
        [-58, -29],
        [47, -29],
      ],
      [
        [56, -29],
        [96, -29],
      ],
      [
        [51.5, -24],
        [51.5, 54],
      ],
    ],
    { width: W.fine, dash: [6, 4], colour: GREY },
  );
  pen.text('Lindenhofweg', [-20, -30.2], { size: 3.2, colour: '#4b5156', spacing: 0.8, mask: true });
  pen.text('Gerberstieg', [52.3, 22], { size: 3.2, colour: '#4b5156', turn: 90, spacing: 0.8, mask: true });
  for (let i = 0; i < 12; i++)
    pen.line(
      [60 + i * 0.7, -33],
      [60 + i * 0.7, -25],
      i % 2 === 0 ? { width: W.medium, colour: GREY } : { width: 0.01, colour: '#ecebe7' },
    );
}

function building(pen: Pen): void {
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

function landscape(pen: Pen): void {
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

function siteFacilities(pen: Pen): void {
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
  // Huts.
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

export function drawSite(pen: Pen): void {
  pen.view(SITE_ORIGIN, SITE_SCALE, () => {
    streets(pen);
    neighbour(
      pen,
      [
        [-52, -18],
        [-26, -18],
        [-26, -4],
        [-34, -4],
        [-34, 6],
        [-52, 6],
      ],
      'II  No. 10',
      [-40, -11],
    );
    neighbour(
      pen,
      [
        [-50, 20],
        [-28, 20],
        [-28, 33],
        [-50, 33],
      ],
      'III  No. 10a',
      [-39, 26],
    );
    neighbour(
      pen,
      [
        [63, -16],
        [90, -16],
        [90, -2],
        [63, -2],
      ],
      'III  No. 14',
      [76, -9],
    );
    neighbour(
      pen,
      [
        [63, 8],
        [84, 8],
        [84, 30],
        [74, 30],
        [74, 18],
        [63, 18],
      ],
      'II  No. 16',
      [74, 12.5],
    );
    neighbour(
      pen,
      [
        [-8, 40],
        [18, 40],
        [18, 51],
        [-8, 51],
      ],
      'IV  school',
      [5, 45],
    );
    neighbour(
      pen,
      [
        [26, 41],
        [40, 41],
        [40, 50],
        [26, 50],
      ],
      'I  gym',
      [33, 45],
    );
    const edge = { width: W.thin, dash: [6, 1, 1, 1, 1, 1], colour: '#6d7479' } as const;
    pen.lines(
      [
        [
          [-58, 15],
          [-18, 15],
        ],
        [
          [-18, 36],
          [-18, 54],
        ],
        [
          [-58, 36],
          [-18, 36],
        ],
        [
          [57.2, 3.8],
          [96, 3.8],
        ],
        [
          [57.2, 34],
          [96, 34],
        ],
        [
          [21.5, 36],
          [21.5, 54],
        ],
      ],
      edge,
    );
    for (const [x, y, turn] of [
      [-45, -26.4, 90],
      [-38, -26.4, 90],
      [-12, -26.4, 90],
      [30, -26.4, 90],
      [74, -31.7, 90],
      [-26, -31.7, 90],
      [-50, -31.7, 90],
      [49.3, -6, 0],
      [49.3, 0.4, 0],
      [49.3, 30, 0],
      [53.7, 12, 0],
      [53.7, 38, 0],
      [53.7, 44.5, 0],
    ] as const) {
      parkedCar(pen, [x, y], turn);
    }
    // Contours.
    for (let i = 0; i < 6; i++) {
      const y = 37.5 - i * 1.2;
      const points: Point[] = Array.from(
        { length: 28 },
        (_, k): Point => [-57 + k * 1.55, y + i * 6 + Math.sin(k / 4 + i) * 1.4 - i * 10],
      );
      pen.path(points, { width: W.hair, dash: [4, 1.5], colour: '#b08a5a' });
    }
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

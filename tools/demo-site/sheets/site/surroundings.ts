// Streets, parked cars and neighbouring buildings around the plot.
import type { Point } from '../../building/cells.ts';
import { GREY, type Pen, W } from '../pen.ts';

function neighbour(pen: Pen, points: readonly Point[], label: string, at: Point): void {
  pen.path(points, { width: W.medium, colour: '#4b5156', fill: '#e4e6e7', close: true });
  pen.text(label, at, { size: 1.9, align: 'centre', colour: '#3c4347' });
}

function parkedCar(pen: Pen, at: Point, turn: number): void {
  pen.place(at, turn, () => {
    pen.box(-0.9, -2.2, 0.9, 2.2, { width: W.fine, colour: GREY, fill: '#ffffff' });
    pen.box(-0.65, -1.3, 0.65, 0.7, { width: W.hair, colour: GREY });
  });
}

export function streets(pen: Pen): void {
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

export function neighbours(pen: Pen): void {
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
}

export function parkedCars(pen: Pen): void {
  for (const [x, y, rotation] of [
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
    parkedCar(pen, [x, y], rotation);
  }
}

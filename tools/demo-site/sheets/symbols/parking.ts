import { INK, type Pen, W } from '../pen.ts';
import { type Draw, rounded, soft } from './symbol.ts';

function car(pen: Pen, w: number, d: number): void {
  const h = w / 2;
  rounded(pen, -h, 0, h, d, 0.38, { ...soft, fill: '#fafafa' });
  pen.path(
    [
      [-h + 0.2, d * 0.26],
      [-h + 0.32, d * 0.16],
      [h - 0.32, d * 0.16],
      [h - 0.2, d * 0.26],
    ],
    { ...soft, close: true },
  );
  pen.path(
    [
      [-h + 0.16, d * 0.62],
      [-h + 0.28, d * 0.73],
      [h - 0.28, d * 0.73],
      [h - 0.16, d * 0.62],
    ],
    { ...soft, close: true },
  );
  rounded(pen, -h + 0.24, d * 0.28, h - 0.24, d * 0.6, 0.14, soft);
  pen.box(-h - 0.14, d * 0.64, -h, d * 0.67, soft);
  pen.box(h, d * 0.64, h + 0.14, d * 0.67, soft);
}

function ramp(pen: Pen, w: number, d: number): void {
  const [a, b] = [-w / 2 - 0.25, w / 2 + 0.25];
  pen.lines(
    [
      [
        [a, 0],
        [a, d],
      ],
      [
        [b, 0],
        [b, d],
      ],
    ],
    { width: W.cut },
  );
  pen.lines(
    [
      [
        [a + 0.25, 0],
        [a + 0.25, d],
      ],
      [
        [b - 0.25, 0],
        [b - 0.25, d],
      ],
    ],
    { width: W.cut },
  );
  pen.path(
    [
      [a - 0.3, d],
      [-0.5, d],
      [-0.2, d - 0.3],
      [0.2, d + 0.3],
      [0.5, d],
      [b + 0.3, d],
    ],
    { width: W.thin },
  );
  pen.lines(
    [
      [
        [-w / 2, 0.35],
        [w / 2, 0.35],
      ],
      [
        [-w / 2, 0.6],
        [w / 2, 0.6],
      ],
    ],
    { width: W.fine },
  );
  pen.path(
    [
      [0, 0.9],
      [0, d - 0.5],
    ],
    { width: W.fine },
  );
  pen.path(
    [
      [-0.14, d - 0.8],
      [0, d - 0.5],
      [0.14, d - 0.8],
    ],
    { width: W.thin },
  );
}

export const PARKING: Record<string, Draw> = {
  car,
  stall: (pen, w, d) => {
    pen.lines(
      [
        [
          [-w / 2, 0.05],
          [-w / 2, d],
        ],
        [
          [w / 2, 0.05],
          [w / 2, d],
        ],
      ],
      { width: W.thin, colour: '#6d7479' },
    );
  },
  'stall-access': (pen, w, d) => {
    pen.lines(
      [
        [
          [-w / 2, 0.05],
          [-w / 2, d],
        ],
        [
          [w / 2, 0.05],
          [w / 2, d],
        ],
      ],
      { width: W.thin, colour: '#6d7479' },
    );
    pen.circle([0, 2.9], 0.09, { width: W.thin, fill: INK });
    pen.path(
      [
        [0, 2.75],
        [0, 2.25],
        [0.35, 2.25],
        [0.5, 1.85],
      ],
      { width: W.medium },
    );
    pen.arc([0.02, 2.1], 0.4, 150, 350, { width: W.medium });
  },
  'stall-side': (pen, w, d) => {
    pen.box(-w / 2, 0.05, w / 2, d, { width: W.fine, colour: '#6d7479' });
    for (let y = 0.5; y < d; y += 0.5) pen.line([-w / 2, y - 0.4], [w / 2, y], { width: W.fine, colour: '#6d7479' });
  },
  charger: (pen) => {
    pen.box(-0.18, 0, 0.18, 0.2, { width: W.thin, fill: '#ffffff' });
    pen.path(
      [
        [0.03, 0.18],
        [-0.05, 0.09],
        [0.05, 0.11],
        [-0.03, 0.02],
      ],
      { width: W.fine },
    );
  },
  drain: (pen) => {
    pen.box(-0.15, -0.15, 0.15, 0.15, { width: W.fine });
    pen.lines(
      [
        [
          [-0.15, -0.15],
          [0.15, 0.15],
        ],
        [
          [-0.15, 0.15],
          [0.15, -0.15],
        ],
      ],
      { width: W.fine },
    );
    for (const turn of [0, 90, 180, 270])
      pen.place([0, 0], turn, () =>
        pen.path(
          [
            [0, 1],
            [0, 0.3],
            [-0.06, 0.42],
            [0.06, 0.42],
            [0, 0.3],
          ],
          { width: W.hair },
        ),
      );
  },
  drive: (pen, _w, d) => {
    pen.line([0, 0], [0, d], { ...soft, width: W.thin });
    pen.path(
      [
        [-0.22, d - 0.5],
        [0, d],
        [0.22, d - 0.5],
      ],
      { ...soft, width: W.thin },
    );
  },
  ramp,
};

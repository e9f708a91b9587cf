import { GREY, PALE, type Pen } from '../pen.ts';
import { back, type Draw, faint, filled, rounded, soft } from './symbol.ts';

const chair: Draw = (pen) => {
  rounded(pen, -0.22, 0.03, 0.22, 0.46, 0.06);
  pen.arc([0, 0.3], 0.27, 205, 335, soft);
};

const desk: Draw = (pen, w, d) => {
  pen.place([0, d + 0.62], 180, () => chair(pen, 0, 0));
  back(pen, w, d);
  pen.box(-0.28, 0.14, 0.28, 0.19, soft);
  pen.box(-0.22, 0.42, 0.22, 0.56, faint);
};

function seats(pen: Pen, w: number, d: number, alongX: number, alongY: number): void {
  for (let i = 0; i < alongX; i++) {
    const x = -w / 2 + ((i + 0.5) * w) / alongX;
    pen.place([x, -0.42], 0, () => chair(pen, 0, 0));
    pen.place([x, d + 0.42], 180, () => chair(pen, 0, 0));
  }
  for (let i = 0; i < alongY; i++) {
    const y = ((i + 0.5) * d) / alongY;
    pen.place([-w / 2 - 0.42, y], 270, () => chair(pen, 0, 0));
    pen.place([w / 2 + 0.42, y], 90, () => chair(pen, 0, 0));
  }
}

export function roundTable(pen: Pen): void {
  for (const turn of [45, 135, 225, 315])
    pen.place([0, 0], turn, () => pen.place([0, -0.72], 0, () => chair(pen, 0, 0)));
  pen.circle([0, 0], 0.4, filled);
}

function plant(pen: Pen): void {
  for (let i = 0; i < 9; i++) {
    const a = i * 40;
    pen.place([0, 0], a, () =>
      pen.path(
        [
          [0, 0],
          [0.06, 0.17],
          [0, 0.3],
          [-0.06, 0.17],
        ],
        { ...faint, close: true },
      ),
    );
  }
  pen.circle([0, 0], 0.2, soft);
}

const shelfLines = (pen: Pen, w: number, d: number): void => {
  back(pen, w, d);
  pen.lines(
    [
      [
        [-w / 2, 0],
        [w / 2, d],
      ],
    ],
    faint,
  );
};

export const FURNITURE: Record<string, Draw> = {
  chair,
  desk,
  'desk-pair': (pen, w, d) => {
    desk(pen, w, d);
    pen.place([0, 0], 180, () => desk(pen, w, d));
  },
  bed: (pen, w, d) => {
    back(pen, w, d);
    const pillows = w > 1.2 ? 2 : 1;
    for (let i = 0; i < pillows; i++) {
      const from = -w / 2 + (i * w) / pillows + 0.08;
      rounded(pen, from, 0.1, from + w / pillows - 0.16, 0.5, 0.08, soft);
    }
    pen.path(
      [
        [-w / 2, 0.75],
        [w / 2, 0.75],
      ],
      soft,
    );
    pen.path(
      [
        [w / 2, 1.2],
        [w / 2 - 0.45, 0.75],
      ],
      faint,
    );
  },
  sofa: (pen, w, d) => {
    if (w < 0.1) return;
    rounded(pen, -w / 2, 0, w / 2, d, 0.08);
    pen.box(-w / 2 + 0.16, 0.2, w / 2 - 0.16, d, soft);
    pen.line([0, 0.2], [0, d], soft);
  },
  armchair: (pen) => {
    rounded(pen, -0.4, 0, 0.4, 0.8, 0.08);
    pen.box(-0.26, 0.18, 0.26, 0.8, soft);
  },
  'coffee-table': (pen, w, d) => rounded(pen, -w / 2, 0, w / 2, d, 0.06),
  dining: (pen, w, d) => {
    if (w < 0.1) return;
    seats(pen, w, d, w > 1.6 ? 3 : w > 1.2 ? 2 : 1, 0);
    back(pen, w, d);
  },
  'table-4': (pen, w, d) => {
    seats(pen, w, d, 2, 0);
    back(pen, w, d);
  },
  meeting: (pen, w, d) => {
    seats(pen, w, d, d > 1.5 ? 1 : 2, d > 3 ? 5 : d > 1.5 ? 2 : 0);
    rounded(pen, -w / 2, 0, w / 2, d, 0.1);
  },
  'round-table': roundTable,
  shelf: shelfLines,
  sideboard: (pen, w, d) => back(pen, w, d),
  wardrobe: (pen, w, d) => {
    if (w < 0.1) return;
    back(pen, w, d);
    pen.line([-w / 2, d * 0.5], [w / 2, d * 0.5], soft);
    const hangers = Math.floor(w / 0.17);
    for (let i = 1; i < hangers; i++) {
      const x = -w / 2 + (i * w) / hangers;
      pen.line([x - 0.03, d * 0.2], [x + 0.03, d * 0.8], faint);
    }
  },
  couch: (pen, w, d) => {
    rounded(pen, -w / 2, 0, w / 2, d, 0.08);
    rounded(pen, -w / 2 + 0.1, 0.08, w / 2 - 0.1, 0.42, 0.06, soft);
  },
  screen: (pen, w, d) => back(pen, w, d, { ...soft, fill: GREY }),
  locker: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 4; i++) pen.line([-w / 2 + (i * w) / 4, 0], [-w / 2 + (i * w) / 4, d], soft);
  },
  bench: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 4; i++) pen.line([-w / 2, (i * d) / 4], [w / 2, (i * d) / 4], faint);
  },
  mat: (pen, w, d) => {
    pen.box(-w / 2, 0, w / 2, d, faint);
    for (let y = 0.1; y < d; y += 0.1) pen.line([-w / 2, y], [w / 2, y], { width: 0.09, colour: PALE });
  },
  plant,
};

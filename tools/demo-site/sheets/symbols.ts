// Furniture and fixtures in plan: each drawn with the middle of its back at the origin, facing +y. Metres.
import type { Point } from '../building/cells.ts';
import type { Furniture } from '../building/model.ts';
import { GREY, INK, PALE, type Pen, type Stroke, W } from './pen.ts';

type Draw = (pen: Pen, width: number, depth: number) => void;

const soft: Stroke = { width: W.fine, colour: GREY };
const filled: Stroke = { ...soft, fill: '#ffffff' };
const faint: Stroke = { width: W.hair, colour: PALE };

const back = (pen: Pen, w: number, d: number, stroke = filled): void => pen.box(-w / 2, 0, w / 2, d, stroke);

function rounded(pen: Pen, x0: number, y0: number, x1: number, y1: number, r: number, stroke: Stroke = filled): void {
  const points: Point[] = [];
  for (const [cx, cy, from] of [
    [x1 - r, y0 + r, -90],
    [x1 - r, y1 - r, 0],
    [x0 + r, y1 - r, 90],
    [x0 + r, y0 + r, 180],
  ] as const) {
    for (let i = 0; i <= 4; i++) {
      const a = ((from + i * 22.5) * Math.PI) / 180;
      points.push([cx + r * Math.cos(a), cy + r * Math.sin(a)]);
    }
  }
  pen.path(points, { ...stroke, close: true });
}

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

function kitchen(pen: Pen, w: number, d: number, tall: boolean): void {
  back(pen, w, d);
  const left = -w / 2;
  if (tall) {
    pen.box(left, 0, left + 0.6, d, soft);
    pen.lines(
      [
        [
          [left, 0],
          [left + 0.6, d],
        ],
        [
          [left, d],
          [left + 0.6, 0],
        ],
      ],
      faint,
    );
  }
  const sink = left + (tall ? 0.75 : 0.1);
  rounded(pen, sink, 0.1, sink + 0.42, d - 0.1, 0.06, soft);
  pen.circle([sink + 0.21, d / 2], 0.03, soft);
  const hob = w / 2 - 0.72;
  if (hob > sink + 0.4) {
    pen.box(hob, 0.06, hob + 0.6, d - 0.06, soft);
    for (const [x, y] of [
      [0.17, 0.17],
      [0.43, 0.17],
      [0.17, d - 0.27],
      [0.43, d - 0.27],
    ] as const) {
      pen.circle([hob + x, 0.06 + y - 0.02], 0.085, soft);
    }
  }
}

function stair(pen: Pen, w: number, d: number, kind: 'lowest' | 'middle' | 'top'): void {
  const landing = 1.39;
  const treads = 9;
  const going = (d - 2 * landing) / treads;
  const flight = (w - 0.2) / 2;
  const [l, r] = [-w / 2, w / 2];
  const steps = (x0: number, x1: number, from: number, to: number, stroke: Stroke): void =>
    pen.lines(
      Array.from({ length: to - from + 1 }, (_, i): readonly [Point, Point] => [
        [x0, landing + (from + i) * going],
        [x1, landing + (from + i) * going],
      ]),
      stroke,
    );
  const solid: Stroke = { width: W.thin };
  const hidden: Stroke = { width: W.fine, dash: [1.2, 0.8], colour: '#555b60' };
  pen.box(-0.1, landing, 0.1, d - landing, { width: W.thin, fill: '#ffffff' });
  const cut = 5;
  if (kind === 'top') {
    steps(l, l + flight, 0, treads, solid);
    steps(r - flight, r, 0, treads, solid);
  } else {
    steps(l, l + flight, 0, cut, solid);
    steps(l, l + flight, cut + 1, treads, kind === 'lowest' ? hidden : solid);
    steps(r - flight, r, 0, treads, kind === 'lowest' ? hidden : solid);
    const y = landing + (cut + 0.4) * going;
    const zig: Point[] = [
      [l - 0.05, y - 0.25],
      [l + flight * 0.42, y - 0.02],
      [l + flight * 0.36, y + 0.12],
      [l + flight * 0.64, y - 0.1],
      [l + flight * 0.58, y + 0.05],
      [l + flight + 0.05, y + 0.26],
    ];
    pen.path(zig, { width: W.medium });
    pen.path(
      zig.map(([x, py]): Point => [x, py + 0.09]),
      { width: W.fine },
    );
  }
  const up = l + flight / 2;
  const down = r - flight / 2;
  const arrow = (points: Point[]): void => {
    pen.path(points, { width: W.fine });
    const tip = points.at(-1) ?? [0, 0];
    const before = points.at(-2) ?? [0, 0];
    const a = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
    for (const turn of [2.7, -2.7])
      pen.line(tip, [tip[0] + 0.2 * Math.cos(a + turn), tip[1] + 0.2 * Math.sin(a + turn)], { width: W.thin });
    const [sx, sy] = points[0] ?? [0, 0];
    pen.circle([sx, sy], 0.05, { width: W.fine, fill: '#ffffff' });
  };
  if (kind === 'top') {
    arrow([
      [down, landing - 0.1],
      [down, d - landing + 0.3],
      [up, d - landing + 0.3],
      [up, landing + 0.05],
    ]);
    pen.text('DN', [down, landing - 0.4], { size: 1.8, align: 'centre' });
  } else {
    arrow([
      [up, landing - 0.1],
      [up, landing + (cut - 0.4) * going],
    ]);
    pen.text('UP', [up, landing - 0.42], { size: 1.8, align: 'centre' });
    if (kind === 'middle') {
      arrow([
        [down, landing - 0.1],
        [down, d - landing + 0.3],
        [up, d - landing + 0.3],
        [up, landing + (cut + 2) * going],
      ]);
      pen.text('DN', [down, landing - 0.42], { size: 1.8, align: 'centre' });
    }
  }
  pen.text(kind === 'lowest' ? '18 × 17.2 / 28' : '20 × 18.0 / 28', [down + 0.38, landing + 1.3], {
    size: 1.5,
    align: 'centre',
    turn: 90,
    mask: true,
  });
}

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

function lift(pen: Pen, w: number, d: number): void {
  const [x0, x1, y0, y1] = [-w / 2 + 0.12, w / 2 - 0.28, 0.22, d - 0.25];
  pen.box(x0, y0, x1, y1, { width: W.thin });
  pen.lines(
    [
      [
        [x0, y0],
        [x1, y1],
      ],
      [
        [x0, y1],
        [x1, y0],
      ],
    ],
    { width: W.fine },
  );
  pen.box(w / 2 - 0.22, d * 0.3, w / 2 - 0.06, d * 0.75, { width: W.fine });
}

function roundTable(pen: Pen): void {
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

const SYMBOLS: Record<string, Draw> = {
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
  kitchen: (pen, w, d) => kitchen(pen, w, d, true),
  'kitchen-low': (pen, w, d) => back(pen, w, d),
  'kitchen-island': (pen, w, d) => {
    back(pen, w, d);
    for (let i = 0; i < 6; i++) pen.circle([-w / 2 + 0.25 + (i % 3) * 0.32, 0.24 + Math.floor(i / 3) * 0.4], 0.1, soft);
    pen.box(w / 2 - 0.65, 0.15, w / 2 - 0.15, d - 0.15, soft);
  },
  bar: (pen, w, d) => {
    back(pen, w, 0.55);
    pen.box(-w / 2, d - 0.65, w / 2, d, filled);
    for (let i = 0; i < 5; i++) pen.circle([-w / 2 + 0.4 + (i * (w - 0.8)) / 4, d + 0.28], 0.17, filled);
    pen.box(-w / 2 + 0.3, 0.08, -w / 2 + 1, 0.46, soft);
  },
  wc: (pen) => {
    pen.box(-0.18, 0, 0.18, 0.16, filled);
    const bowl: Point[] = [];
    for (let i = 0; i <= 16; i++) {
      const a = (i / 16) * Math.PI;
      bowl.push([0.18 * Math.cos(a), 0.34 + 0.21 * Math.sin(a)]);
    }
    pen.path([[-0.18, 0.16], [0.18, 0.16], ...bowl], { ...filled, close: true });
    pen.circle([0, 0.32], 0.11, faint);
  },
  urinal: (pen) => {
    pen.arc([0, 0.1], 0.17, 0, 180, filled);
    pen.box(-0.17, 0, 0.17, 0.1, filled);
  },
  basin: (pen, w, d) => {
    rounded(pen, -w / 2, 0, w / 2, d, 0.06);
    rounded(pen, -w / 2 + 0.06, 0.12, w / 2 - 0.06, d - 0.05, 0.1, soft);
    pen.circle([0, 0.07], 0.025, soft);
  },
  sink: (pen, w, d) => {
    back(pen, w, d);
    rounded(pen, -w / 2 + 0.06, 0.1, w / 2 - 0.06, d - 0.06, 0.05, soft);
  },
  shower: (pen, w, d) => {
    if (w < 0.1) return;
    back(pen, w, d);
    pen.lines(
      [
        [
          [-w / 2, 0],
          [w / 2, d],
        ],
        [
          [-w / 2, d],
          [w / 2, 0],
        ],
      ],
      faint,
    );
    pen.circle([0, d / 2], 0.05, soft);
  },
  bath: (pen, w, d) => {
    back(pen, w, d);
    rounded(pen, -w / 2 + 0.07, 0.07, w / 2 - 0.07, d - 0.07, Math.min(w, d) * 0.3, soft);
    pen.circle(w > d ? [-w / 2 + 0.25, d / 2] : [0, 0.25], 0.03, soft);
  },
  washer: (pen, w, d) => {
    back(pen, w, d);
    pen.circle([0, d / 2], 0.2, soft);
  },
  cubicle: (pen, w, d) => pen.line([-w / 2, d], [w / 2 - 0.72, d], { width: W.medium }),
  counter: (pen, w, d) => {
    if (w > 0.1) back(pen, w, d);
  },
  rack: (pen, w, d) => {
    back(pen, w, d);
    const alongX = w > d;
    const count = Math.round((alongX ? w : d) / 0.2);
    for (let i = 1; i < count; i++) {
      const s = i / count;
      if (alongX) pen.line([-w / 2 + s * w, 0], [-w / 2 + s * w, d], faint);
      else pen.line([-w / 2, s * d], [w / 2, s * d], faint);
    }
    if (alongX) pen.line([-w / 2, d / 2], [w / 2, d / 2], soft);
    else pen.line([0, 0], [0, d], soft);
  },
  couch: (pen, w, d) => {
    rounded(pen, -w / 2, 0, w / 2, d, 0.08);
    rounded(pen, -w / 2 + 0.1, 0.08, w / 2 - 0.1, 0.42, 0.06, soft);
  },
  copier: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.1, 0.1, w / 2 - 0.3, d - 0.15, soft);
  },
  server: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.08, 0.08, w / 2 - 0.08, d - 0.08, faint);
    pen.text('19"', [0, d / 2 - 0.03], { size: 1.4, align: 'centre', colour: GREY });
  },
  screen: (pen, w, d) => back(pen, w, d, { ...soft, fill: GREY }),
  locker: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 4; i++) pen.line([-w / 2 + (i * w) / 4, 0], [-w / 2 + (i * w) / 4, d], soft);
  },
  mailboxes: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 7; i++) pen.line([-w / 2 + (i * w) / 7, 0], [-w / 2 + (i * w) / 7, d], faint);
  },
  bench: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 4; i++) pen.line([-w / 2, (i * d) / 4], [w / 2, (i * d) / 4], faint);
  },
  mat: (pen, w, d) => {
    pen.box(-w / 2, 0, w / 2, d, faint);
    for (let y = 0.1; y < d; y += 0.1) pen.line([-w / 2, y], [w / 2, y], { width: 0.09, colour: PALE });
  },
  bin: (pen) => {
    rounded(pen, -0.55, 0, 0.55, 0.95, 0.08);
    pen.line([-0.55, 0.75], [0.55, 0.75], soft);
  },
  bike: (pen) => {
    pen.circle([0, 0.35], 0.05, soft);
    pen.line([0, 0.05], [0, 0.7], { ...soft, width: W.medium });
    pen.line([0, 1.05], [0, 1.7], { ...soft, width: W.medium });
    pen.line([0, 0.35], [0, 1.4], soft);
    pen.line([-0.28, 1.25], [0.28, 1.25], soft);
  },
  plant,
  tank: (pen) => {
    pen.circle([0, 0], 0.55, filled);
    pen.circle([0, 0], 0.45, faint);
    pen.lines(
      [
        [
          [-0.55, 0],
          [0.55, 0],
        ],
        [
          [0, -0.55],
          [0, 0.55],
        ],
      ],
      faint,
    );
  },
  boiler: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.1, 0.1, w / 2 - 0.1, d - 0.25, faint);
    pen.circle([0, d - 0.12], 0.06, soft);
  },
  panel: (pen, w, d) => {
    back(pen, w, d);
    const count = Math.max(2, Math.round(w / 0.5));
    for (let i = 0; i < count; i++) {
      const x = -w / 2 + (i * w) / count;
      pen.line([x, 0], [x + w / count, d], faint);
      pen.line([x, 0], [x, d], soft);
    }
  },
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
  lift,
  riser: (pen, w, d) => {
    pen.lines(
      [
        [
          [-w / 2, 0],
          [w / 2, d],
        ],
        [
          [-w / 2, d],
          [w / 2, 0],
        ],
      ],
      { width: W.fine, dash: [2, 1] },
    );
    for (const [i, s] of [0.09, 0.06, 0.06, 0.11].entries())
      pen.circle([-w / 2 + 0.15 + (i % 2) * 0.28, d * 0.22 + Math.floor(i / 2) * 0.55], s, {
        width: W.fine,
        fill: '#ffffff',
      });
    pen.box(-w / 2 + 0.08, d * 0.6, w / 2 - 0.08, d * 0.86, { width: W.fine, fill: '#ffffff' });
  },
  balcony: (pen, w, d) => {
    pen.box(-w / 2, 0, w / 2, d, { width: W.medium });
    pen.box(-w / 2 + 0.06, 0, w / 2 - 0.06, d - 0.06, { width: W.fine });
    for (let x = -w / 2 + 0.2; x < w / 2; x += 0.14) pen.line([x, 0.02], [x, d - 0.08], { width: 0.09, colour: PALE });
    pen.place([-w / 4, d - 0.75], 0, () => roundTable(pen));
  },
  paving: (pen, w, d) => {
    for (let x = -w / 2; x <= w / 2 + 0.01; x += 0.6) pen.line([x, 0.05], [x, d], faint);
    for (let y = 0.05; y <= d + 0.01; y += 0.6) pen.line([-w / 2, y], [w / 2, y], faint);
    pen.box(-w / 2, 0.05, w / 2, d, soft);
  },
  steps: (pen, w, d) => {
    for (let i = 0; i < 3; i++) pen.box(-w / 2 - i * 0.3, 0, w / 2 + i * 0.3, d - 0.6 + i * 0.3, { width: W.thin });
  },
  canopy: (pen, w, d) =>
    pen.path(
      [
        [-w / 2, 0],
        [-w / 2, d],
        [w / 2, d],
        [w / 2, 0],
      ],
      { width: W.thin, dash: [3, 1.5] },
    ),
};

export function drawFurniture(pen: Pen, item: Furniture): void {
  const draw = SYMBOLS[item.kind];
  if (item.kind.startsWith('stair-')) {
    const kind = item.kind.slice(6);
    pen.place(item.at, item.turn, () =>
      stair(pen, item.width, item.depth, kind === 'top' ? 'top' : kind === 'lowest' ? 'lowest' : 'middle'),
    );
    return;
  }
  if (!draw) throw new Error(`no symbol for ${item.kind}`);
  pen.place(item.at, item.turn, () => draw(pen, item.width, item.depth));
}

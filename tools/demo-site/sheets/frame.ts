// The sheet around every drawing: border with grid references, title block, revision table, notes, legend, key plan, scale bar.
import type { Point } from '../building/cells.ts';
import { AXES_X, AXES_Y } from '../building/model.ts';
import { diagonals } from './hatch.ts';
import { INK, type Pen, RED, W } from './pen.ts';

/** The drawing lies above this line, the strip with the title block below it. */
const STRIP_TOP = 499;
const [LEFT, TOP, RIGHT, BOTTOM] = [20, 10, 831, 584];

export type RevisionRow = { index: string; date: string; text: string; by: string };
export type Frame = {
  number: string;
  /** Revision letter of the sheet. */
  index: string;
  title: string;
  subtitle: string;
  scale: string;
  /** Metres one division of the scale bar stands for, and millimetres it takes. */
  bar: { metres: number; mm: number };
  date: string;
  revisions: readonly RevisionRow[];
  notes: readonly string[];
  legend: readonly LegendEntry[];
  /** Storey shown dark in the key section; none for the site. */
  storey: number | null;
};
export type LegendEntry = { sign: string; text: string };

const thin = { width: W.thin } as const;

function gridReferences(pen: Pen): void {
  pen.box(LEFT - 5, TOP - 5, RIGHT + 5, BOTTOM + 5, { width: W.thin });
  pen.box(LEFT, TOP, RIGHT, BOTTOM, { width: W.heavy });
  const columns = 16;
  const rows = 12;
  for (let i = 0; i < columns; i++) {
    const x = LEFT + ((RIGHT - LEFT) * i) / columns;
    const middle = x + (RIGHT - LEFT) / columns / 2;
    for (const y of [TOP - 5, BOTTOM]) {
      if (i > 0) pen.line([x, y], [x, y + 5], { width: W.fine });
      pen.text(String(i + 1), [middle, y + 3.5], { size: 2, align: 'centre' });
    }
  }
  for (let j = 0; j < rows; j++) {
    const y = TOP + ((BOTTOM - TOP) * j) / rows;
    const middle = y + (BOTTOM - TOP) / rows / 2;
    const letter = 'ABCDEFGHJKLM'[j] ?? '';
    for (const x of [LEFT - 5, RIGHT]) {
      if (j > 0) pen.line([x, y], [x + 5, y], { width: W.fine });
      pen.text(letter, [x + 2.5, middle + 1], { size: 2, align: 'centre' });
    }
  }
}

/** The maker's mark: a plumb line between two gables, also used as the report logo's motif. */
function officeMark(pen: Pen, [x, y]: Point, size: number): void {
  const s = size / 20;
  pen.path(
    [
      [x, y + 20 * s],
      [x, y + 7 * s],
      [x + 7 * s, y],
      [x + 14 * s, y + 7 * s],
      [x + 14 * s, y + 20 * s],
    ],
    { width: 1.5 * s, colour: '#0e4f58' },
  );
  pen.path(
    [
      [x + 6 * s, y + 20 * s],
      [x + 6 * s, y + 12 * s],
      [x + 13 * s, y + 5 * s],
      [x + 20 * s, y + 12 * s],
      [x + 20 * s, y + 20 * s],
    ],
    {
      width: 1.5 * s,
      colour: '#0e4f58',
    },
  );
}

function titleBlock(pen: Pen, frame: Frame): void {
  const x = 641;
  const [y, r, b] = [STRIP_TOP, RIGHT, BOTTOM];
  pen.box(x, y, r, b, { width: W.cut });
  pen.line([x, y + 17], [r, y + 17], thin);
  officeMark(pen, [x + 4, y + 3], 11);
  pen.text('STUDIO AHORNWEG', [x + 19, y + 7.4], { size: 3.2, bold: true, spacing: 0.35, colour: '#0e4f58' });
  pen.text('Architecture  ·  Structural design  ·  Site supervision', [x + 19, y + 12.2], {
    size: 1.7,
    colour: '#3c4347',
  });
  pen.text('Fictitious office and project', [r - 3, y + 12.2], { size: 1.7, align: 'right', colour: '#3c4347' });
  const label = (text: string, at: Point): void => pen.text(text, at, { size: 1.5, colour: '#4b5156' });
  label('Project', [x + 3, y + 20.2]);
  pen.text('LINDENHOF', [x + 3, y + 25.6], { size: 3.5, bold: true });
  pen.text('New building with offices, apartments and car park', [x + 36, y + 25.6], { size: 1.9 });
  pen.text('Lindenhofweg 12, 00412 Neuwalden, plot 118/4', [x + 3, y + 29.8], { size: 1.8 });
  label('Client', [x + 128, y + 20.2]);
  pen.text('Lindenhof Projekt', [x + 128, y + 25.6], { size: 2.2, bold: true });
  pen.text('Am alten Anger 3, 00412 Neuwalden', [x + 128, y + 29.8], { size: 1.8 });
  pen.line([x, y + 32.5], [r, y + 32.5], thin);
  label('Drawing', [x + 3, y + 35.8]);
  pen.text(frame.title, [x + 3, y + 43.4], { size: 5, bold: true });
  pen.text(frame.subtitle, [x + 3, y + 48.6], { size: 2.2 });
  pen.line([x, y + 52.5], [r, y + 52.5], thin);
  const cells: [string, string][] = [
    ['Phase', 'Construction documents'],
    ['Scale', frame.scale],
    ['Date', frame.date],
    ['Format', 'A1  841 × 594'],
  ];
  for (const [i, [name, value]] of cells.entries()) {
    const cx = x + i * 31.5;
    if (i > 0) pen.line([cx, y + 52.5], [cx, y + 63], thin);
    label(name, [cx + 3, y + 55.8]);
    pen.text(value, [cx + 3, y + 60.6], { size: value.length > 14 ? 1.65 : 2.3, bold: true });
  }
  pen.line([x, y + 63], [x + 126, y + 63], thin);
  const lower: [string, string][] = [
    ['Drawn', 'H. Ode'],
    ['Checked', 'M. Tarn'],
    ['Level datum', '±0.00 = 412.60 m'],
    ['File', `LH-${frame.number}`],
  ];
  for (const [i, [name, value]] of lower.entries()) {
    const cx = x + i * 31.5;
    if (i > 0) pen.line([cx, y + 63], [cx, y + 73.4], thin);
    label(name, [cx + 3, y + 66.4]);
    pen.text(value, [cx + 3, y + 71], { size: 1.9 });
  }
  pen.text('Do not scale. Check all dimensions on site before work', [x + 3, y + 78], { size: 1.6, colour: '#3c4347' });
  pen.text('begins; report differences to the architect at once.', [x + 3, y + 81.2], { size: 1.6, colour: '#3c4347' });
  pen.line([x, y + 73.4], [x + 126, y + 73.4], thin);
  pen.line([x + 82, y + 73.4], [x + 82, b], thin);
  pen.text('Released for construction', [x + 104, y + 80.2], {
    size: 2.2,
    bold: true,
    align: 'centre',
    colour: '#0e4f58',
  });
  pen.line([x + 126, y + 52.5], [x + 126, b], thin);
  label('Sheet', [x + 129, y + 55.8]);
  pen.text(frame.number, [x + 129, y + 72], { size: 9.5, bold: true });
  label('Revision', [x + 170, y + 55.8]);
  pen.line([x + 168, y + 52.5], [x + 168, b], thin);
  pen.text(frame.index, [x + 179.5, y + 72], {
    size: 9.5,
    bold: true,
    align: 'centre',
    colour: frame.index === 'A' ? INK : RED,
  });
}

function revisionTable(pen: Pen, frame: Frame): void {
  const [x, r, y] = [511, 641, STRIP_TOP];
  pen.box(x, y, r, BOTTOM, { width: W.medium });
  pen.text('REVISIONS', [x + 3, y + 5], { size: 2.2, bold: true });
  const head = y + 12;
  for (const [text, cx] of [
    ['Ind.', 3],
    ['Date', 13],
    ['Change', 34],
    ['By', 120],
  ] as const) {
    pen.text(text, [x + cx, head - 1.4], { size: 1.6, colour: '#4b5156' });
  }
  pen.lines(
    [
      [
        [x, y + 7.5],
        [r, y + 7.5],
      ],
      [
        [x, head],
        [r, head],
      ],
    ],
    thin,
  );
  let row = head;
  for (const revision of frame.revisions) {
    pen.text(revision.index, [x + 3, row + 4], {
      size: 2.2,
      bold: true,
      colour: revision.index.startsWith('B') ? RED : INK,
    });
    pen.text(revision.date, [x + 13, row + 4], { size: 1.8 });
    pen.text(revision.text, [x + 34, row + 4], { size: 1.8 });
    pen.text(revision.by, [x + 120, row + 4], { size: 1.8 });
    row += 6;
    pen.line([x, row], [r, row], { width: W.fine });
  }
  for (; row < BOTTOM - 7; row += 6) pen.line([x, row + 6], [r, row + 6], { width: W.fine });
  for (const cx of [11, 32, 118]) pen.line([x + cx, y + 7.5], [x + cx, BOTTOM], { width: W.fine });
}

function notes(pen: Pen, frame: Frame): void {
  const [x, y] = [386, STRIP_TOP];
  pen.box(x, y, 511, BOTTOM, { width: W.medium });
  pen.text('NOTES', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [511, y + 7.5], thin);
  let row = y + 12.2;
  for (const [index, note] of frame.notes.entries()) {
    pen.text(`${index + 1}.`, [x + 3, row], { size: 1.8 });
    const words = note.split(' ');
    let line = '';
    for (const word of words) {
      if (pen.width(`${line} ${word}`, 1.8) > 113) {
        pen.text(line, [x + 8, row], { size: 1.8 });
        row += 3.4;
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    pen.text(line, [x + 8, row], { size: 1.8 });
    row += 4.5;
  }
}

function legendSign(pen: Pen, sign: string, x: number, y: number): void {
  const r = { x0: x, y0: y - 4, x1: x + 14, y1: y };
  const hatch: Record<string, () => void> = {
    concrete: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: 0, fill: '#b3b7ba' });
      pen.lines([...diagonals(r, 2.2, -1), ...diagonals(r, 2.2, -1, 0.55)], { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.cut });
    },
    masonry: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: 0, fill: '#d9dbdc' });
      pen.lines(diagonals(r, 1.5, 1), { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.cut });
    },
    drywall: () => pen.box(r.x0, r.y0 + 1, r.x1, r.y1 - 0.5, { width: W.medium, fill: '#f0f1f1' }),
    glass: () => {
      pen.box(r.x0, r.y0 + 1.3, r.x1, r.y1 - 1, { width: W.medium, fill: '#e3edf1' });
      pen.line([r.x0, y - 1.85], [r.x1, y - 1.85], { width: W.fine });
    },
    insulation: () => {
      const points: Point[] = Array.from({ length: 13 }, (_, i): Point => [x + (i * 14) / 12, i % 2 === 0 ? y : y - 4]);
      pen.path(points, { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.thin });
    },
    axis: () => {
      pen.line([x, y - 2], [x + 9, y - 2], { width: W.fine, dash: [4, 1, 0.6, 1] });
      pen.circle([x + 11.5, y - 2], 2.2, { width: W.thin });
      pen.text('1', [x + 11.5, y - 1.2], { size: 1.7, align: 'centre' });
    },
    level: () => {
      pen.path(
        [
          [x + 4, y],
          [x + 2.4, y - 2.4],
          [x + 5.6, y - 2.4],
        ],
        { width: W.thin, close: true, fill: INK },
      );
      pen.line([x + 1.6, y - 2.4], [x + 13, y - 2.4], { width: W.fine });
    },
    cloud: () => revisionCloud(pen, { x0: x + 0.5, y0: y - 4, x1: x + 13, y1: y + 0.2 }, 1.6),
    section: () => {
      pen.line([x, y - 2], [x + 8, y - 2], { width: W.heavy });
      pen.path(
        [
          [x + 8, y - 2],
          [x + 8, y - 4.6],
          [x + 10.5, y - 2],
        ],
        { width: 0, fill: INK },
      );
      pen.text('A', [x + 11.5, y - 1], { size: 2.2, bold: true });
    },
    boundary: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.cut, dash: [5, 1, 1, 1, 1, 1] }),
    fence: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.medium, dash: [2, 1], colour: '#a3560f' }),
    crane: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.medium, dash: [6, 2], colour: '#a3560f' }),
    tree: () => {
      pen.circle([x + 4, y - 2], 2.2, { width: W.thin, colour: '#4d7a4a', fill: '#eef4ec' });
      pen.circle([x + 4, y - 2], 0.3, { width: W.thin, colour: '#4d7a4a' });
    },
    road: () => pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.fine, fill: '#ecebe7' }),
    storage: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.thin, dash: [2, 1], colour: '#a3560f' });
      pen.lines(diagonals(r, 1.6, -1), { width: W.hair, colour: '#c98a4e' });
    },
  };
  hatch[sign]?.();
}

function legend(pen: Pen, frame: Frame): void {
  const [x, y] = [256, STRIP_TOP];
  pen.box(x, y, 386, BOTTOM, { width: W.medium });
  pen.text('LEGEND', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [386, y + 7.5], thin);
  for (const [index, entry] of frame.legend.entries()) {
    const cx = x + 3 + (index >= 9 ? 64 : 0);
    const cy = y + 14.5 + (index % 9) * 8;
    legendSign(pen, entry.sign, cx, cy);
    pen.text(entry.text, [cx + 17, cy - 1.1], { size: 1.8 });
  }
}

/** A triangle-studded loop of arcs around a change, clockwise on the paper. */
export function revisionCloud(pen: Pen, r: { x0: number; y0: number; x1: number; y1: number }, bump = 5): void {
  const edge = (from: Point, to: Point): void => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const count = Math.max(1, Math.round(length / bump));
    const dx = (to[0] - from[0]) / count;
    const dy = (to[1] - from[1]) / count;
    const radius = Math.hypot(dx, dy) / 2;
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    for (let i = 0; i < count; i++) {
      pen.arc([from[0] + dx * (i + 0.5), from[1] + dy * (i + 0.5)], radius, angle + 180, angle + 360, {
        width: W.cut,
        colour: RED,
      });
    }
  };
  edge([r.x0, r.y0], [r.x1, r.y0]);
  edge([r.x1, r.y0], [r.x1, r.y1]);
  edge([r.x1, r.y1], [r.x0, r.y1]);
  edge([r.x0, r.y1], [r.x0, r.y0]);
}

export function deltaMark(pen: Pen, [x, y]: Point, index: string): void {
  pen.path(
    [
      [x, y - 5.4],
      [x + 5, y + 3.2],
      [x - 5, y + 3.2],
    ],
    { width: W.medium, colour: RED, fill: '#ffffff', close: true },
  );
  pen.text(index, [x, y + 2.1], { size: 2, bold: true, align: 'centre', colour: RED });
}

export function northArrow(pen: Pen, [x, y]: Point, radius: number): void {
  pen.circle([x, y], radius, { width: W.medium });
  pen.path(
    [
      [x, y - radius * 1.22],
      [x - radius * 0.42, y + radius * 0.6],
      [x, y + radius * 0.3],
    ],
    { width: W.thin, fill: INK, close: true },
  );
  pen.path(
    [
      [x, y - radius * 1.22],
      [x + radius * 0.42, y + radius * 0.6],
      [x, y + radius * 0.3],
    ],
    { width: W.thin, fill: '#ffffff', close: true },
  );
  pen.text('N', [x, y - radius * 1.35], { size: 3.2, bold: true, align: 'centre' });
}

function keyPlan(pen: Pen, frame: Frame): void {
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

function scaleBar(pen: Pen, frame: Frame): void {
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

export function drawFrame(pen: Pen, frame: Frame): void {
  gridReferences(pen);
  titleBlock(pen, frame);
  revisionTable(pen, frame);
  notes(pen, frame);
  legend(pen, frame);
  keyPlan(pen, frame);
  scaleBar(pen, frame);
}

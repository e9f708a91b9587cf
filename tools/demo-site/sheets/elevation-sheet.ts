// Section A–A and south elevation at 1:50; walls, openings and heights come from the storeys.
import { inLoop, type Point } from '../building/cells.ts';
import { AXES_X, type Built, LENGTH, type Storey } from '../building/model.ts';
import { drawChain, levelMark } from './dimensions.ts';
import { diagonals } from './hatch.ts';
import { GREY, INK, PALE, type Pen, W } from './pen.ts';

const SCALE = 20;
const ELEVATION_SCALE = 10;
const SLAB = 0.28;
const FLOOR = 0.16;
const ROOF = 10;
const PARAPET = 10.75;
/** Where section A–A runs, looking north. */
const SECTION_Y = 15.6;

export type Level = { storey: Storey; built: Built };

function cutBox(
  pen: Pen,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  kind: 'concrete' | 'masonry' | 'drywall' | 'insulation' | 'screed',
): void {
  const r = { x0, y0, x1, y1 };
  const fill = {
    concrete: '#b3b7ba',
    masonry: '#d9dbdc',
    drywall: '#f0f1f1',
    insulation: '#ffffff',
    screed: '#f0f1f1',
  }[kind];
  pen.box(x0, y0, x1, y1, { width: 0, fill });
  if (kind === 'concrete') pen.lines([...diagonals(r, 0.044, 1), ...diagonals(r, 0.044, 1, 0.011)], { width: W.hair });
  if (kind === 'masonry') pen.lines(diagonals(r, 0.03, -1), { width: W.hair });
  if (kind === 'insulation') {
    const alongX = x1 - x0 > y1 - y0;
    const [s, e, l, h] = alongX ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
    const count = Math.max(2, Math.round((e - s) / ((h - l) * 0.6)));
    pen.path(
      Array.from({ length: count + 1 }, (_, i): Point => {
        const along = s + ((e - s) * i) / count;
        const across = i % 2 === 0 ? l : h;
        return alongX ? [along, across] : [across, along];
      }),
      { width: W.hair, colour: '#5f666b' },
    );
  }
  pen.box(x0, y0, x1, y1, { width: kind === 'concrete' || kind === 'masonry' ? W.cut : W.thin });
}

function person(pen: Pen, x: number, y: number): void {
  const c = { width: W.fine, colour: GREY, fill: '#f5f5f5' };
  pen.circle([x, y + 1.62], 0.11, c);
  pen.path(
    [
      [x - 0.2, y + 1.42],
      [x + 0.2, y + 1.42],
      [x + 0.16, y + 0.8],
      [x + 0.13, y],
      [x + 0.02, y],
      [x, y + 0.75],
      [x - 0.04, y],
      [x - 0.15, y],
      [x - 0.17, y + 0.8],
    ],
    {
      ...c,
      close: true,
    },
  );
}

function tree(pen: Pen, x: number, y: number, height: number, seed: number): void {
  const c = { width: W.fine, colour: PALE };
  const crown = height * 0.36;
  const cy = y + height - crown;
  pen.lines(
    [
      [
        [x - 0.08, y],
        [x - 0.05, cy],
      ],
      [
        [x + 0.08, y],
        [x + 0.05, cy],
      ],
    ],
    c,
  );
  let value = seed;
  const random = (): number => {
    value = (value * 16807) % 2147483647;
    return value / 2147483647;
  };
  for (let i = 0; i < 46; i++) {
    const a = random() * Math.PI * 2;
    const r = Math.sqrt(random()) * crown * 0.85;
    const from = random() * 360;
    pen.arc([x + r * Math.cos(a), cy + r * Math.sin(a) * 0.95], crown * (0.14 + random() * 0.16), from, from + 170, c);
  }
  for (let i = 0; i < 5; i++)
    pen.line([x, cy - crown * 0.5 + i * 0.25], [x + (random() - 0.5) * crown * 1.2, cy + random() * crown * 0.6], c);
}

function ground(pen: Pen, from: number, to: number, y: number): void {
  pen.line([from, y], [to, y], { width: W.heavy });
  const pairs: (readonly [Point, Point])[] = [];
  for (let x = from; x < to - 0.3; x += 0.9) {
    for (let i = 0; i < 3; i++)
      pairs.push([
        [x + 0.12 + i * 0.13, y],
        [x - 0.12 + i * 0.13, y - 0.26],
      ]);
  }
  pen.lines(pairs, { width: W.hair });
}

function levelsColumn(pen: Pen, x: number, levels: readonly number[]): void {
  for (const level of levels) {
    pen.line([x - 0.5, level], [x + 0.8, level], { width: W.fine });
    levelMark(pen, [x, level], level);
  }
}

function section(pen: Pen, levels: readonly Level[]): void {
  const [w, e] = [-0.28, LENGTH + 0.28];
  ground(pen, -3.8, w, -0.15);
  ground(pen, e, LENGTH + 3.8, -0.15);
  // Slabs with their floor build-up, open over the stair and the lift.
  for (const level of [0, 3.6, 6.8]) {
    const spans: [number, number][] = [
      [level === 0 ? -0.15 : -0.1, 10.9],
      [13.5, 13.7],
      [15.3, LENGTH + (level === 0 ? 0.15 : 0.1)],
    ];
    for (const [a, b] of spans) {
      cutBox(pen, a, level - FLOOR - SLAB, b, level - FLOOR, 'concrete');
      if (b - a > 1) {
        cutBox(pen, Math.max(a, 0.1), level - FLOOR, Math.min(b, LENGTH - 0.1), level - 0.07, 'insulation');
        cutBox(pen, Math.max(a, 0.1), level - 0.07, Math.min(b, LENGTH - 0.1), level, 'screed');
      }
    }
  }
  cutBox(pen, -0.1, ROOF - SLAB, LENGTH + 0.1, ROOF, 'concrete');
  cutBox(pen, -0.28, ROOF, LENGTH + 0.28, ROOF + 0.24, 'insulation');
  for (const x of [-0.28, LENGTH + 0.03]) {
    cutBox(pen, x, ROOF + 0.24, x + 0.25, PARAPET, 'concrete');
    pen.box(x - 0.06, PARAPET, x + 0.31, PARAPET + 0.05, { width: W.medium, fill: '#ffffff' });
  }
  for (const x of [-0.28, LENGTH + 0.1]) cutBox(pen, x, -0.3, x + 0.18, ROOF, 'insulation');
  pen.lines(
    [
      [
        [0.1, ROOF + 0.34],
        [LENGTH - 0.1, ROOF + 0.34],
      ],
    ],
    { width: W.medium },
  );
  // Foundation slab and blinding.
  cutBox(pen, -0.5, -3.1 - FLOOR - 0.35, LENGTH + 0.5, -3.1 - FLOOR, 'concrete');
  pen.box(-0.6, -3.1 - FLOOR - 0.43, LENGTH + 0.6, -3.1 - FLOOR - 0.35, { width: W.thin, fill: '#f0f1f1' });
  cutBox(pen, 0.15, -3.26, LENGTH - 0.15, -3.1, 'screed');
  for (const { storey, built } of levels) {
    const base = storey.level;
    const next = base + storey.height;
    const under = (next === ROOF ? ROOF : next - FLOOR) - SLAB;
    const cut = built.cut.cut('x', SECTION_Y);
    const openings = [...built.doors, ...built.windows].filter(
      (item) => item.runs === 'y' && item.rect.y0 < SECTION_Y && item.rect.y1 > SECTION_Y,
    );
    // Beyond the cut: windows and doors of the north wall, then the cut itself.
    const beyond = { width: W.fine, colour: '#6d7479' };
    for (const item of [...built.windows, ...built.doors]) {
      if (item.runs !== 'x' || item.at[1] < 16.9) continue;
      const [a, b] = [item.rect.x0, item.rect.x1];
      const sill = base + item.sill;
      const head = sill + item.height;
      pen.box(a, sill, b, head, beyond);
      pen.box(a + 0.07, sill + 0.07, b - 0.07, head - 0.07, beyond);
      const lights = 'lights' in item ? item.lights : item.kind === 'single' ? 1 : 2;
      for (let i = 1; i < lights; i++)
        pen.line([a + ((b - a) * i) / lights, sill], [a + ((b - a) * i) / lights, head], beyond);
    }
    for (const run of cut) {
      if (run.material === null || run.material === 'glass') continue;
      cutBox(pen, run.from, base - FLOOR, run.to, under, run.material);
    }
    for (const item of openings) {
      const head = base + item.sill + item.height;
      const facade = item.rect.x0 < 0.2 || item.rect.x1 > LENGTH - 0.2;
      if (item.sill > 0.2) cutBox(pen, item.rect.x0, base, item.rect.x1, base + item.sill, 'concrete');
      if (under > head) cutBox(pen, item.rect.x0, head, item.rect.x1, under, facade ? 'concrete' : 'drywall');
      pen.line([(item.rect.x0 + item.rect.x1) / 2, base + item.sill], [(item.rect.x0 + item.rect.x1) / 2, head], {
        width: W.medium,
      });
    }
    for (const run of built.closed.cut('x', SECTION_Y)) {
      const [a, b] = [run.from, run.to];
      const room = built.rooms.find(({ outer }) => inLoop(outer, [(a + b) / 2, SECTION_Y]));
      if (run.material !== null || !room || b - a < 0.9 || room.ceiling === 0) continue;
      if (room.number.endsWith('S1')) continue;
      if (base >= 0 && room.ceiling < storey.height - 0.3) {
        pen.line([a, base + room.ceiling], [b, base + room.ceiling], { width: W.medium });
        for (let x = a + 0.6; x < b; x += 1.2)
          pen.line([x, base + room.ceiling], [x, under], { width: W.hair, colour: GREY });
      }
      const [px, py] = pen.paper([(a + b) / 2, base + 1.75]);
      pen.onPaper(() => {
        const half = pen.width(room.name, 2, true) / 2 + 1;
        pen.box(px - half, py - 6.6, px + half, py + 1.2, { width: 0, fill: '#ffffff' });
        pen.text(room.number, [px, py - 3.6], { size: 1.7, align: 'centre' });
        pen.text(room.name, [px, py], { size: b - a < 2 ? 1.6 : 2, bold: true, align: 'centre' });
      });
    }
  }
  // Lift pit, shaft top, car.
  cutBox(pen, 13.6, -4.75, 15.4, -4.45, 'concrete');
  cutBox(pen, 13.5, -4.75, 13.7, -3.1, 'concrete');
  cutBox(pen, 15.3, -4.75, 15.5, -3.1, 'concrete');
  pen.box(13.7, -4.45, 15.3, -3, { width: 0, fill: '#ffffff' });
  cutBox(pen, 13.5, ROOF, 15.5, ROOF + 0.2, 'concrete');
  pen.box(13.85, 0.02, 15.15, 2.3, { width: W.thin, fill: '#fafafa' });
  pen.lines(
    [
      [
        [13.85, 0.02],
        [15.15, 2.3],
      ],
      [
        [13.85, 2.3],
        [15.15, 0.02],
      ],
    ],
    { width: W.hair },
  );
  pen.lines(
    [
      [
        [14.3, 2.3],
        [14.3, ROOF - 0.5],
      ],
      [
        [14.7, 2.3],
        [14.7, ROOF - 0.5],
      ],
    ],
    { width: W.hair },
  );
  pen.circle([14.5, ROOF - 0.6], 0.22, { width: W.thin });
  // Stair: half landings cut, flights behind as saw-tooth.
  for (const { storey } of levels.slice(0, 3)) {
    const risers = storey.level < 0 ? 18 : 20;
    const middle = storey.level + storey.height / 2;
    cutBox(pen, 10.9, middle - 0.2, 13.5, middle, 'concrete');
    const rise = storey.height / risers;
    for (let i = 0; i < risers; i++) {
      const y = storey.level + i * rise;
      const [a, b] = i < risers / 2 ? [10.9, 12.1] : [12.3, 13.5];
      pen.line([a, y], [b, y], { width: W.fine, colour: '#6d7479' });
    }
    for (const x of [12.1, 12.3])
      pen.line([x, storey.level], [x, storey.level + storey.height + 0.9], { width: W.fine, colour: '#6d7479' });
    person(pen, 11.5, middle);
  }
  for (const [i, x] of AXES_X.entries()) {
    pen.line([x, -5.1], [x, PARAPET + 0.5], { width: W.hair, dash: [7, 1.5, 1, 1.5], colour: '#5f666b' });
    const [px, py] = pen.paper([x, -5.35]);
    pen.onPaper(() => {
      pen.circle([px, py], 5, { width: W.medium, fill: '#ffffff' });
      pen.text(String(i + 1), [px, py + 1.4], { size: 3.5, bold: true, align: 'centre' });
    });
  }
  levelsColumn(pen, -2.5, [-3.1, 0, 3.6, 6.8, ROOF, PARAPET]);
  levelsColumn(pen, LENGTH + 2, [-4.45, -3.1, 0, 3.6, 6.8, PARAPET]);
  drawChain(pen, { along: 'y', at: -3.3, stops: [-3.1, 0, 3.6, 6.8, ROOF, PARAPET], size: 1.9 });
  drawChain(pen, {
    along: 'y',
    at: LENGTH + 3.3,
    stops: [-3.61, -3.26, -0.44, -0.16, 0, 3.16, 3.44, 3.6, 6.36, 6.64, 6.8, 9.72, ROOF, PARAPET],
    size: 1.6,
  });
}

function elevation(pen: Pen, levels: readonly Level[], side: 'south' | 'north'): void {
  const south = side === 'south';
  const across = (x: number): number => (south ? x : LENGTH - x);
  const [w, e] = [-0.28, LENGTH + 0.28];
  for (const [x, h, s] of [
    [-2.6, 7.2, 7],
    [LENGTH + 2.9, 7.8, 91],
  ] as const) {
    tree(pen, x, -0.15, h, s);
  }
  pen.box(w, -0.15, e, PARAPET, { width: W.cut, fill: '#ffffff' });
  pen.box(w - 0.06, PARAPET, e + 0.06, PARAPET + 0.06, { width: W.medium, fill: '#ffffff' });
  pen.box(13.4, PARAPET + 0.06, 15.6, PARAPET + 0.5, { width: W.thin });
  // Plinth of large slabs, rendered storeys above.
  pen.line([w, 3.3], [e, 3.3], { width: W.thin });
  for (let x = w + 1.373; x < e - 0.1; x += 1.373) pen.line([x, -0.15], [x, 3.3], { width: W.hair, colour: PALE });
  for (const y of [1.1, 2.2]) pen.line([w, y], [e, y], { width: W.hair, colour: PALE });
  for (const y of [6.5, ROOF - 0.1]) pen.line([w, y], [e, y], { width: W.hair, colour: GREY });
  for (const { storey, built } of levels) {
    if (storey.level < 0) continue;
    for (const item of [...built.windows, ...built.doors]) {
      if (item.runs !== 'x' || (south ? item.at[1] > 0.1 : item.at[1] < 16.9)) continue;
      const a = Math.min(across(item.rect.x0), across(item.rect.x1));
      const b = Math.max(across(item.rect.x0), across(item.rect.x1));
      const sill = storey.level + item.sill;
      const head = sill + item.height;
      pen.box(a, sill, b, head, { width: W.medium, fill: '#f1f4f5' });
      const lights = 'lights' in item ? item.lights : 2;
      for (let i = 0; i < lights; i++) {
        const l = a + ((b - a) * i) / lights;
        const r = a + ((b - a) * (i + 1)) / lights;
        pen.box(l + 0.07, sill + 0.07, r - 0.07, head - 0.07, { width: W.fine });
        if (r - l > 0.8) {
          pen.line([l + 0.25, sill + 0.5], [l + 0.6, sill + 0.95], { width: W.hair, colour: PALE });
          pen.line([l + 0.32, sill + 0.42], [l + 0.72, sill + 0.93], { width: W.hair, colour: PALE });
        }
        if (item.sill > 0.5)
          pen.path(
            [
              [l + 0.07, sill + 0.07],
              [r - 0.07, (sill + head) / 2],
              [l + 0.07, head - 0.07],
            ],
            { width: W.hair, colour: GREY },
          );
      }
      if (item.sill > 0.5) pen.box(a - 0.05, sill - 0.06, b + 0.05, sill, { width: W.fine, fill: '#ffffff' });
      pen.box(a, head, b, head + 0.22, { width: W.hair, colour: GREY });
    }
    for (const item of storey.furniture) {
      if (item.kind !== 'balcony' || !south) continue;
      const [a, b] = [item.at[0] - item.width / 2, item.at[0] + item.width / 2];
      const top = storey.level - 0.04;
      pen.box(a, top - 0.24, b, top, { width: W.cut, fill: '#ffffff' });
      pen.box(a, top + 0.08, b, top + 1.05, { width: W.fine });
      pen.line([a, top + 1.05], [b, top + 1.05], { width: W.medium });
      const bars: (readonly [Point, Point])[] = [];
      for (let x = a + 0.11; x < b; x += 0.11)
        bars.push([
          [x, top + 0.08],
          [x, top + 1.05],
        ]);
      pen.lines(bars, { width: W.hair, colour: '#5f666b' });
    }
  }
  const canopy = south ? [17.9, 21.3] : [across(21.2), across(16.6)];
  pen.box(canopy[0] ?? 0, 2.95, canopy[1] ?? 0, 3.2, { width: W.medium, fill: '#ffffff' });
  for (const x of [1.2, 4.1, 22.2, 28.3]) person(pen, x, -0.15);
  for (const [x, h, s] of [
    [11.9, 5.4, 33],
    [26.1, 5, 52],
  ] as const) {
    tree(pen, x, -0.15, h, s);
  }
  ground(pen, -4.4, LENGTH + 4.4, -0.15);
  for (const [i, x] of AXES_X.entries()) {
    if (i !== 0 && i !== AXES_X.length - 1) continue;
    pen.line([x, PARAPET + 0.1], [x, PARAPET + 0.9], { width: W.hair, dash: [7, 1.5, 1, 1.5], colour: '#5f666b' });
    const [px, py] = pen.paper([x, PARAPET + 1.15]);
    pen.onPaper(() => {
      pen.circle([px, py], 5, { width: W.medium, fill: '#ffffff' });
      pen.text(String(south ? i + 1 : AXES_X.length - i), [px, py + 1.4], { size: 3.5, bold: true, align: 'centre' });
    });
  }
  levelsColumn(pen, -2.5, [0, 3.6, 6.8, ROOF, PARAPET]);
  drawChain(pen, { along: 'y', at: LENGTH + 2.1, stops: [-0.15, 0, 3.6, 6.8, ROOF, PARAPET], size: 1.9 });
}

function heading(pen: Pen, text: string, scale: string, at: Point): void {
  pen.text(text, at, { size: 4, bold: true });
  const width = pen.width(text, 4, true);
  pen.line([at[0], at[1] + 2], [at[0] + width, at[1] + 2], { width: W.cut });
  pen.text(scale, [at[0] + width + 4, at[1]], { size: 2.5 });
}

function callout(pen: Pen, at: Point, bend: Point, text: string): void {
  pen.path([at, bend, [bend[0] + 0.5, bend[1]]], { width: W.fine });
  pen.circle(at, 0.04, { width: W.fine, fill: INK });
  pen.text(text, [bend[0] + 0.6, bend[1] - 0.04], { size: 1.8, mask: true });
}

export function drawElevations(pen: Pen, levels: readonly Level[]): void {
  heading(pen, 'SOUTH ELEVATION', '1 : 100', [76, 157]);
  pen.view([76, 146], ELEVATION_SCALE, () => elevation(pen, levels, 'south'));
  heading(pen, 'NORTH ELEVATION', '1 : 100', [456, 157]);
  pen.view([456, 146], ELEVATION_SCALE, () => elevation(pen, levels, 'north'));
  heading(pen, 'SECTION A – A', '1 : 50', [30, 488]);
  pen.view([100, 384], SCALE, () => {
    section(pen, levels);
    callout(
      pen,
      [21.2, ROOF + 0.12],
      [21.9, PARAPET + 0.3],
      'extensive green roof, bitumen membrane 2 layers, insulation 240 mm, fall 2 %',
    );
    callout(pen, [24.5, -3.45], [25.2, -4.6], 'RC slab 350 mm C30/37 watertight, blinding 80 mm');
  });
}

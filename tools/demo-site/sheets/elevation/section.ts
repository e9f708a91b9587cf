// Section A–A.
import { inLoop } from '../../building/cells.ts';
import { AXES_X, LENGTH } from '../../building/model.ts';
import { drawChain } from '../dimensions.ts';
import { GREY, type Pen, W } from '../pen.ts';
import { cutBox, ground, type Level, levelsColumn, PARAPET, person, ROOF } from './parts.ts';

const SLAB = 0.28;
const FLOOR = 0.16;

/** Position of section A–A, looking north. */
const SECTION_Y = 15.6;

export function section(pen: Pen, levels: readonly Level[]): void {
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

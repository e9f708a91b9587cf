// The south and north elevations.
import type { Point } from '../../building/cells.ts';
import { AXES_X, LENGTH } from '../../building/model.ts';
import { drawChain } from '../dimensions.ts';
import { GREY, PALE, type Pen, W } from '../pen.ts';
import { ground, type Level, levelsColumn, PARAPET, person, ROOF, tree } from './parts.ts';

export function elevation(pen: Pen, levels: readonly Level[], side: 'south' | 'north'): void {
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

// The dimension chains of a floor plan.
import type { Point } from '../../building/cells.ts';
import { AXES_X, AXES_Y, type Built, DEPTH, LENGTH, type Opening, type Storey } from '../../building/model.ts';
import { drawChain } from '../dimensions.ts';
import type { Pen } from '../pen.ts';
import { PAPER_MM } from './scale.ts';

export type Side = 'south' | 'north' | 'west' | 'east';
/** Millimetres from each face to the first chain; null for no chains on that side. */
export type Gaps = Record<Side, number | null>;

export function facadeChains(pen: Pen, built: Built, half: number, gaps: Gaps): void {
  const openings: (Opening & { at: Point })[] = [...built.windows, ...built.doors];
  const far = 8 * PAPER_MM;
  for (const side of ['south', 'north', 'west', 'east'] as const) {
    const along = side === 'south' || side === 'north' ? 'x' : 'y';
    const low = side === 'south' || side === 'west';
    const size = along === 'x' ? LENGTH : DEPTH;
    const axis = low ? 0 : along === 'x' ? DEPTH : LENGTH;
    const gap = gaps[side];
    if (gap === null) continue;
    const out = low ? -1 : 1;
    const face = axis + out * half;
    const own = openings.filter(
      (item) => item.runs === along && Math.abs((along === 'x' ? item.at[1] : item.at[0]) - axis) < 0.01,
    );
    const edges = own.map(
      (item) =>
        (along === 'x' ? [item.rect.x0, item.rect.x1, item.height] : [item.rect.y0, item.rect.y1, item.height]) as [
          number,
          number,
          number,
        ],
    );
    edges.sort((a, b) => a[0] - b[0]);
    const stops = [-half, ...edges.flatMap((edge) => edge.slice(0, 2)), size + half];
    const line = (n: number): number => face + out * (gap * PAPER_MM + n * far);
    const heights = new Map(edges.map(([a, , height]) => [a, height]));
    const from = face + out * 2 * PAPER_MM;
    if (edges.length > 0) {
      drawChain(pen, {
        along,
        at: line(0),
        stops,
        from,
        below: (piece) => heights.get(stops[piece] ?? 0) ?? null,
        size: 1.9,
        mask: true,
      });
    }
    drawChain(pen, {
      along,
      at: line(1),
      stops: [-half, ...(along === 'x' ? AXES_X : AXES_Y), size + half],
      from: line(1) - out * 3 * PAPER_MM,
      size: 1.9,
      mask: true,
    });
    drawChain(pen, {
      along,
      at: line(2),
      stops: [-half, size + half],
      from: line(2) - out * 3 * PAPER_MM,
      size: 2.2,
      bold: true,
      mask: true,
    });
  }
}

export function innerChain(pen: Pen, built: Built, chain: Storey['chains'][number]): void {
  const stops = [chain.from];
  let solid = true;
  for (const run of built.cut.cut(chain.along, chain.offset)) {
    const now = run.material !== null;
    if (now !== solid && run.from > chain.from + 0.01 && run.from < chain.to - 0.01) stops.push(run.from);
    solid = now;
  }
  stops.push(chain.to);
  drawChain(pen, { along: chain.along, at: chain.offset, stops, size: 1.6, mask: true, faint: true });
}

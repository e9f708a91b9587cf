// Marks that are drawn inside the frame: revision clouds, revision triangles, the north arrow.
import type { Point } from '../../building/cells.ts';
import { INK, type Pen, RED, W } from '../pen.ts';

/** A loop of arcs with triangles around a change, clockwise on paper. */
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

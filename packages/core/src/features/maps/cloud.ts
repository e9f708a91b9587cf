// The outline of a revision cloud: a rectangle whose edges are rows of semicircles.
import type { PlanPoint, SheetSize } from '../../site/geometry/alignment.ts';

/** Share of the shorter side that one arc takes, and its limits as shares of the sheet's longer side. */
const ARC = 1 / 4;
const MIN_ARC = 0.004;
const MAX_ARC = 0.03;
const STEPS = 8;

/** Corners and outline in fractions of the sheet. */
export function cloudOutline(corners: readonly PlanPoint[], { widthPt, heightPt }: SheetSize): PlanPoint[] {
  const at = corners.map(({ x, y }) => ({ x: x * widthPt, y: y * heightPt }));
  const edges = at.map((from, i) => ({ from, to: at[(i + 1) % at.length] ?? from }));
  const lengths = edges.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  const longer = Math.max(widthPt, heightPt);
  const arc = Math.min(MAX_ARC * longer, Math.max(MIN_ARC * longer, ARC * Math.min(...lengths)));
  const twice = edges.reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0);
  const outward = twice > 0 ? -1 : 1;
  return edges.flatMap(({ from, to }, i) => {
    const count = Math.max(1, Math.round((lengths[i] ?? 0) / arc));
    const [dx, dy] = [(to.x - from.x) / count, (to.y - from.y) / count];
    return Array.from({ length: count * STEPS }, (_, step) => {
      const angle = (Math.PI * (step % STEPS)) / STEPS;
      const along = Math.floor(step / STEPS) + (1 - Math.cos(angle)) / 2;
      const out = (outward * Math.sin(angle)) / 2;
      return { x: (from.x + along * dx - out * dy) / widthPt, y: (from.y + along * dy + out * dx) / heightPt };
    });
  });
}

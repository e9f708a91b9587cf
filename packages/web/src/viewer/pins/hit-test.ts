// Hit testing of marks under a pointer. Considers only what the last frame drew, topmost first; touch has a larger
// target.
import type { Layout } from './mark-layout.ts';
import { bubbleRadius, HEAD_HEIGHT, HEAD_RADIUS } from './pin-shape.ts';

export type Hit =
  | { readonly kind: 'pin'; readonly pin: number }
  | { readonly kind: 'bubble'; readonly cell: number; readonly count: number };

/** Minimum target diameter in CSS pixels. */
export const TARGET_PX = { mouse: 24, touch: 44 } as const;

export function hitTest(
  layout: Layout,
  bubbleCounts: Uint32Array,
  pinScale: number,
  px: number,
  py: number,
  pointer: keyof typeof TARGET_PX,
): Hit | undefined {
  const reach = TARGET_PX[pointer] / 2;
  let nearest = Number.POSITIVE_INFINITY;
  let hit: Hit | undefined;
  for (let i = layout.bubbles.length - 1; i >= 0; i--) {
    const cell = layout.bubbles[i] ?? 0;
    const count = bubbleCounts[cell] ?? 0;
    const distance = Math.hypot(px - (layout.bubbleX[i] ?? 0), py - (layout.bubbleY[i] ?? 0));
    const beyond = distance / Math.max(reach, bubbleRadius(count) * pinScale);
    if (beyond > 1 || beyond >= nearest) continue;
    nearest = beyond;
    hit = { kind: 'bubble', cell, count };
  }
  const radius = Math.max(reach, HEAD_RADIUS * pinScale);
  for (let i = layout.pins.length - 1; i >= 0; i--) {
    const x = layout.pinX[i] ?? 0;
    const y = layout.pinY[i] ?? 0;
    const beyond = distanceToDrop(px - x, py - y, pinScale) / radius;
    if (beyond > 1 || beyond >= nearest) continue;
    nearest = beyond;
    hit = { kind: 'pin', pin: layout.pins[i] ?? 0 };
  }
  return hit;
}

/** Distance from a point (relative to the tip) to the line from the tip to the centre of the head. */
function distanceToDrop(dx: number, dy: number, pinScale: number): number {
  const height = HEAD_HEIGHT * pinScale;
  const along = Math.min(height, Math.max(0, -dy));
  return Math.hypot(dx, dy + along);
}

// Which pins show their number: those whose label covers neither another label nor the head of a pin. Pure.
import type { PinColumns } from './columns.ts';
import type { Layout } from './mark-layout.ts';
import { labelWidth } from './pin-drawings.ts';
import { HEAD_HEIGHT, HEAD_RADIUS } from './pin-shape.ts';

/** With more single pins than this on screen, numbers are hidden. */
const MAX_LABELS = 140;
/** Numbers are also hidden with more bubbles than this. */
const MAX_BUBBLES_WITH_LABELS = 16;
const LABEL_HEIGHT = 16;
/** From the tip of a pin down to its label. */
const LABEL_GAP = 4;

/** In CSS pixels. */
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/**
 * Positions in `layout.pins` of the pins whose label is shown. Pins without a number have none, nor do those that
 * `without` names.
 */
export function labelledPins(
  layout: Layout,
  columns: PinColumns,
  scale: number,
  without: ReadonlySet<number>,
): number[] {
  const { pins } = layout;
  if (pins.length > MAX_LABELS || layout.bubbles.length > MAX_BUBBLES_WITH_LABELS) return [];
  const taken: Box[] = [];
  const shown: number[] = [];
  // In the fixed order of the pins, so that labels do not flicker while the plan is rotated or moved.
  const order = pins.map((pin, i) => ({ pin, i })).sort((a, b) => a.pin - b.pin);
  for (const { pin, i } of order) {
    const number = columns.number[pin] ?? 0;
    if (number <= 0 || without.has(pin)) continue;
    const half = labelWidth(String(number), scale) / 2;
    const [x, top] = [layout.pinX[i] ?? 0, (layout.pinY[i] ?? 0) + LABEL_GAP * scale];
    const box = { left: x - half, right: x + half, top, bottom: top + LABEL_HEIGHT * scale };
    if (taken.some((other) => overlap(box, other)) || coversHead(layout, i, box, scale)) continue;
    taken.push(box);
    shown.push(i);
  }
  return shown;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Whether a label would cover the head of a pin other than its own. */
function coversHead(layout: Layout, own: number, label: Box, scale: number): boolean {
  const radius = HEAD_RADIUS * scale;
  for (let i = 0; i < layout.pins.length; i++) {
    if (i === own) continue;
    const x = layout.pinX[i] ?? 0;
    const y = (layout.pinY[i] ?? 0) - HEAD_HEIGHT * scale;
    if (overlap(label, { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })) return true;
  }
  return false;
}

// The Tab order of the marks on screen: rows from top to bottom, each from left to right.
import type { Layout } from './mark-layout.ts';

export type FocusTarget =
  | { readonly kind: 'pin'; readonly pin: number }
  | { readonly kind: 'bubble'; readonly cell: number };

/** Marks whose heights differ by less than this are in one row. */
const ROW_PX = 48;

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function focusOrder(layout: Layout, area: Area): readonly FocusTarget[] {
  const stops: { readonly stop: FocusTarget; readonly x: number; readonly line: number }[] = [];
  const add = (stop: FocusTarget, x: number, y: number): void => {
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) return;
    stops.push({ stop, x, line: Math.floor((y - area.top) / ROW_PX) });
  };
  for (const [i, pin] of layout.pins.entries()) add({ kind: 'pin', pin }, layout.pinX[i] ?? 0, layout.pinY[i] ?? 0);
  for (const [i, cell] of layout.bubbles.entries()) {
    add({ kind: 'bubble', cell }, layout.bubbleX[i] ?? 0, layout.bubbleY[i] ?? 0);
  }
  stops.sort((a, b) => a.line - b.line || a.x - b.x);
  return stops.map((one) => one.stop);
}

function isSameTarget(a: FocusTarget, b: FocusTarget): boolean {
  if (a.kind === 'pin') return b.kind === 'pin' && a.pin === b.pin;
  return b.kind === 'bubble' && a.cell === b.cell;
}

/**
 * The stop after (or before) the current one. Undefined past either end, so that Tab leaves the plan and focus is not
 * trapped. If the current stop is no longer on screen, the order starts over.
 */
export function nextFocus(
  order: readonly FocusTarget[],
  current: FocusTarget | undefined,
  direction: 1 | -1,
): FocusTarget | undefined {
  const place = current ? order.findIndex((stop) => isSameTarget(stop, current)) : -1;
  if (place < 0) return direction === 1 ? order[0] : order[order.length - 1];
  return order[place + direction];
}

// Keeps the selected pin visible: flies to it when it is selected elsewhere, or when a panel would cover it.
import { type RefObject, useEffect, useRef } from 'react';
import type { Padding } from '../../../viewer/camera/geometry.ts';
import type { PlanViewerHandle } from '../../../viewer/options.ts';

const EDGE = 40;
const HEAD = 56;

export type PinPosition = { id: string; x: number; y: number };

export function useIntoView(
  viewer: PlanViewerHandle | null,
  frame: RefObject<HTMLElement | null>,
  padding: Padding,
  pin: PinPosition | undefined,
): void {
  const shown = useRef<string>(undefined);
  const place = useRef(pin);
  place.current = pin;
  const { top, right, bottom, left } = padding;
  const id = pin?.id;
  useEffect(() => {
    const requested = place.current;
    if (!viewer || !requested || !id) return;
    // After the panels have been laid out.
    const soon = requestAnimationFrame(() => {
      const box = frame.current?.getBoundingClientRect();
      if (!box || box.width === 0) return;
      const at = viewer.toScreen(requested.x, requested.y);
      const inside =
        at.x > left + EDGE && at.x < box.width - right - EDGE && at.y > top + HEAD && at.y < box.height - bottom - EDGE;
      const first = shown.current === undefined;
      shown.current = id;
      if (!inside) viewer.flyTo({ x: requested.x, y: requested.y }, { animate: !first });
    });
    return () => cancelAnimationFrame(soon);
  }, [viewer, frame, id, top, right, bottom, left]);
}

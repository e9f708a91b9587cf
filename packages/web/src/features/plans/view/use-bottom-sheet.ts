// The panel of an open plan, which on phones is a bottom sheet over the drawing: how far it is open and what it covers.
import { type RefObject, useMemo, useState } from 'react';
import type { PlanRoute } from '../../../shared/navigation/addresses.ts';
import type { Detent } from '../../../ui/layout/bottom-sheet.tsx';
import { NO_PADDING } from '../../../viewer/camera/geometry.ts';

/** Height of the sheet when it only shows its edge. */
const PEEK_PX = 96;

/** `frame`: the element that contains the drawing. `aside`: a place on the drawing is to be tapped, which needs room. */
export function useBottomSheet(
  place: PlanRoute,
  handheld: boolean,
  frame: RefObject<HTMLElement | null>,
  aside: boolean,
) {
  const { viewType, pinId, option } = place;
  const [chosen, setDetent] = useState<Detent>(pinId === undefined ? 'peek' : option === 'capture' ? 'full' : 'half');
  const detent = aside ? 'peek' : chosen;
  const isOpen = viewType !== 'plan' || pinId !== undefined;
  const covers = handheld && isOpen;
  const height = frame.current?.clientHeight ?? innerHeight;
  const bottom = covers ? (detent === 'peek' ? PEEK_PX : Math.round(height / 2)) : 0;
  const padding = useMemo(() => ({ ...NO_PADDING, bottom }), [bottom]);
  return { isOpen, detent, setDetent, padding, coversAll: covers && detent === 'full' };
}

// Swiping a card does what its button does. For fingers: a mouse and assistive technology use the button.
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** From here on the finger moves the card instead of pressing it. */
const SLOP_PX = 12;
/** Letting go from here on acts. */
const ACT_PX = 88;
const MAX_PX = 128;

type Swipe = {
  /** Pixels by which the card is moved aside. */
  shift: number;
  /** Letting go now acts. */
  acts: boolean;
  handlers: object;
};

export function useSwipe(act: (() => void) | undefined): Swipe {
  const begun = useRef<{ x: number; y: number }>(undefined);
  const swiped = useRef(false);
  const [shift, setShift] = useState(0);
  const end = () => {
    begun.current = undefined;
    setShift(0);
  };
  const across = ({ clientX }: PointerEvent): number => (begun.current ? clientX - begun.current.x : 0);
  // Links keep presses to themselves, so that the card must see them first.
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      swiped.current = false;
      const begins = act !== undefined && event.pointerType === 'touch' && event.isPrimary;
      begun.current = begins ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      if (!begun.current) return;
      const sideways = across(event) > 2 * Math.abs(event.clientY - begun.current.y);
      if (!swiped.current && (across(event) < SLOP_PX || !sideways)) return;
      swiped.current = true;
      setShift(Math.min(MAX_PX, Math.max(0, across(event))));
    },
    onPointerUpCapture: (event: PointerEvent) => {
      if (swiped.current && across(event) >= ACT_PX) act?.();
      end();
    },
    // The browser scrolls instead.
    onPointerCancelCapture: end,
    // The link is clicked a moment later, when the card may have nothing more to do.
    onClickCapture: (event: MouseEvent) => {
      if (!swiped.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { shift, acts: shift >= ACT_PX, handlers: { ...handlers, ...(act && { 'data-swipe': '' }) } };
}

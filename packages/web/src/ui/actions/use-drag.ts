// Drag and drop onto named targets: by mouse, by touch after a long press, and by keyboard. Targets have their name in
// `data-drop`; the caller decides before and after whether a drop is allowed.
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

export type DragOptions<Item> = {
  /** Whether the item can be picked up at all. */
  canDrag: (item: Item) => boolean;
  /** The target it is in now. */
  placeOf: (item: Item) => string;
  /** The target an arrow key leads to while carrying by keyboard. */
  step: (item: Item, from: string, arrow: Arrow) => string | undefined;
  onDrop: (item: Item, place: string) => void;
  /** Announces what happens. */
  onAnnounce: (event: 'lifted' | 'over' | 'dropped' | 'cancelled', item: Item, place: string) => void;
};

export type Dragged<Item> = {
  item: Item;
  over: string | undefined;
  by: 'pointer' | 'keyboard';
  /** The pointer position in pixels of the window. */
  x: number;
  y: number;
};

/** Pixels a mouse moves before it drags; a finger that moves this far before the long press is scrolling. */
const DRAG_THRESHOLD_PX = 6;
const LONG_PRESS_MS = 350;
/** Pixels from the edge of a scroll container at which it scrolls, and its speed in pixels per frame. */
const EDGE_PX = 44;
const SPEED = 14;

const placeAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop;

function scrollNear(x: number, y: number): void {
  for (
    let box = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drag-scroll]');
    box;
    box = box.parentElement?.closest<HTMLElement>('[data-drag-scroll]') ?? null
  ) {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const by = (near: boolean, far: boolean) => (near ? -SPEED : far ? SPEED : 0);
    box.scrollBy(by(x < left + EDGE_PX, x > right - EDGE_PX), by(y < top + EDGE_PX, y > bottom - EDGE_PX));
  }
}

export function useDrag<Item>(options: DragOptions<Item>) {
  const [dragged, setDragged] = useState<Dragged<Item>>();
  const now = useRef<Dragged<Item>>(undefined);
  const stop = useRef<() => void>(undefined);
  const justDropped = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => stop.current?.(), []);

  const show = (next: Dragged<Item> | undefined) => {
    now.current = next;
    setDragged(next);
  };
  const lift = (item: Item, by: Dragged<Item>['by'], x = 0, y = 0) => {
    const place = latest.current.placeOf(item);
    show({ item, by, x, y, over: place });
    latest.current.onAnnounce('lifted', item, place);
  };
  const end = (drops: boolean) => {
    const last = now.current;
    show(undefined);
    if (!last) return;
    const { placeOf, onAnnounce, onDrop } = latest.current;
    const home = placeOf(last.item);
    if (drops && last.over !== undefined && last.over !== home) {
      onAnnounce('dropped', last.item, last.over);
      onDrop(last.item, last.over);
    } else onAnnounce('cancelled', last.item, home);
  };

  const onPointerDown = (item: Item) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !latest.current.canDrag(item) || now.current) return;
    justDropped.current = false;
    const [startX, startY] = [event.clientX, event.clientY];
    const { pointerId } = event;
    const finger = event.pointerType !== 'mouse';
    let frame = 0;
    const begin = (x: number, y: number) => {
      lift(item, 'pointer', x, y);
      const glide = () => {
        const last = now.current;
        if (last) scrollNear(last.x, last.y);
        frame = requestAnimationFrame(glide);
      };
      frame = requestAnimationFrame(glide);
    };
    const timer = finger ? setTimeout(() => begin(startX, startY), LONG_PRESS_MS) : undefined;
    const move = (to: globalThis.PointerEvent) => {
      if (to.pointerId !== pointerId) return;
      const far = Math.hypot(to.clientX - startX, to.clientY - startY) > DRAG_THRESHOLD_PX;
      if (!now.current && far && finger) return finish();
      if (!now.current && far) begin(to.clientX, to.clientY);
      const last = now.current;
      if (!last) return;
      const over = placeAt(to.clientX, to.clientY);
      if (over !== undefined && over !== last.over) latest.current.onAnnounce('over', last.item, over);
      show({ ...last, x: to.clientX, y: to.clientY, over });
    };
    const finish = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
      document.removeEventListener('pointercancel', cancel);
      document.removeEventListener('touchmove', hold);
      document.removeEventListener('contextmenu', hold);
      document.removeEventListener('keydown', giveUp, true);
      stop.current = undefined;
    };
    const up = (to: globalThis.PointerEvent) => {
      if (to.pointerId !== pointerId) return;
      justDropped.current = now.current !== undefined;
      finish();
      end(true);
    };
    const cancel = () => {
      finish();
      end(false);
    };
    /** While an item is carried, touch does not scroll or open a menu. */
    const hold = (to: Event) => {
      if (now.current) to.preventDefault();
    };
    const giveUp = (to: globalThis.KeyboardEvent) => {
      if (to.key !== 'Escape' || !now.current) return;
      to.stopPropagation();
      justDropped.current = true;
      cancel();
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', cancel);
    document.addEventListener('touchmove', hold, { passive: false });
    document.addEventListener('contextmenu', hold);
    document.addEventListener('keydown', giveUp, true);
    stop.current = finish;
  };

  /** True when the key was handled. */
  const onKey = (item: Item, event: KeyboardEvent<HTMLElement>): boolean => {
    const last = now.current?.by === 'keyboard' ? now.current : undefined;
    if (!last) {
      if (event.key !== ' ' || !latest.current.canDrag(item)) return false;
      lift(item, 'keyboard');
    } else if (event.key === ' ' || event.key === 'Enter') end(true);
    else if (event.key === 'Escape' || event.key === 'Tab') {
      end(false);
      if (event.key === 'Tab') return false;
    } else if (ARROWS.includes(event.key)) {
      const over = latest.current.step(last.item, last.over ?? '', event.key as Arrow);
      if (over !== undefined) {
        show({ ...last, over });
        latest.current.onAnnounce('over', last.item, over);
      }
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  /** Props that make an element draggable. */
  const dragProps = (item: Item) => ({
    onPointerDown: onPointerDown(item),
    // The click that ends a drag opens nothing.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!justDropped.current) return;
      justDropped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });

  return { dragged, dragProps, onKey };
}

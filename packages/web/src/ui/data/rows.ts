// Keyboard and pointer navigation and selection of rows in a long list; shared by VirtualTable and VirtualList.
import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';

export type RowId = string;

export type Selection = {
  /** Selected ids. */
  ids: ReadonlySet<RowId>;
  onChange: (ids: ReadonlySet<RowId>) => void;
};

export type RowsOptions<Row> = {
  rows: readonly Row[];
  idOf: (row: Row) => RowId;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  selection?: Selection | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** E edits a row. */
  onEdit?: ((row: Row) => void) | undefined;
  /** Called near the end of the list, to load the next page. */
  onEnd?: (() => void) | undefined;
  /** J and K move to a row from anywhere on the screen. */
  leads?: boolean | undefined;
  /** Height of the sticky header above the rows. */
  headHeight?: number | undefined;
};

/** The ids between two indexes, inclusive. */
function between(ids: readonly RowId[], a: number, b: number): RowId[] {
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Elements that use letters themselves. */
const TYPED = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]';

/** Moves the focus from a row to its buttons, and back to the row from the first one. */
function moveWithin(row: HTMLElement, from: HTMLElement, steps: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button, a[href]')];
  stops[stops.indexOf(from) + steps]?.focus();
}

/** The letter of a key that is not part of a shortcut; the name of other keys. */
const letterOf = ({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  key.length > 1 ? key : ctrlKey || metaKey || altKey ? '' : key.toLowerCase();

/**
 * Reports the size of the list whenever it is laid out. Measuring it as soon as it exists would compute the layout of a
 * new screen twice.
 */
function watchSize(
  { scrollElement }: Virtualizer<HTMLElement, Element>,
  report: (size: { width: number; height: number }) => void,
) {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) report({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  observer.observe(scrollElement, { box: 'border-box' });
  return () => observer.disconnect();
}

/**
 * Until a list is measured, about the window without its bars: its rows then appear with it. Not read again, because
 * the browser computes the layout for it.
 */
const ABOUT_PX = 0.8 * (globalThis.innerHeight || 900);
/** Rows that are ready before they are scrolled into the window. */
const OVERSCAN = 8;

const placed = new WeakSet<HTMLElement>();

/** A new list is at its beginning: scrolling it there would compute the layout of a new screen twice. */
const scrollTo: VirtualizerOptions<HTMLElement, Element>['scrollToFn'] = (offset, options, instance) => {
  const { scrollElement } = instance;
  const isNew = scrollElement !== null && !placed.has(scrollElement);
  if (scrollElement) placed.add(scrollElement);
  if (!isNew || offset !== 0) elementScroll(offset, options, instance);
};

export function useRows<Row>(options: RowsOptions<Row>) {
  const { rows, idOf, rowHeight, scroller, selection, onOpen, onEdit, onEnd, headHeight = 0 } = options;
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const moved = useRef(false);
  const last = Math.max(0, rows.length - 1);
  const current = Math.min(active, last);

  // A new key function remeasures all rows, so it must stay the same while scrolling.
  const late = useRef(idOf);
  late.current = idOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured again
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : late.current(row);
    },
    [rows, rowHeight],
  );

  const [overscan, setOverscan] = useState(0);
  // Rows below the window can wait for those in it.
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: ABOUT_PX },
    observeElementRect: watchSize,
    scrollToFn: scrollTo,
    overscan,
    scrollPaddingStart: headHeight,
    getItemKey: keyOf,
    // The active row stays in the DOM, so that focus survives scrolling.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (rows.length > 0 && !shown.includes(current)) shown.push(current);
      return shown.sort((a, b) => a - b);
    },
    onChange: (instance) => {
      const end = instance.getVirtualItems().findLast((item) => item.index <= (instance.range?.endIndex ?? 0));
      if (onEnd && rows.length > 0 && (end?.index ?? 0) >= rows.length - 20) onEnd();
    },
  });

  const focusRow = useCallback(
    (index: number) => {
      moved.current = true;
      setActive(index);
      virtual.scrollToIndex(index);
    },
    [virtual],
  );

  const { leads = false } = options;
  useEffect(() => {
    if (!leads) return;
    const lead = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || !['j', 'k'].includes(letterOf(event))) return;
      if ((event.target as Element).closest(TYPED)) return;
      event.preventDefault();
      scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
    };
    addEventListener('keydown', lead);
    return () => removeEventListener('keydown', lead);
  }, [leads, scroller]);

  const toggle = useCallback(
    (index: number, extend: boolean) => {
      if (!selection) return;
      const ids = rows.map(idOf);
      const id = ids[index];
      if (id === undefined) return;
      const next = new Set(selection.ids);
      if (extend) for (const one of between(ids, anchor.current, index)) next.add(one);
      else if (next.has(id)) next.delete(id);
      else next.add(id);
      if (!extend) anchor.current = index;
      selection.onChange(next);
    },
    [rows, idOf, selection],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys in a row's own buttons and fields are left to those.
    const own = event.target as HTMLElement;
    const ownRow = own.closest<HTMLElement>('[role="row"]');
    if (ownRow && (event.key === 'ArrowRight' || event.key === 'ArrowLeft') && !own.matches(TYPED)) {
      event.preventDefault();
      moveWithin(ownRow, own, event.key === 'ArrowRight' ? 1 : -1);
      return;
    }
    if (own.getAttribute('role') !== 'row') return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight * 10) / rowHeight) - 2);
    const goals: Record<string, number> = {
      ArrowDown: current + 1,
      j: current + 1,
      ArrowUp: current - 1,
      k: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: last,
    };
    const letter = letterOf(event);
    const goal = goals[letter];
    if (goal !== undefined) {
      event.preventDefault();
      const to = Math.min(last, Math.max(0, goal));
      focusRow(to);
      if (event.shiftKey) toggle(to, true);
      return;
    }
    const row = rows[current];
    if (row === undefined) return;
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(row);
    } else if (letter === 'e' && onEdit) {
      event.preventDefault();
      onEdit(row);
    } else if ((letter === ' ' || letter === 'x') && selection) {
      event.preventDefault();
      toggle(current, event.shiftKey);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection) {
      event.preventDefault();
      selection.onChange(new Set(rows.map(idOf)));
    } else if (event.key === 'Escape' && selection && selection.ids.size > 0) {
      event.stopPropagation();
      selection.onChange(new Set());
    }
  };

  /** Focuses the active row once it is in the DOM. */
  const rowRef = (index: number) => (element: HTMLElement | null) => {
    if (element && moved.current && index === current) {
      moved.current = false;
      element.focus({ preventScroll: true });
    }
  };

  return { virtual, current, setActive, toggle, onKeyDown, rowRef };
}

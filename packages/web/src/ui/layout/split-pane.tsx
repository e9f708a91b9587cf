// Two panes with a movable divider, e.g. list and plan. The width is stored by key; on a phone the side pane is a
// bottom sheet.
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Divider } from '../actions/divider.tsx';
import { keep } from '../keep.ts';
import { PHONE, useMedia } from '../theme/use-media.ts';
import { useT } from '../translation.tsx';
import { BottomSheet, type Detent } from './bottom-sheet.tsx';
import { Stack } from './primitives.tsx';
import './split-pane.css';

export type SplitPaneProps = {
  /** The key under which the width is stored on this device. */
  storageKey: string;
  /** The accessible name of the side pane. */
  label: string;
  aside: ReactNode;
  children: ReactNode;
  side?: 'start' | 'end' | undefined;
  /** Pixels. */
  initial?: number | undefined;
  minSize?: number | undefined;
  maxSize?: number | undefined;
  /** The media query where the side pane is a bottom sheet; phones by default. */
  sheetAt?: string | undefined;
  /** Instead of a sheet, the open side pane takes the place of the main content, or covers it and leaves it as it is. */
  alone?: boolean | 'over' | undefined;
  /** False hides the side pane. */
  isOpen?: boolean | undefined;
  /** The detent of the sheet on a phone; controlled where given. */
  detent?: Detent | undefined;
  onDetent?: ((detent: Detent) => void) | undefined;
  /** Escape in the main content. */
  onEscape?: (() => void) | undefined;
};

/** Keeps its place and its scroll position. */
const HIDDEN = { style: { visibility: 'hidden' } } as const;

export function SplitPane(props: SplitPaneProps) {
  const { storageKey, label, aside, children, side = 'start', initial = 380, minSize = 260, maxSize = 720 } = props;
  const { isOpen = true, sheetAt = PHONE, alone = false, detent, onDetent, onEscape } = props;
  const t = useT();
  const sheeted = useMedia(sheetAt) && !alone;
  const content = useMovable();
  const key = `plumbline.split.${storageKey}`;
  const [width, setWidth] = useState(() => Number(localStorage.getItem(key)) || initial);
  const size = Math.min(maxSize, Math.max(minSize, width));

  const store = (next: number) => {
    setWidth(next);
    keep(key, String(next));
  };

  // The main content keeps its position in the tree: it must not remount when the pane opens or the window narrows.
  const beside = isOpen && !sheeted && !alone;
  const over = isOpen && alone === 'over';
  const { box } = content;
  const last = useRef<HTMLElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const watching = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = target;
    },
    onKeyDown: ({ key, defaultPrevented }: KeyboardEvent) => {
      if (isOpen && key === 'Escape' && !defaultPrevented) onEscape?.();
    },
  };
  // The focus follows what covers the main content.
  useLayoutEffect(() => {
    if (over) box.parentElement?.focus({ preventScroll: true });
  }, [over, box]);
  // From a side pane that has closed, it returns to where it was in the main content.
  useLayoutEffect(() => {
    if (!isOpen) return;
    return () => {
      const { activeElement } = document;
      if (activeElement !== document.body && !box.contains(activeElement)) return;
      if (last.current?.isConnected) return last.current.focus({ preventScroll: true });
      // It was opened by its address, or the list has rendered its rows again.
      requestAnimationFrame(() => {
        const row = whole.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
        if (document.activeElement === document.body) row?.focus({ preventScroll: true });
      });
    };
  }, [isOpen, box]);
  const main = (
    <Stack
      key="main"
      column
      shrink
      flat
      clip
      anchor
      className="ui-split-main"
      inert={over}
      {...(over && HIDDEN)}
      {...watching}
    >
      {alone === true && isOpen ? <div className="ui-split-content" ref={content.here} /> : children}
    </Stack>
  );
  const divider = beside && (
    <Divider
      key="divider"
      className="ui-split-divider"
      label={t('ui.divider')}
      value={size}
      min={minSize}
      max={maxSize}
      grows={side === 'start' ? 'right' : 'left'}
      onMove={setWidth}
      onEnd={store}
      onReset={() => store(initial)}
    />
  );
  const pane = beside && (
    <Stack
      key="aside"
      column
      shrink
      flat
      clip
      surface="surface"
      className="ui-split-aside"
      role="group"
      aria-label={label}
      ref={content.here}
    />
  );
  return (
    <div
      ref={whole}
      className={beside ? 'ui-split' : 'ui-split-phone'}
      data-side={side}
      style={{ '--aside': `${size}px` } as CSSProperties}
    >
      {/* The keyboard moves through them as they are arranged. */}
      {side === 'start' ? [pane, divider, main] : [main, divider, pane]}
      {over && <Stack column flat clip at={0} role="group" aria-label={label} tabIndex={-1} ref={content.here} />}
      {isOpen && sheeted && (
        <BottomSheet label={label} detent={detent} onDetent={onDetent}>
          <div className="ui-split-content" ref={content.here} />
        </BottomSheet>
      )}
      {isOpen && createPortal(aside, content.box)}
    </div>
  );
}

/**
 * A box that moves between places without mounting its content again: turning a phone must not lose what is being
 * entered there.
 */
function useMovable() {
  const [box] = useState(() => {
    const created = document.createElement('div');
    created.className = 'ui-split-content';
    return created;
  });
  const here = useCallback((place: HTMLElement | null) => place?.append(box), [box]);
  return { box, here };
}

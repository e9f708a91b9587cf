// A draggable bottom sheet on phones; the content behind it stays usable.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../translation.tsx';
import { Stack } from './primitives.tsx';
import './split-pane.css';

/** `peek`: only its header; `half`; `full`. */
export type Detent = 'peek' | 'half' | 'full';

export type BottomSheetProps = {
  label: string;
  children: ReactNode;
  detent?: Detent | undefined;
  initialDetent?: Detent | undefined;
  onDetent?: ((detent: Detent) => void) | undefined;
  /** Pixels that stay visible when it is down. */
  peekHeight?: number | undefined;
};

const ORDER: readonly Detent[] = ['peek', 'half', 'full'];
const FLING = 0.5;

export function BottomSheet(props: BottomSheetProps) {
  const { label, children, initialDetent = 'half', onDetent, peekHeight = 96 } = props;
  const t = useT();
  const sheet = useRef<HTMLElement>(null);
  const [own, setOwn] = useState<Detent>(initialDetent);
  const [room, setRoom] = useState(0);
  const [pull, setPull] = useState<{ from: number; by: number; at: number; speed: number }>();
  const detent = props.detent ?? own;

  useLayoutEffect(() => {
    const frame = sheet.current?.parentElement;
    if (!frame) return;
    const watch = new ResizeObserver(() => setRoom(frame.clientHeight));
    watch.observe(frame);
    setRoom(frame.clientHeight);
    return () => watch.disconnect();
  }, []);

  const heights: Record<Detent, number> = {
    peek: Math.min(peekHeight, room),
    half: Math.round(room * 0.5),
    full: Math.max(0, room - 12),
  };
  const choose = (next: Detent) => {
    setOwn(next);
    if (next !== detent) onDetent?.(next);
  };
  const shown = Math.min(heights.full, Math.max(peekHeight, heights[detent] - (pull?.by ?? 0)));

  const settle = () => {
    if (!pull) return;
    setPull(undefined);
    const at = ORDER.indexOf(detent);
    if (Math.abs(pull.by) < 4) {
      choose(detent === 'full' ? 'half' : (ORDER[at + 1] ?? 'full'));
    } else if (Math.abs(pull.speed) > FLING) {
      choose(ORDER[at + (pull.speed > 0 ? -1 : 1)] ?? detent);
    } else {
      const near = ORDER.toSorted((a, b) => Math.abs(heights[a] - shown) - Math.abs(heights[b] - shown));
      choose(near[0] ?? detent);
    }
  };

  return (
    <section
      ref={sheet}
      className="ui-sheet"
      aria-label={label}
      data-detent={detent}
      data-dragging={pull ? '' : undefined}
      style={{ translate: `0 ${room - shown}px` }}
    >
      <button
        type="button"
        className="ui-sheet-grip"
        aria-label={t('ui.sheetHeight', { detent })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setPull({ from: event.clientY, by: 0, at: event.timeStamp, speed: 0 });
        }}
        onPointerMove={(event) => {
          if (!pull) return;
          const by = event.clientY - pull.from;
          const time = Math.max(1, event.timeStamp - pull.at);
          setPull({ ...pull, by, at: event.timeStamp, speed: (by - pull.by) / time });
        }}
        onPointerUp={settle}
        onPointerCancel={() => setPull(undefined)}
        onKeyDown={(event) => {
          const at = ORDER.indexOf(detent);
          if (event.key === 'ArrowUp') choose(ORDER[at + 1] ?? detent);
          else if (event.key === 'ArrowDown') choose(ORDER[at - 1] ?? detent);
          else if (event.key === 'Enter' || event.key === ' ')
            choose(detent === 'full' ? 'half' : (ORDER[at + 1] ?? 'full'));
          else return;
          event.preventDefault();
        }}
      />
      <Stack column flat fixed clip style={{ height: Math.max(0, shown - 28) }}>
        {children}
      </Stack>
    </section>
  );
}

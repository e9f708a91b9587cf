// A line that the user moves to change a width: with the pointer, or with the arrow keys; a double click or Enter
// restores the usual width.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

type DividerProps = {
  className: string;
  /** What it changes, e.g. "Width of the side panel". */
  label: string;
  /** The width in pixels. */
  value: number;
  min: number;
  max: number;
  /** Where to move it for more width. */
  grows: 'left' | 'right';
  /** The width on the screen, where `value` may differ from it. */
  measure?: (divider: HTMLElement) => number;
  /** The width if the divider were under the pointer. */
  widthAt: (event: PointerEvent) => number;
  /** While it is moved. */
  onMove: (width: number) => void;
  /** Once it has been moved, with a width within the limits. */
  onEnd: (width: number) => void;
  onReset: () => void;
};

const STEP = 16;

export function Divider(props: DividerProps) {
  const { className, label, value, min, max, grows, measure, widthAt, onMove, onEnd, onReset } = props;
  const [dragging, setDragging] = useState(false);
  const within = (width: number): number => Math.round(Math.min(max, Math.max(min, width)));
  const step = grows === 'right' ? STEP : -STEP;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const now = measure?.(event.currentTarget) ?? value;
    const goals: Record<string, () => void> = {
      ArrowRight: () => onEnd(within(now + step)),
      ArrowLeft: () => onEnd(within(now - step)),
      Home: () => onEnd(min),
      End: () => onEnd(max),
      Enter: onReset,
    };
    const goal = goals[event.key];
    if (!goal) return;
    event.preventDefault();
    event.stopPropagation();
    goal();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: hr cannot be moved; a focusable separator is the divider pattern
    <div
      role="separator"
      tabIndex={0}
      className={className}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={within(value)}
      data-dragging={dragging ? '' : undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event) => {
        if (dragging) onMove(within(widthAt(event)));
      }}
      onPointerUp={(event) => {
        if (!dragging) return;
        setDragging(false);
        onEnd(within(widthAt(event)));
      }}
      onPointerCancel={() => setDragging(false)}
    />
  );
}

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
  /** While it is moved, with a width within the limits. */
  onMove: (width: number) => void;
  /** Once it has been moved. */
  onEnd: (width: number) => void;
  onReset: () => void;
};

const STEP = 16;

export function Divider(props: DividerProps) {
  const { className, label, value, min, max, grows, measure, onMove, onEnd, onReset } = props;
  /** Where it was pressed, and the width then: the press alone changes nothing. */
  const [pressed, setPressed] = useState<{ x: number; width: number }>();
  const within = (width: number): number => Math.round(Math.min(max, Math.max(min, width)));
  const sign = grows === 'right' ? 1 : -1;
  const widthOf = (divider: HTMLElement): number => measure?.(divider) ?? value;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const now = widthOf(event.currentTarget);
    const goals: Record<string, () => void> = {
      ArrowRight: () => onEnd(within(now + sign * STEP)),
      ArrowLeft: () => onEnd(within(now - sign * STEP)),
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

  const follow = ({ clientX }: PointerEvent, tell: (width: number) => void) => {
    if (pressed && clientX !== pressed.x) tell(within(pressed.width + sign * (clientX - pressed.x)));
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
      data-dragging={pressed ? '' : undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setPressed({ x: event.clientX, width: widthOf(event.currentTarget) });
      }}
      onPointerMove={(event) => follow(event, onMove)}
      onPointerUp={(event) => {
        follow(event, onEnd);
        setPressed(undefined);
      }}
      onPointerCancel={() => setPressed(undefined)}
    />
  );
}

// The divider between two revisions, moved by pointer or keyboard.
import type { KeyboardEvent, PointerEvent } from 'react';
import { Box } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

type Props = { label: string; value: number; onChange: (value: number) => void; before: string; after: string };
const STEP = 0.02;

export function SwipeGrip({ label, value, onChange, before, after }: Props) {
  const t = useT();
  const setValue = (next: number) => onChange(Math.min(1, Math.max(0, next)));
  const move = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const container = event.currentTarget.parentElement?.getBoundingClientRect();
    if (container) setValue((event.clientX - container.left) / container.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: value - STEP, ArrowRight: value + STEP, Home: 0, End: 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setValue(next);
  };
  return (
    <div
      className="swipe-grip"
      data-grip=""
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      style={{ left: `${value * 100}%` }}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onKeyDown={onKeyDown}
    >
      <span className="swipe-name" data-side="before" aria-hidden="true">
        {t('revisions.one', { version: before })}
      </span>
      <Box as="span" corner="full" lift={2} className="swipe-knob" aria-hidden="true" />
      <span className="swipe-name" data-side="after" aria-hidden="true">
        {t('revisions.one', { version: after })}
      </span>
    </div>
  );
}

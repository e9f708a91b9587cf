// A stacked bar: one whole in segments, with a legend and numbers below. Segments also differ by pattern.
import { useId } from 'react';
import { Row, Stack } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import type { Tone } from './tones.ts';
import '../marks/status.css';
import './charts.css';

export type Part = { id: string; label: string; value: number; tone: Tone; href?: string | undefined };

export function StackBar({ label, parts, height = 20 }: { label: string; parts: readonly Part[]; height?: number }) {
  const t = useT();
  const pattern = useId();
  const whole = parts.reduce((sum, part) => sum + part.value, 0);
  let start = 0;
  return (
    <Stack as="figure" gap={3} shrink className="chart-stack" aria-label={label}>
      <svg width="100%" height={height} role="presentation" aria-hidden="true">
        <defs>
          <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="6" className="chart-hatch" />
          </pattern>
        </defs>
        <rect width="100%" height={height} className="chart-ground" rx="4" />
        {parts.map((part, at) => {
          const x = whole === 0 ? 0 : (start / whole) * 100;
          const width = whole === 0 ? 0 : (part.value / whole) * 100;
          start += part.value;
          return (
            <g key={part.id} data-tone={part.tone}>
              <rect x={`${x}%`} width={`${width}%`} height={height} className="chart-fill" />
              {at % 2 === 1 && <rect x={`${x}%`} width={`${width}%`} height={height} fill={`url(#${pattern})`} />}
            </g>
          );
        })}
      </svg>
      <Row as="ul" gap="2 4" align="stretch" wrap size="s">
        {parts.map((part) => (
          <Row as="li" key={part.id} data-tone={part.tone}>
            <span className="chart-key" aria-hidden="true" />
            {part.href === undefined ? <span>{part.label}</span> : <a href={part.href}>{part.label}</a>}
            <strong className="ui-figures">{t.number(part.value)}</strong>
          </Row>
        ))}
      </Row>
    </Stack>
  );
}

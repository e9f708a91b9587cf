// A bar list: labelled horizontal bars, the longest filling the width. The numbers are shown as text, so no value has
// to be estimated from a bar.
import type { ReactNode } from 'react';
import { Grid, Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import type { Tone } from './tones.ts';
import '../marks/status.css';
import './charts.css';

export type Bar = {
  id: string;
  label: string;
  value: number;
  tone?: Tone | undefined;
  /** Shown before the label, e.g. a status icon or an avatar. */
  mark?: ReactNode;
  /** Replaces the plain number. */
  valueText?: string | undefined;
  href?: string | undefined;
};

export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const t = useT();
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <Grid as="ul" gap="2 3" touch className="chart-bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id} data-tone={bar.tone ?? 'brand'}>
          <Row as="span" shrink breaks most={260}>
            {bar.mark}
            {bar.href === undefined ? <span>{bar.label}</span> : <a href={bar.href}>{bar.label}</a>}
          </Row>
          <span className="chart-bar-track" aria-hidden="true">
            <span className="chart-bar" style={{ width: `${(bar.value / most) * 100}%` }} />
          </span>
          <span className="chart-bar-value ui-figures">{bar.valueText ?? t.number(bar.value)}</span>
        </li>
      ))}
    </Grid>
  );
}

// Usage against a limit: a bar, the two numbers, and a warning icon when little is left. Without a limit, only the
// number.
import { IconMark, WarningIcon } from '../icons.tsx';
import { Row, Stack } from '../layout/primitives.tsx';
import './charts.css';

export type MeterProps = {
  label: string;
  value: number;
  /** Null: no limit. */
  limit: number | null;
  /** The text at the end, e.g. "3 of 10". */
  text: string;
};

/** The share from which little is left. */
const SHORT = 0.9;

export function Meter({ label, value, limit, text }: MeterProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : value / limit;
  const state = share > 1 ? 'over' : share >= SHORT ? 'short' : undefined;
  return (
    <Stack gap={1} className="chart-meter" data-state={state}>
      <Row gap={3} align="stretch" justify="between" className="chart-meter-words">
        <span>{label}</span>
        <span className="ui-figures">
          {state !== undefined && <IconMark icon={WarningIcon} />}
          {text}
        </span>
      </Row>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: browsers render <meter> inconsistently
        <div
          className="chart-meter-track"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(limit, value)}
          aria-valuenow={value}
          aria-valuetext={text}
        >
          <span style={{ width: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
    </Stack>
  );
}

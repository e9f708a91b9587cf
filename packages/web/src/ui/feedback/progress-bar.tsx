// A progress bar, 6 px high; with stages, it is divided by their weights and the current stage is named.
import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import { Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './progress-bar.css';

export type ProgressStage = { id: string; label: string; weight: number };

export type ProgressBarProps = {
  label: string;
  /** 0 to 1 of the whole; undefined where unknown. */
  value?: number | undefined;
  /** Text at the end instead of the percentage, e.g. "page 3 of 12". */
  valueText?: string | undefined;
  stages?: readonly ProgressStage[] | undefined;
  state?: 'running' | 'done' | 'failed' | 'paused' | undefined;
  hideLabel?: boolean | undefined;
};

/** The track of each stage by weight, filled up to `value`. */
function tracks(stages: readonly ProgressStage[], value: number): { id: string; weight: number; filled: number }[] {
  const whole = stages.reduce((sum, stage) => sum + stage.weight, 0) || 1;
  let start = 0;
  return stages.map((stage) => {
    const share = stage.weight / whole;
    const filled = Math.min(1, Math.max(0, (value - start) / share));
    start += share;
    return { id: stage.id, weight: stage.weight, filled };
  });
}

export function ProgressBar({ label, value, valueText, stages, state = 'running', hideLabel }: ProgressBarProps) {
  const t = useT();
  const parts = stages && value !== undefined ? tracks(stages, value) : [{ id: 'all', weight: 1, filled: value ?? 0 }];
  const shown = valueText ?? (value === undefined ? '' : t.percent(value));
  return (
    <AriaProgressBar
      className="ui-progress"
      data-state={state}
      aria-label={label}
      minValue={0}
      maxValue={1}
      isIndeterminate={value === undefined}
      value={value ?? 0}
      valueLabel={shown}
    >
      {!hideLabel && (
        <Row gap={3} align="stretch" justify="between" size="s" weight="medium" className="ui-progress-words">
          <span>{label}</span>
          <span className="ui-figures">{shown}</span>
        </Row>
      )}
      <Row gap={0.5} align="stretch" clip className="ui-progress-tracks">
        {parts.map((part) => (
          <span key={part.id} className="ui-progress-track" style={{ flexGrow: part.weight }}>
            <span className="ui-progress-fill" style={{ scale: `${value === undefined ? 1 : part.filled} 1` }} />
          </span>
        ))}
      </Row>
    </AriaProgressBar>
  );
}

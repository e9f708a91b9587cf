// Input for a value of any field type, shared by the pin form, bulk editing and the preview of the field definition.
import { parseTime, type Time } from '@internationalized/date';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FieldLabel, FieldNotes, type FieldWords, validity } from '../../ui/fields/field.tsx';
import { TagsField } from '../../ui/fields/tags-field.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { LevelSlider } from './level-slider.tsx';
import { TagChoice } from './tag-choice.tsx';
import { TypedValue } from './typed-value.tsx';
import { useBufferedValue } from './use-buffered-value.ts';
import '../../ui/fields/date-field.css';
import './fields.css';

type TimeFieldProps = FieldWords & {
  /** `HH:MM`; null where no time is set. */
  value: string | null;
  onChange: (time: string | null) => void;
  isDisabled?: boolean | undefined;
};

function timeOf(value: string | null): Time | null {
  try {
    return value ? parseTime(value) : null;
  } catch {
    return null;
  }
}

/** Typed in the format of the locale, and without a time zone. */
function TimeField({ label, hideLabel, help, problem, optional, value, onChange, isDisabled }: TimeFieldProps) {
  return (
    <AriaTimeField
      {...validity(problem)}
      className="ui-field"
      value={timeOf(value)}
      onChange={(time) => onChange(time === null ? null : time.toString().slice(0, 5))}
      isDisabled={isDisabled ?? false}
      shouldForceLeadingZeros
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <DateInput className="ui-box ui-date-input">
        {(segment) => <DateSegment segment={segment} className="ui-date-segment" />}
      </DateInput>
      <FieldNotes help={help} problem={problem} />
    </AriaTimeField>
  );
}

export type FieldInputProps = {
  field: Pick<FieldRow, 'title' | 'format'>;
  /** Null when there is no value. */
  value: FieldValue | null;
  onChange: (value: FieldValue | null) => void;
  hideLabel?: boolean | undefined;
  help?: string | undefined;
};

export function FieldInput({ field, value, onChange, hideLabel, help }: FieldInputProps) {
  const { title, format } = field;
  const words = { label: title, hideLabel, help };
  const tags = Array.isArray(value) ? value : [];
  switch (format.type) {
    case 'DATE':
      return (
        <DayInput
          {...words}
          withTime={format.time}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'SLIDER':
      return (
        <LevelSlider
          label={title}
          hideLabel={hideLabel}
          levels={format.levels}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    case 'TAGS': {
      const give = (next: string[]) => onChange(next.length === 0 ? null : next);
      return format.listed ? (
        <TagChoice {...words} offered={format.tags} tags={tags} onChange={give} />
      ) : (
        <TagsField {...words} tags={tags} known={format.tags} onChange={give} />
      );
    }
    default:
      return <TypedValue {...words} format={format} value={value} onChange={onChange} />;
  }
}

type DayInputProps = {
  label: string;
  hideLabel?: boolean | undefined;
  help?: string | undefined;
  withTime: boolean;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A date, plus the time in the project's time zone if the field has one. Saved on leaving the input. */
function DayInput({ label, hideLabel, help, withTime, value, onChange }: DayInputProps) {
  const t = useT();
  const held = useBufferedValue(value, (next) => onChange(typeof next === 'string' ? next : null));
  const [day = null, clock = null] = typeof held.value === 'string' ? held.value.split('T') : [];
  const change = (nextDay: string | null, nextClock: string | null) =>
    held.change(nextDay && [nextDay, nextClock].filter(Boolean).join('T'));
  return (
    <Grid align="start" className="field-day-time" data-with-time={withTime ? '' : undefined} onBlur={held.onBlur}>
      <DateField
        label={label}
        hideLabel={hideLabel}
        help={help}
        value={day}
        onChange={(next) => change(next, clock)}
        onPick={(next) => held.now([next, clock].filter(Boolean).join('T'))}
      />
      {withTime && (
        <TimeField
          label={t('field.clock')}
          value={clock}
          isDisabled={day === null}
          onChange={(next) => change(day, next)}
        />
      )}
    </Grid>
  );
}

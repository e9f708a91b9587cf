// A time of day, typed in the format of the locale. Values are local times, `HH:MM`, without a time zone.
import { parseTime, type Time } from '@internationalized/date';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components';
import '../../ui/fields/date-field.css';
import { FieldLabel, FieldNotes, type FieldWords, validity } from '../../ui/fields/field.tsx';

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

export function TimeField({ label, hideLabel, help, problem, optional, value, onChange, isDisabled }: TimeFieldProps) {
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

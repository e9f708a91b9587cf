// Input for a value of any field type, shared by the pin form, bulk editing and the preview of the field definition.
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TagsField } from '../../ui/fields/tags-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { LevelSlider } from './level-slider.tsx';
import { TagChoice } from './tag-choice.tsx';
import { TypedValue } from './typed-value.tsx';
import './fields.css';

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

/** A date, plus the time in the project's time zone if the field has one. */
function DayInput({ label, hideLabel, help, withTime, value, onChange }: DayInputProps) {
  const t = useT();
  const [day = null, clock = ''] = value?.split('T') ?? [];
  const date = (
    <DateField
      label={label}
      hideLabel={hideLabel}
      help={help}
      value={day}
      onChange={(next) => onChange(next === null ? null : [next, clock].filter(Boolean).join('T'))}
    />
  );
  if (!withTime) return date;
  return (
    <Grid align="start" className="field-day-time">
      {date}
      <TextField
        label={t('field.clock')}
        type="time"
        value={clock}
        isDisabled={day === null}
        onChange={(next) => onChange([day, next].filter(Boolean).join('T'))}
      />
    </Grid>
  );
}

// Recurrence of a task: interval, weekdays and end of the series, with a description of the result.

import { nextOfSeries, REPEAT_UNITS, type Repeat, weekdayOf } from '@plumbline/core/site/values/repeat';
import { addDays } from '../../../shared/site/today.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { repeatWords, weekdayName } from './repeat-text.ts';
import '../tasks.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const ENDS = ['never', 'until', 'times'] as const;
const DEFAULT_REPEAT_COUNT = 10;
const DEFAULT_REPEAT_DAYS = 90;

type RepeatFieldsProps = {
  value: Repeat | null;
  dueDate: string | null;
  today: string;
  onChange: (value: Repeat | null) => void;
};

const whole = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(1, Math.round(value))) : 1;

export function RepeatFields({ value, dueDate, today, onChange }: RepeatFieldsProps) {
  const t = useT();
  const unit = (
    <Select
      label={t('task.repeatEvery')}
      value={value?.unit ?? 'none'}
      onChange={(id) => {
        const next = REPEAT_UNITS.find((repeatUnit) => repeatUnit === id);
        if (!next) return onChange(null);
        const { weekdays: _, onDay: __, ...rest } = value ?? { every: 1 };
        onChange({ ...rest, unit: next });
      }}
      choices={[
        { id: 'none', label: t('task.repeat.none') },
        ...REPEAT_UNITS.map((repeatUnit) => ({
          id: repeatUnit,
          label: t(`task.repeat.${repeatUnit}`, { every: value?.every ?? 1 }),
        })),
      ]}
    />
  );
  if (!value) return unit;
  const { until, times, ...rule } = value;
  const ends = until !== undefined ? 'until' : times !== undefined ? 'times' : 'never';
  const next = dueDate === null ? undefined : nextOfSeries({ dueDate, repeat: value }, dueDate);
  return (
    <>
      {unit}
      <NumberField
        label={t('task.repeatCount')}
        steps
        minValue={1}
        maxValue={366}
        value={value.every}
        onChange={(every) => onChange({ ...value, every: whole(every, 366) })}
      />
      {value.unit === 'week' && (
        <div className="task-form-line">
          <FilterChips
            label={t('task.repeat.weekdays')}
            choices={WEEKDAYS.map((weekday) => ({ id: String(weekday), label: weekdayName(t, weekday) }))}
            value={(value.weekdays ?? (dueDate === null ? [] : [weekdayOf(dueDate)])).map(String)}
            onChange={(ids) => {
              const { weekdays: _, ...rest } = value;
              onChange(ids ? { ...rest, weekdays: ids.map(Number) } : rest);
            }}
          />
        </div>
      )}
      <Select
        label={t('task.repeat.ends')}
        value={ends}
        onChange={(id) => {
          if (id === 'until') onChange({ ...rule, until: addDays(dueDate ?? today, DEFAULT_REPEAT_DAYS) });
          else onChange(id === 'times' ? { ...rule, times: DEFAULT_REPEAT_COUNT } : rule);
        }}
        choices={ENDS.map((id) => ({ id, label: t(`task.repeat.ends.${id}`) }))}
      />
      {ends === 'until' && (
        <DateField
          label={t('task.repeat.ends.until')}
          value={until ?? null}
          min={dueDate ?? undefined}
          onChange={(day) => onChange(day === null ? rule : { ...rule, until: day })}
        />
      )}
      {ends === 'times' && (
        <NumberField
          label={t('task.repeat.times')}
          steps
          minValue={1}
          maxValue={999}
          value={times ?? DEFAULT_REPEAT_COUNT}
          onChange={(count) => onChange({ ...rule, times: whole(count, 999) })}
        />
      )}
      <Text as="p" className="task-form-line" block ink={2} aria-live="polite">
        {repeatWords(t, value)}.{' '}
        {next
          ? t('task.repeat.next', { day: t.date(next.dueDate, 'weekday') })
          : dueDate !== null && t('task.repeat.last')}
      </Text>
    </>
  );
}

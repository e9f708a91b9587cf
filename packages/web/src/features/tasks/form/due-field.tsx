// The due date of a task: presets, or any date from the calendar.
import { useState } from 'react';
import { addDays } from '../../../shared/site/today.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../tasks.css';

const PRESETS = [0, 1, 7, 14] as const;

type DueFieldProps = {
  today: string;
  value: string | null;
  onChange: (day: string | null) => void;
  /** Only later dates can be chosen. */
  after?: string | undefined;
  /** Called instead of `onChange` for a preset or a day of the calendar, which need no further keys. */
  onPick?: ((day: string) => void) | undefined;
  optional?: boolean | undefined;
};

export function DueField({ today, value, onChange, onPick, after, optional }: DueFieldProps) {
  const t = useT();
  const base = after !== undefined && after > today ? after : today;
  const days = PRESETS.map((days) => ({ days, day: addDays(base, days) })).filter(
    ({ day }) => after === undefined || day > after,
  );
  const words = (days: number, day: string): string => {
    if (after !== undefined) return t.date(day, 'medium');
    if (days === 0) return t('task.today');
    return days === 1 ? t('task.tomorrow') : t('task.inDays', { days });
  };
  return (
    <Stack>
      <DateField
        label={t('task.dueDate')}
        value={value}
        onChange={onChange}
        onPick={onPick}
        optional={optional}
        min={after === undefined ? undefined : addDays(after, 1)}
      />
      <Row align="stretch" wrap className="task-presets" role="group" aria-label={t('task.duePresets')}>
        {days.map(({ days: count, day }) => (
          <Button key={count} size="s" aria-pressed={value === day} onPress={() => (onPick ?? onChange)(day)}>
            {words(count, day)}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}

type DueFormProps = Pick<DueFieldProps, 'today' | 'value'> & { onSave: (day: string | null) => void };

/** A due date on its own: a preset or a day of the calendar is saved at once, a typed one by the button. */
export function DueForm({ today, value, onSave }: DueFormProps) {
  const t = useT();
  const [day, setDay] = useState(value);
  return (
    <Stack gap={3}>
      <DueField today={today} value={day} onChange={setDay} onPick={onSave} optional />
      <Row justify="end">
        <Button kind="next" size="s" isDisabled={day === value} onPress={() => onSave(day)}>
          {t('task.save')}
        </Button>
      </Row>
    </Stack>
  );
}

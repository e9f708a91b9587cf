// When a saved report is created: not at all, daily, weekly or monthly, at a time in the project's time zone.
import type { ReportSchedule } from '@plumbline/core/features/reports/schedule';
import { Select } from '../../../ui/choices/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { weekdayName } from '../../tasks/form/repeat-text.ts';

const KINDS = ['none', 'day', 'week', 'month'] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const DAYS = Array.from({ length: 31 }, (_, place) => String(place + 1));
const DEFAULT_TIME = '07:00';

type ScheduleFieldsProps = {
  value: ReportSchedule | null;
  onChange: (value: ReportSchedule | null) => void;
};

export function ScheduleFields({ value, onChange }: ScheduleFieldsProps) {
  const t = useT();
  const choose = (kind: string) => {
    const time = value?.time ?? DEFAULT_TIME;
    if (kind === 'day') onChange({ every: 'day', time });
    else if (kind === 'week') onChange({ every: 'week', weekday: 1, time });
    else if (kind === 'month') onChange({ every: 'month', day: 1, time });
    else onChange(null);
  };
  return (
    <Grid columns="fit" min={160} gap={4}>
      <Select
        label={t('report.saved.schedule')}
        value={value?.every ?? 'none'}
        onChange={choose}
        choices={KINDS.map((id) => ({ id, label: t(`report.saved.every.${id}`) }))}
      />
      {value?.every === 'week' && (
        <Select
          label={t('report.saved.weekday')}
          value={String(value.weekday)}
          onChange={(weekday) => onChange({ ...value, weekday: Number(weekday) })}
          choices={WEEKDAYS.map((day) => ({ id: String(day), label: weekdayName(t, day, 'long') }))}
        />
      )}
      {value?.every === 'month' && (
        <Select
          label={t('report.saved.day')}
          help={t('report.saved.dayHelp')}
          value={String(value.day)}
          onChange={(day) => onChange({ ...value, day: Number(day) })}
          choices={DAYS.map((id) => ({ id, label: id }))}
        />
      )}
      {value && (
        <TextField
          label={t('report.saved.time')}
          help={t('report.saved.timeHelp')}
          type="time"
          value={value.time}
          onChange={(time) => onChange({ ...value, time: time.slice(0, 5) || DEFAULT_TIME })}
        />
      )}
    </Grid>
  );
}

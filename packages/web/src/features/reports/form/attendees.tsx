// Who was on site: companies with their number of people.
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { AddIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../reports.css';

/** A row being edited; its id is used only on screen. */
export type AttendeeDraft = { id: string; company: string; people: number };

type AttendeesProps = { value: readonly AttendeeDraft[]; onChange: (rows: AttendeeDraft[]) => void };

export function Attendees({ value, onChange }: AttendeesProps) {
  const t = useT();
  const set = (id: string, change: Partial<AttendeeDraft>) =>
    onChange(value.map((row) => (row.id === id ? { ...row, ...change } : row)));
  return (
    <Stack as="fieldset" fluid shrink className="attendees">
      <legend className="ui-label">{t('report.attendees')}</legend>
      <p className="ui-help">{t('report.attendeesHint')}</p>
      {value.map((row) => (
        <Grid key={row.id} columns="rest minmax(110px, 150px) auto">
          <TextField
            label={t('report.attendeeCompany')}
            hideLabel
            placeholder={t('report.attendeeCompany')}
            value={row.company}
            maxLength={200}
            autoFocus={row.company === ''}
            onChange={(company) => set(row.id, { company })}
          />
          <NumberField
            label={t('report.attendeePeople')}
            hideLabel
            steps
            minValue={0}
            maxValue={9_999}
            value={row.people}
            onChange={(people) => set(row.id, { people: Number.isFinite(people) ? people : 0 })}
          />
          <IconButton
            icon={CloseIcon}
            label={t('report.removeAttendee')}
            onPress={() => onChange(value.filter((one) => one.id !== row.id))}
          />
        </Grid>
      ))}
      <div>
        <Button
          kind="quiet"
          icon={AddIcon}
          onPress={() => onChange([...value, { id: crypto.randomUUID(), company: '', people: 1 }])}
        >
          {t('report.addAttendee')}
        </Button>
      </div>
    </Stack>
  );
}

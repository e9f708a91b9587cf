// The date of a sheet: read in its title block or given for the set. Corrected in a field that is shown on request, because
// fields on every page of a large set are slow to build.
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { DateIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { useT } from '../../../ui/translation.tsx';

const DateField = later(() => import('../../../ui/fields/date-field.tsx').then((module) => module.DateField));

export type PageDateProps = {
  /** Display name of the page. */
  name: string;
  date: string | null;
  isDisabled: boolean;
  onChange: (date: string | null) => void;
};

export function PageDate({ name, date, isDisabled, onChange }: PageDateProps) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const label = `${t('revisions.date')}, ${name}`;
  if (choosing && !isDisabled) return <DateField label={label} hideLabel value={date} onChange={onChange} autoFocus />;
  const shown = date === null ? t('revisions.date') : t.date(date);
  return (
    <Button
      size="s"
      kind="quiet"
      icon={DateIcon}
      aria-label={date === null ? label : `${label}: ${shown}`}
      isDisabled={isDisabled}
      onPress={() => setChoosing(true)}
    >
      {shown}
    </Button>
  );
}

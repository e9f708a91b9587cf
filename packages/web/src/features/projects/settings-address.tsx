// The second side of the settings: where the site is, in words and on the map.
import { useMemo } from 'react';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useT } from '../../ui/translation.tsx';
import { countriesIn } from './countries.ts';
import { Part } from './part.tsx';
import type { SettingsProps } from './use-settings.ts';

export function SettingsAddress({ draft, onChange, problemOf, isReadOnly }: SettingsProps) {
  const t = useT();
  const countries = useMemo(() => countriesIn(t.locale), [t.locale]);
  const line = (field: 'address' | 'postCode') => ({
    value: draft[field],
    onChange: (value: string) => onChange({ [field]: value }),
    problem: problemOf(field),
    isReadOnly,
    optional: true,
  });
  return (
    <Part title={t('project.partPlace')} isFirst>
      <TextField label={t('project.address')} autoComplete="street-address" {...line('address')} />
      <div className="project-pair" data-short-first="">
        <TextField label={t('project.postCode')} autoComplete="postal-code" {...line('postCode')} />
        <ComboBox
          label={t('project.country')}
          optional
          choices={countries}
          value={draft.country === '' ? null : draft.country}
          onChange={(country) => onChange({ country: country ?? '' })}
          problem={problemOf('country')}
          isDisabled={isReadOnly}
        />
      </div>
    </Part>
  );
}

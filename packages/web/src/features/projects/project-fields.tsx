// The fields of a project, in the order in which people know them; used for a new one and in its settings.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMemo } from 'react';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useT } from '../../ui/translation.tsx';
import { countriesIn } from './countries.ts';
import { Part } from './part.tsx';
import type { DraftField, ProjectDraft } from './project-draft.ts';

export type ProjectFieldsProps = {
  draft: ProjectDraft;
  onChange: (change: Partial<ProjectDraft>) => void;
  /** Words for what is wrong with a field. */
  problemOf: (field: DraftField) => string | undefined;
  isReadOnly?: boolean | undefined;
};

const languages = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

export function ProjectFields({ draft, onChange, problemOf, isReadOnly = false }: ProjectFieldsProps) {
  const t = useT();
  const countries = useMemo(() => countriesIn(t.locale), [t.locale]);
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') })),
    [],
  );
  const line = (field: 'company' | 'address' | 'postCode' | 'managerName' | 'managerPhone') => ({
    value: draft[field],
    onChange: (value: string) => onChange({ [field]: value }),
    problem: problemOf(field),
    isReadOnly,
    optional: true,
  });
  return (
    <>
      <Part title={t('project.partName')} isFirst>
        <TextField
          label={t('project.title')}
          help={t('project.titleHint')}
          name="title"
          autoFocus={draft.title === ''}
          value={draft.title}
          onChange={(title) => onChange({ title })}
          problem={problemOf('title')}
          isReadOnly={isReadOnly}
        />
        <TextField label={t('project.company')} autoComplete="organization" {...line('company')} />
      </Part>
      <Part title={t('project.partTime')}>
        <div className="project-pair">
          <DateField
            label={t('project.start')}
            value={draft.start}
            onChange={(start) => onChange({ start })}
            problem={problemOf('start')}
            isReadOnly={isReadOnly}
            optional
          />
          <DateField
            label={t('project.end')}
            value={draft.end}
            onChange={(end) => onChange({ end })}
            problem={problemOf('end')}
            isReadOnly={isReadOnly}
            optional
          />
        </div>
      </Part>
      <Part title={t('project.partPlace')}>
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
      <Part title={t('project.partManager')}>
        <div className="project-pair">
          <TextField label={t('project.managerName')} autoComplete="name" {...line('managerName')} />
          <TextField
            label={t('project.managerPhone')}
            help={t('project.phoneHint')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...line('managerPhone')}
          />
        </div>
      </Part>
      <Part title={t('project.partReports')}>
        <div className="project-pair">
          <ComboBox
            label={t('project.timezone')}
            choices={zones}
            value={draft.timezone}
            onChange={(timezone) => timezone !== null && onChange({ timezone })}
            problem={problemOf('timezone')}
            isDisabled={isReadOnly}
          />
          <Select
            label={t('project.language')}
            choices={languages}
            value={draft.language}
            onChange={(language) => onChange({ language })}
            problem={problemOf('language')}
            isDisabled={isReadOnly}
          />
        </div>
        <TextArea
          label={t('project.notes')}
          optional
          rows={4}
          value={draft.notes}
          onChange={(notes) => onChange({ notes })}
          problem={problemOf('notes')}
          isReadOnly={isReadOnly}
        />
      </Part>
    </>
  );
}

// The fields of a project, in the parts in which people know them; a new project and its settings put them together.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMemo } from 'react';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useT } from '../../ui/translation.tsx';
import { countriesIn } from './countries.ts';
import type { DraftField, ProjectDraft } from './project-draft.ts';

/** What of a draft the fields `F` read and change. */
export type FieldsProps<F extends DraftField> = {
  draft: Pick<ProjectDraft, F>;
  onChange: (change: Partial<Pick<ProjectDraft, F>>) => void;
  /** Words for what is wrong with a field. */
  problemOf: (field: F) => string | undefined;
  isReadOnly: boolean;
};

type LineField = 'company' | 'address' | 'postCode' | 'managerName' | 'managerPhone';

/** The properties of a line of text that may stay empty. */
function lineOf<F extends LineField>({ draft, onChange, problemOf, isReadOnly }: FieldsProps<F>, field: F) {
  return {
    value: draft[field],
    onChange: (value: string) => onChange({ [field]: value } as Partial<Pick<ProjectDraft, F>>),
    problem: problemOf(field),
    isReadOnly,
    optional: true,
  };
}

const languages = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

export function NameFields(props: FieldsProps<'title' | 'company'> & { autoFocus?: boolean }) {
  const { draft, onChange, problemOf, isReadOnly, autoFocus = false } = props;
  const t = useT();
  return (
    <>
      <TextField
        label={t('project.title')}
        help={t('project.titleHint')}
        name="title"
        autoFocus={autoFocus}
        value={draft.title}
        onChange={(title) => onChange({ title })}
        problem={problemOf('title')}
        isReadOnly={isReadOnly}
      />
      <TextField label={t('project.company')} autoComplete="organization" {...lineOf<'company'>(props, 'company')} />
    </>
  );
}

export function DateFields({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'start' | 'end'>) {
  const t = useT();
  return (
    <div className="project-pair">
      {(['start', 'end'] as const).map((field) => (
        <DateField
          key={field}
          label={t(`project.${field}`)}
          value={draft[field]}
          onChange={(day) => onChange({ [field]: day })}
          problem={problemOf(field)}
          isReadOnly={isReadOnly}
          optional
        />
      ))}
    </div>
  );
}

export function PlaceFields(props: FieldsProps<'address' | 'postCode' | 'country'>) {
  const { draft, onChange, problemOf, isReadOnly } = props;
  const t = useT();
  const countries = useMemo(() => countriesIn(t.locale), [t.locale]);
  return (
    <>
      <TextField label={t('project.address')} autoComplete="street-address" {...lineOf<'address'>(props, 'address')} />
      <div className="project-pair" data-short-first="">
        <TextField
          label={t('project.postCode')}
          autoComplete="postal-code"
          {...lineOf<'postCode'>(props, 'postCode')}
        />
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
    </>
  );
}

/** Whom to call on site. */
export function ManagerFields(props: FieldsProps<'managerName' | 'managerPhone'>) {
  const t = useT();
  return (
    <div className="project-pair">
      <TextField
        label={t('project.managerName')}
        autoComplete="name"
        {...lineOf<'managerName'>(props, 'managerName')}
      />
      <TextField
        label={t('project.managerPhone')}
        help={t('project.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...lineOf<'managerPhone'>(props, 'managerPhone')}
      />
    </div>
  );
}

/** Time zone and language: what dates and reports are written in. */
export function WordsFields({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'timezone' | 'language'>) {
  const t = useT();
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') })),
    [],
  );
  return (
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
  );
}

export function NotesField({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'notes'>) {
  const t = useT();
  return (
    <TextArea
      label={t('project.notes')}
      optional
      rows={4}
      value={draft.notes}
      onChange={(notes) => onChange({ notes })}
      problem={problemOf('notes')}
      isReadOnly={isReadOnly}
    />
  );
}

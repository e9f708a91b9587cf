// The fields of a project, in sections; the new project form and the settings combine them.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMemo } from 'react';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { countriesIn } from './countries.ts';
import type { SuggestedPerson } from './people-suggestions.ts';
import { type DraftField, limitOf, type ProjectDraft } from './project-draft.ts';
import './project-form.css';

/** The part of a draft that the fields `F` read and change. */
export type FieldsProps<F extends DraftField> = {
  draft: Pick<ProjectDraft, F>;
  onChange: (change: Partial<Pick<ProjectDraft, F>>) => void;
  /** The error message of a field. */
  problemOf: (field: F) => string | undefined;
  isReadOnly: boolean;
};

type LineField = 'company' | 'address' | 'postCode' | 'managerName' | 'managerPhone';

/** Props of an optional single-line text field. */
function lineOf<F extends LineField>({ draft, onChange, problemOf, isReadOnly }: FieldsProps<F>, field: F) {
  return {
    value: draft[field],
    onChange: (value: string) => onChange({ [field]: value } as Partial<Pick<ProjectDraft, F>>),
    maxLength: limitOf(field),
    problem: problemOf(field),
    isReadOnly,
    optional: true,
  };
}

const languages = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

/** Suggestions shown at once below a text field. */
const MAX_SUGGESTIONS = 12;

type KnownFieldProps<One> = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Called with the chosen suggestion, after `onChange`. */
  onChoose?: ((one: One) => void) | undefined;
  known: readonly One[];
  maxLength: number;
  problem: string | undefined;
  isReadOnly: boolean;
};

/** Free text with suggestions known to the project. */
function KnownField<One extends { id: string; name: string; detail?: string }>(props: KnownFieldProps<One>) {
  const { label, value, onChange, onChoose, known, maxLength, problem, isReadOnly } = props;
  // If the value is a known name, all others are offered as well.
  const typed = known.some((one) => one.name === value) ? '' : value.toLocaleLowerCase();
  const matching = known.filter((one) => one.name.toLocaleLowerCase().includes(typed)).slice(0, MAX_SUGGESTIONS);
  return (
    <ComboBox
      label={label}
      optional
      allowsOwn
      filtered
      choices={matching.map(({ id, name, detail }) => ({ id, label: name, detail: detail || undefined }))}
      value={null}
      onChange={(id) => {
        const one = known.find((person) => person.id === id);
        if (!one) return;
        onChange(one.name);
        onChoose?.(one);
      }}
      text={value}
      onText={onChange}
      maxLength={maxLength}
      problem={problem}
      isDisabled={isReadOnly}
    />
  );
}

type NameProps = FieldsProps<'title' | 'company'> & {
  autoFocus?: boolean;
  /** Suggested companies of the project; a new project has none. */
  companies?: readonly string[];
};

export function NameFields(props: NameProps) {
  const { draft, onChange, problemOf, isReadOnly, autoFocus = false } = props;
  const t = useT();
  return (
    <>
      <TextField
        label={t('project.title')}
        help={t('project.titleHint')}
        name="title"
        autoFocus={autoFocus}
        maxLength={limitOf('title')}
        value={draft.title}
        onChange={(title) => onChange({ title })}
        problem={problemOf('title')}
        isReadOnly={isReadOnly}
      />
      {props.companies === undefined ? (
        <TextField label={t('project.company')} autoComplete="organization" {...lineOf<'company'>(props, 'company')} />
      ) : (
        <KnownField
          label={t('project.company')}
          value={draft.company}
          onChange={(company) => onChange({ company })}
          known={props.companies.map((name) => ({ id: name, name }))}
          maxLength={limitOf('company')}
          problem={problemOf('company')}
          isReadOnly={isReadOnly}
        />
      )}
    </>
  );
}

export function DateFields({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'start' | 'end'>) {
  const t = useT();
  return (
    <Grid columns={2} gap={4} className="project-pair">
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
    </Grid>
  );
}

export function LocationFields(props: FieldsProps<'address' | 'postCode' | 'country'>) {
  const { draft, onChange, problemOf, isReadOnly } = props;
  const t = useT();
  const countries = useMemo(() => countriesIn(t.locale), [t.locale]);
  return (
    <>
      <TextField label={t('project.address')} autoComplete="street-address" {...lineOf<'address'>(props, 'address')} />
      <Grid columns={2} gap={4} className="project-pair" data-short-first="">
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
      </Grid>
    </>
  );
}

type ManagerProps = FieldsProps<'managerName' | 'managerPhone'> & {
  /** Suggestions; empty for a new project. */
  people?: readonly SuggestedPerson[];
};

/** The contact on site: a person known to the project, or anyone else by name. */
export function ManagerFields(props: ManagerProps) {
  const { draft, onChange, problemOf, isReadOnly, people = [] } = props;
  const t = useT();
  return (
    <Grid columns={2} gap={4} className="project-pair">
      <KnownField
        label={t('project.managerName')}
        value={draft.managerName}
        onChange={(managerName) => onChange({ managerName })}
        // Also fills in the phone number where it is known.
        onChoose={({ name, phone }) => phone !== '' && onChange({ managerName: name, managerPhone: phone })}
        known={people}
        maxLength={limitOf('managerName')}
        problem={problemOf('managerName')}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t('project.managerPhone')}
        help={t('project.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...lineOf<'managerPhone'>(props, 'managerPhone')}
      />
    </Grid>
  );
}

/** Time zone and language, used for dates and reports. */
export function DescriptionFields({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'timezone' | 'language'>) {
  const t = useT();
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') })),
    [],
  );
  return (
    <Grid columns={2} gap={4} className="project-pair">
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
    </Grid>
  );
}

export function NotesField({ draft, onChange, problemOf, isReadOnly }: FieldsProps<'notes'>) {
  const t = useT();
  return (
    <TextArea
      label={t('project.notes')}
      optional
      rows={4}
      maxLength={limitOf('notes')}
      value={draft.notes}
      onChange={(notes) => onChange({ notes })}
      problem={problemOf('notes')}
      isReadOnly={isReadOnly}
    />
  );
}

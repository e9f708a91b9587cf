// How a text file is parsed, and the defaults for rows that leave a value out.
import type { Role } from '@plumbline/core/access/capabilities';
import { ENCODINGS, type Encoding, SEPARATORS } from '@plumbline/core/features/datasets/table';
import type { ImportKind } from '@plumbline/core/features/people/import/columns';
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { Select } from '../../../ui/choices/select.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES } from '../team/use-people.ts';
import type { Preview } from './list-dialog.tsx';

type Separator = (typeof SEPARATORS)[number];
export type DialectValue = { encoding?: Encoding; separator?: Separator };

const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
  'windows-1252': 'Windows-1252 · ISO-8859-1',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1254': 'Windows-1254',
  'iso-8859-2': 'ISO-8859-2',
  'iso-8859-5': 'ISO-8859-5',
  'iso-8859-9': 'ISO-8859-9',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac OS Roman',
};
const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

type DialectProps = {
  preview: Pick<Preview, 'encoding' | 'separator'>;
  onChange: (change: DialectValue) => void;
};

export function Dialect({ preview, onChange }: DialectProps) {
  const t = useT();
  return (
    <Grid columns="fit" min={240} gap={3} align="start">
      <Select
        label={t('peopleImport.encoding')}
        help={t('peopleImport.encodingHelp')}
        value={preview.encoding}
        choices={ENCODINGS.map((id) => ({ id, label: ENCODING_NAMES[id] }))}
        onChange={(id) => {
          const encoding = ENCODINGS.find((one) => one === id);
          if (encoding) onChange({ encoding });
        }}
      />
      <Select
        label={t('peopleImport.separator')}
        value={preview.separator === null ? null : SEPARATOR_NAMES[preview.separator]}
        choices={SEPARATORS.map((sign) => ({
          id: SEPARATOR_NAMES[sign],
          label: t(`peopleImport.separator.${SEPARATOR_NAMES[sign]}`),
        }))}
        onChange={(id) => {
          const separator = SEPARATORS.find((sign) => SEPARATOR_NAMES[sign] === id);
          if (separator) onChange({ separator });
        }}
      />
    </Grid>
  );
}

export type DefaultsValue = { role: Exclude<Role, 'none'>; language: string };
type DefaultsProps = { kind: ImportKind; value: DefaultsValue; onChange: (value: DefaultsValue) => void };

export function Defaults({ kind, value, onChange }: DefaultsProps) {
  const t = useT();
  return (
    <Grid columns="fit" min={240} gap={3} align="start">
      {kind === 'members' && (
        <Select
          label={t('peopleImport.role')}
          value={value.role}
          choices={ASSIGNABLE_ROLES.map((role) => ({ id: role, label: t(`role.${role}`) }))}
          onChange={(id) => {
            const role = ASSIGNABLE_ROLES.find((assignableRole) => assignableRole === id);
            if (role) onChange({ ...value, role });
          }}
        />
      )}
      <Select
        label={t('peopleImport.language')}
        value={value.language}
        choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
        onChange={(language) => onChange({ ...value, language })}
      />
    </Grid>
  );
}

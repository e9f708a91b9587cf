// Filter for one custom field: a range, dates, text or tags, or whether a value exists.

import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import {
  conditionKindOf,
  type FieldCriterion,
  readCondition,
  writeCondition,
} from '@plumbline/core/site/values/field-conditions';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FilterChips } from '../../ui/fields/filter-chips.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { TypedValue } from './typed-value.tsx';
import './fields.css';

export type FieldFilterProps = {
  field: FieldRow;
  /** The filter conditions of all fields. */
  conditions: readonly string[] | undefined;
  onChange: (conditions: string[] | undefined) => void;
  /** The pins being filtered: only tags that occur on them are offered. */
  pins: readonly PinRow[];
};

function criterionOf(field: FieldRow, conditions: readonly string[] | undefined): FieldCriterion | undefined {
  return conditions?.map(readCondition).find((one) => one?.fieldId === field.id)?.criterion;
}

/** The conditions with the one for `fieldId` added, replaced or removed. */
function withCriterion(
  conditions: readonly string[] | undefined,
  fieldId: string,
  criterion: FieldCriterion | undefined,
) {
  const others = (conditions ?? []).filter((text) => readCondition(text)?.fieldId !== fieldId);
  const all = criterion ? [...others, writeCondition({ fieldId, criterion })] : others;
  return all.length > 0 ? all : undefined;
}

export function FieldFilter({ field, conditions, onChange, pins }: FieldFilterProps) {
  const t = useT();
  const criterion = criterionOf(field, conditions);
  const set = (next: FieldCriterion | undefined) => onChange(withCriterion(conditions, field.id, next));
  const there = criterion?.kind === 'set' || criterion?.kind === 'unset' ? [criterion.kind] : undefined;
  return (
    <Stack as="fieldset" gap={1.5} shrink>
      <legend className="ui-label">{field.title}</legend>
      <CriterionInput field={field} criterion={criterion} onCriterion={set} pins={pins} />
      <FilterChips
        label={t('field.filter.there', { title: field.title })}
        hideLabel
        choices={(['set', 'unset'] as const).map((id) => ({ id, label: t(`field.filter.${id}`) }))}
        value={there}
        onChange={(ids) => {
          const kind = ids?.find((id) => id !== there?.[0]);
          set(kind && { kind });
        }}
      />
    </Stack>
  );
}

type CriterionInputProps = {
  field: FieldRow;
  criterion: FieldCriterion | undefined;
  onCriterion: (criterion: FieldCriterion | undefined) => void;
  pins: readonly PinRow[];
};

function CriterionInput({ field, criterion, onCriterion, pins }: CriterionInputProps) {
  const t = useT();
  const kind = conditionKindOf(field.format.type);
  if (kind === 'tags') {
    const tags = new Set([
      ...pins.flatMap((pin) => pin.fields[field.id] ?? []).filter((one) => typeof one === 'string'),
      ...(criterion?.kind === 'tags' ? criterion.tags : []),
    ]);
    return (
      <FilterChips
        label={field.title}
        hideLabel
        choices={[...tags]
          .sort(new Intl.Collator(t.locale, { numeric: true }).compare)
          .map((id) => ({ id, label: id }))}
        value={criterion?.kind === 'tags' ? criterion.tags : undefined}
        onChange={(chosen) => onCriterion(chosen && { kind: 'tags', tags: chosen })}
      />
    );
  }
  if (kind === 'words') {
    return (
      <TextField
        label={field.title}
        hideLabel
        placeholder={t('field.filter.words')}
        maxLength={200}
        value={criterion?.kind === 'words' ? criterion.words : ''}
        onChange={(words) => onCriterion(words.trim() === '' ? undefined : { kind: 'words', words })}
      />
    );
  }
  if (kind === 'days') {
    const { from, to } = criterion?.kind === 'days' ? criterion : { from: null, to: null };
    const give = (days: { from: string | null; to: string | null }) =>
      onCriterion(days.from === null && days.to === null ? undefined : { kind: 'days', ...days });
    return (
      <Grid columns={2} gap={3}>
        <DateField
          label={t('field.filter.from')}
          value={from}
          max={to ?? undefined}
          onChange={(day) => give({ from: day, to })}
        />
        <DateField
          label={t('field.filter.to')}
          value={to}
          min={from ?? undefined}
          onChange={(day) => give({ from, to: day })}
        />
      </Grid>
    );
  }
  return <RangeInput field={field} criterion={criterion} onCriterion={onCriterion} />;
}

function RangeInput({ field, criterion, onCriterion }: Omit<CriterionInputProps, 'pins'>) {
  const t = useT();
  const { format } = field;
  const { min, max } = criterion?.kind === 'numbers' ? criterion : { min: null, max: null };
  const give = (range: { min: number | null; max: number | null }) =>
    onCriterion(range.min === null && range.max === null ? undefined : { kind: 'numbers', ...range });
  if (format.type === 'SLIDER') {
    const first = min ?? 1;
    const chosen =
      criterion?.kind === 'numbers'
        ? format.levels.flatMap((_, at) =>
            at + 1 >= first && at + 1 <= (max ?? format.levels.length) ? [`${at + 1}`] : [],
          )
        : undefined;
    return (
      <FilterChips
        label={field.title}
        hideLabel
        choices={format.levels.map((label, at) => ({ id: `${at + 1}`, label }))}
        value={chosen}
        onChange={(ids) => {
          const levels = ids?.map(Number) ?? [];
          give(levels.length === 0 ? { min: null, max: null } : { min: Math.min(...levels), max: Math.max(...levels) });
        }}
      />
    );
  }
  const bound = (value: unknown) => (typeof value === 'number' ? value : null);
  return (
    <Grid columns={2} gap={3}>
      <TypedValue
        label={t('field.filter.least')}
        format={format}
        value={min}
        onChange={(value) => give({ min: bound(value), max })}
      />
      <TypedValue
        label={t('field.filter.most')}
        format={format}
        value={max}
        onChange={(value) => give({ min, max: bound(value) })}
      />
    </Grid>
  );
}

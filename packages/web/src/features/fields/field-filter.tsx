// Filter for one custom field: a range, dates, text or tags, or whether a value exists.

import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import {
  conditionKindOf,
  type FieldCriterion,
  readCondition,
  writeCondition,
} from '@plumbline/core/site/values/field-conditions';
import type { Translator } from '@plumbline/locales/translate';
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

function wishOf(field: FieldRow, conditions: readonly string[] | undefined): FieldCriterion | undefined {
  return conditions?.map(readCondition).find((one) => one?.fieldId === field.id)?.wish;
}

/** The conditions with the one for `fieldId` added, replaced or removed. */
function withWish(conditions: readonly string[] | undefined, fieldId: string, wish: FieldCriterion | undefined) {
  const others = (conditions ?? []).filter((text) => readCondition(text)?.fieldId !== fieldId);
  const all = wish ? [...others, writeCondition({ fieldId, wish })] : others;
  return all.length > 0 ? all : undefined;
}

export function FieldFilter({ field, conditions, onChange, pins }: FieldFilterProps) {
  const t = useT();
  const wish = wishOf(field, conditions);
  const set = (next: FieldCriterion | undefined) => onChange(withWish(conditions, field.id, next));
  const there = wish?.kind === 'set' || wish?.kind === 'unset' ? [wish.kind] : undefined;
  return (
    <Stack as="fieldset" gap={1.5} shrink className="field-filter">
      <legend className="ui-label">{field.title}</legend>
      <WishInput field={field} wish={wish} onWish={set} pins={pins} />
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

type ConditionInputProps = {
  field: FieldRow;
  wish: FieldCriterion | undefined;
  onWish: (wish: FieldCriterion | undefined) => void;
  pins: readonly PinRow[];
};

function WishInput({ field, wish, onWish, pins }: ConditionInputProps) {
  const t = useT();
  const kind = conditionKindOf(field.format.type);
  if (kind === 'tags') {
    const tags = new Set([
      ...pins.flatMap((pin) => pin.fields[field.id] ?? []).filter((one) => typeof one === 'string'),
      ...(wish?.kind === 'tags' ? wish.tags : []),
    ]);
    return (
      <FilterChips
        label={field.title}
        hideLabel
        choices={[...tags]
          .sort(new Intl.Collator(t.locale, { numeric: true }).compare)
          .map((id) => ({ id, label: id }))}
        value={wish?.kind === 'tags' ? wish.tags : undefined}
        onChange={(chosen) => onWish(chosen && { kind: 'tags', tags: chosen })}
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
        value={wish?.kind === 'words' ? wish.words : ''}
        onChange={(words) => onWish(words.trim() === '' ? undefined : { kind: 'words', words })}
      />
    );
  }
  if (kind === 'days') {
    const { from, to } = wish?.kind === 'days' ? wish : { from: null, to: null };
    const give = (days: { from: string | null; to: string | null }) =>
      onWish(days.from === null && days.to === null ? undefined : { kind: 'days', ...days });
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
  return <RangeInput field={field} wish={wish} onWish={onWish} />;
}

function RangeInput({ field, wish, onWish }: Omit<ConditionInputProps, 'pins'>) {
  const t = useT();
  const { format } = field;
  const { least, most } = wish?.kind === 'numbers' ? wish : { least: null, most: null };
  const give = (range: { least: number | null; most: number | null }) =>
    onWish(range.least === null && range.most === null ? undefined : { kind: 'numbers', ...range });
  if (format.type === 'SLIDER') {
    const first = least ?? 1;
    const chosen =
      wish?.kind === 'numbers'
        ? format.levels.flatMap((_, at) =>
            at + 1 >= first && at + 1 <= (most ?? format.levels.length) ? [`${at + 1}`] : [],
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
          give(
            levels.length === 0
              ? { least: null, most: null }
              : { least: Math.min(...levels), most: Math.max(...levels) },
          );
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
        value={least}
        onChange={(value) => give({ least: bound(value), most })}
      />
      <TypedValue
        label={t('field.filter.most')}
        format={format}
        value={most}
        onChange={(value) => give({ least, most: bound(value) })}
      />
    </Grid>
  );
}

/** Display text of a condition, for its removable chip: "Cost 100.00 € – 500.00 €". */
export function conditionWords(t: Translator, text: string, fields: readonly FieldRow[]): string {
  const condition = readCondition(text);
  const field = fields.find((one) => one.id === condition?.fieldId);
  if (!condition || !field) return '…';
  const { wish } = condition;
  const show = (value: number | string | null) => (value === null ? '' : showValue(field.format, value, t.locale));
  switch (wish.kind) {
    case 'numbers':
    case 'days': {
      const [from, to] = wish.kind === 'numbers' ? [wish.least, wish.most] : [wish.from, wish.to];
      if (from === to) return `${field.title}: ${show(from)}`;
      if (from === null) return `${field.title}: ≤ ${show(to)}`;
      return to === null ? `${field.title}: ≥ ${show(from)}` : `${field.title}: ${show(from)} – ${show(to)}`;
    }
    case 'words':
      return `${field.title}: ${wish.words}`;
    case 'tags':
      return `${field.title}: ${wish.tags.join(', ')}`;
    default:
      return `${field.title}: ${t(`field.filter.${wish.kind}`)}`;
  }
}

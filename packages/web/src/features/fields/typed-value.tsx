// Text input for numbers, durations and text. Saves on blur and on
// Enter; Escape reverts. Invalid input stays in the box with its error.

import { writeValue } from '@plumbline/core/features/fields/show';
import { boundsOf, readValue } from '@plumbline/core/features/fields/values';
import type { FieldOutcome } from '@plumbline/core/kernel/errors';
import type { FieldFormat, FieldValue } from '@plumbline/core/site/rows/fields';
import type { Translator } from '@plumbline/locales/translate';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { AddIcon, MinusIcon } from '../../ui/icons.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './fields.css';

type TypedValueProps = {
  label: string;
  hideLabel?: boolean | undefined;
  help?: string | undefined;
  format: FieldFormat;
  value: FieldValue | null;
  onChange: (value: FieldValue | null) => void;
};

/** Values longer than this many characters are edited in a multi-line box. */
const ONE_LINE = 120;

function unitOf(format: FieldFormat, locale: string): string {
  switch (format.type) {
    case 'NUMBER':
      return format.suffix;
    case 'CURRENCY': {
      const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: format.currency }).formatToParts(0);
      return parts.find((part) => part.type === 'currency')?.value ?? format.currency;
    }
    case 'PERCENTAGE':
      return '%';
    case 'TIME':
      return 'h';
    default:
      return '';
  }
}

function problemText(t: Translator, format: FieldFormat, problem: FieldOutcome): string {
  const bounds = boundsOf(format);
  if (problem === 'TOO_SMALL' && bounds)
    return t('outcome.TOO_SMALL_FOR', { min: writeValue(format, bounds.least, t.locale) });
  if (problem === 'TOO_BIG' && bounds)
    return t('outcome.TOO_BIG_FOR', { max: writeValue(format, bounds.most, t.locale) });
  return t(`outcome.${problem}`);
}

export function TypedValue({ label, hideLabel, help, format, value, onChange }: TypedValueProps) {
  const t = useT();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** What was typed with more decimals than the field keeps; shown until the next input. */
  const [rounded, setRounded] = useState<string>();
  const late = useRef({ draft, onChange });
  late.current = { draft, onChange };

  const save = () => {
    const { draft: typed, onChange: keep } = late.current;
    if (typed === undefined) return;
    const read = readValue(format, typed, t.locale);
    if ('problem' in read) {
      setProblem(problemText(t, format, read.problem));
      return;
    }
    late.current = { ...late.current, draft: undefined };
    setDraft(undefined);
    setProblem(undefined);
    setRounded(read.isRounded && typed.trim());
    if (read.value !== value) keep(read.value);
  };
  const saveLate = useRef(save);
  saveLate.current = save;
  // Unmounting a panel does not blur its inputs, so save pending input here.
  useEffect(() => () => saveLate.current(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      late.current = { ...late.current, draft: undefined };
      setDraft(undefined);
      setProblem(undefined);
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) save();
  };
  const shared = {
    label,
    hideLabel,
    help: rounded === undefined ? help : t('field.rounded', { value: rounded }),
    problem,
    value: draft ?? writeValue(format, value, t.locale),
    onChange: (text: string) => {
      setDraft(text);
      setProblem(undefined);
      setRounded(undefined);
    },
    onBlur: save,
    onKeyDown,
  };
  if (format.type === 'TEXT' && format.limit > ONE_LINE) return <TextArea {...shared} maxLength={format.limit} />;
  if (format.type === 'TEXT') return <TextField {...shared} maxLength={format.limit} />;
  return (
    <TextField
      {...shared}
      inputMode={format.type === 'TIME' || (boundsOf(format)?.least ?? 0) < 0 ? 'text' : 'decimal'}
      placeholder={format.type === 'TIME' ? '0:00' : undefined}
      end={<Steps format={format} value={value} onChange={onChange} />}
    />
  );
}

/** The unit, with minus and plus buttons if the field has a step size. */
function Steps({ format, value, onChange }: Pick<TypedValueProps, 'format' | 'value' | 'onChange'>) {
  const t = useT();
  const unit = (
    <Text fixed ink={3} nowrap className="field-unit">
      {unitOf(format, t.locale)}
    </Text>
  );
  const bounds = boundsOf(format);
  const step = 'step' in format ? format.step : null;
  if (!bounds || step === null) return unit;
  const now = typeof value === 'number' ? value : 0;
  const go = (sign: 1 | -1) => {
    const next = Number((now + sign * step).toFixed(bounds.scale));
    onChange(Math.min(bounds.most, Math.max(bounds.least, next)));
  };
  return (
    <>
      {unit}
      <IconButton
        icon={MinusIcon}
        label={t('field.less')}
        size="s"
        isDisabled={now <= bounds.least}
        onPress={() => go(-1)}
      />
      <IconButton
        icon={AddIcon}
        label={t('field.more')}
        size="s"
        isDisabled={now >= bounds.most}
        onPress={() => go(1)}
      />
    </>
  );
}

// Format options of a field, by type.

import { showValue } from '@plumbline/core/features/fields/show';
import { DATE_PATTERNS, type FieldFormat, type FormatOf } from '@plumbline/core/site/rows/fields';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { NumberField, type NumberFieldProps } from '../../ui/fields/number-field.tsx';
import { TagsField } from '../../ui/fields/tags-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { AddIcon, CloseIcon } from '../../ui/icons.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './fields.css';

type OptionsProps<Format extends FieldFormat> = {
  format: Format;
  problems: Readonly<Record<string, string>>;
  onChange: (format: FieldFormat) => void;
};

export function FormatOptions({ format, ...rest }: OptionsProps<FieldFormat>) {
  switch (format.type) {
    case 'NUMBER':
    case 'CURRENCY':
      return <FigureOptions format={format} {...rest} />;
    case 'PERCENTAGE':
      return <PercentOptions format={format} {...rest} />;
    case 'DATE':
      return <DateOptions format={format} {...rest} />;
    case 'TEXT':
      return <TextOptions format={format} {...rest} />;
    case 'SLIDER':
      return <SliderOptions format={format} {...rest} />;
    case 'TAGS':
      return <TagsOptions format={format} {...rest} />;
    case 'TIME':
      return <TimeNote />;
  }
}

/** Currencies offered first; any other currency a project already uses is kept. */
const CURRENCIES = ['EUR', 'CHF', 'GBP', 'USD', 'PLN', 'CZK', 'DKK', 'SEK', 'NOK', 'HUF', 'RON', 'TRY', 'UAH', 'JPY'];

function FigureOptions({ format, problems, onChange }: OptionsProps<FormatOf<'NUMBER'> | FormatOf<'CURRENCY'>>) {
  const t = useT();
  const names = new Intl.DisplayNames(t.locale, { type: 'currency' });
  return (
    <>
      <Grid columns={2} gap={3} align="start">
        {format.type === 'CURRENCY' ? (
          <Select
            label={t('field.currency')}
            value={format.currency}
            choices={[...new Set([...CURRENCIES, format.currency])].map((id) => ({
              id,
              label: `${names.of(id) ?? id} (${id})`,
            }))}
            onChange={(currency) => onChange({ ...format, currency })}
          />
        ) : (
          <TextField
            label={t('field.suffix')}
            help={t('field.suffixHelp')}
            maxLength={6}
            value={format.suffix}
            problem={problems['format.suffix']}
            onChange={(suffix) => onChange({ ...format, suffix })}
          />
        )}
        <StepField format={format} problems={problems} onChange={onChange} />
      </Grid>
      <Grid columns={2} gap={3} align="start">
        <CountField
          label={t('field.scale')}
          steps
          minValue={0}
          maxValue={6}
          value={format.scale}
          problem={problems['format.scale']}
          onChange={(scale) => onChange({ ...format, scale })}
        />
        <CountField
          label={t('field.precision')}
          steps
          minValue={1}
          maxValue={15}
          value={format.precision}
          problem={problems['format.precision']}
          onChange={(precision) => onChange({ ...format, precision })}
        />
      </Grid>
      <Switch isSelected={format.thousands} onChange={(thousands) => onChange({ ...format, thousands })}>
        {t('field.thousands')}
      </Switch>
      <Switch isSelected={format.negative} onChange={(negative) => onChange({ ...format, negative })}>
        {t('field.negative')}
      </Switch>
    </>
  );
}

type CountFieldProps = Omit<NumberFieldProps, 'value' | 'onChange' | 'step'> & {
  value: number;
  onChange: (count: number) => void;
};

/** A required whole number: clearing the input restores the previous value. */
function CountField({ onChange, ...rest }: CountFieldProps) {
  return (
    <NumberField
      {...rest}
      step={1}
      onChange={(count) => {
        if (!Number.isNaN(count)) onChange(count);
      }}
    />
  );
}

type Stepped = FormatOf<'NUMBER'> | FormatOf<'CURRENCY'> | FormatOf<'PERCENTAGE'>;

function StepField({ format, problems, onChange }: OptionsProps<Stepped>) {
  const t = useT();
  return (
    <NumberField
      label={t('field.step')}
      help={t('field.stepHelp')}
      optional
      minValue={0}
      value={format.step ?? Number.NaN}
      problem={problems['format.step']}
      onChange={(step) => onChange({ ...format, step: Number.isNaN(step) || step <= 0 ? null : step })}
    />
  );
}

function PercentOptions({ format, problems, onChange }: OptionsProps<FormatOf<'PERCENTAGE'>>) {
  const t = useT();
  return (
    <Grid columns={2} gap={3} align="start">
      <CountField
        label={t('field.scale')}
        steps
        minValue={0}
        maxValue={4}
        value={format.scale}
        problem={problems['format.scale']}
        onChange={(scale) => onChange({ ...format, scale })}
      />
      <StepField format={format} problems={problems} onChange={onChange} />
    </Grid>
  );
}

function TimeNote() {
  const t = useT();
  return <p className="ui-help">{t('field.timeNote')}</p>;
}

function DateOptions({ format, onChange }: OptionsProps<FormatOf<'DATE'>>) {
  const t = useT();
  const plain = { ...format, weekday: false, time: false };
  return (
    <>
      <div className="filter-part">
        <span className="ui-label">{t('field.dateLength')}</span>
        <SegmentedControl
          label={t('field.dateLength')}
          value={format.length}
          segments={(['short', 'long'] as const).map((length) => ({
            id: length,
            label: showValue({ ...plain, length }, '2027-03-01', t.locale),
          }))}
          onChange={(length) => onChange({ ...format, length })}
        />
      </div>
      {format.length === 'short' && (
        <Select
          label={t('field.pattern')}
          value={format.pattern}
          choices={DATE_PATTERNS.map((pattern) => ({
            id: pattern,
            label: t(`field.pattern.${pattern}`),
            detail: showValue({ ...plain, pattern }, '2027-03-01', t.locale),
          }))}
          onChange={(id) =>
            onChange({ ...format, pattern: DATE_PATTERNS.find((datePattern) => datePattern === id) ?? format.pattern })
          }
        />
      )}
      <Switch isSelected={format.weekday} onChange={(weekday) => onChange({ ...format, weekday })}>
        {t('field.weekday')}
      </Switch>
      <Switch isSelected={format.time} onChange={(time) => onChange({ ...format, time })}>
        {t('field.withTime')}
      </Switch>
    </>
  );
}

function TextOptions({ format, problems, onChange }: OptionsProps<FormatOf<'TEXT'>>) {
  const t = useT();
  return (
    <CountField
      label={t('field.limit')}
      minValue={1}
      maxValue={2_000}
      value={format.limit}
      problem={problems['format.limit']}
      onChange={(limit) => onChange({ ...format, limit })}
    />
  );
}

const MAX_LEVELS = 10;

function SliderOptions({ format, problems, onChange }: OptionsProps<FormatOf<'SLIDER'>>) {
  const t = useT();
  const { levels } = format;
  return (
    <Stack>
      <span className="ui-label">{t('field.levels')}</span>
      {levels.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels are identified by their index
        <Grid align="center" columns="20px rest auto" key={at}>
          <span className="ui-figures ui-help">{at + 1}</span>
          <TextField
            label={t('field.level', { n: at + 1 })}
            hideLabel
            maxLength={60}
            value={title}
            problem={problems[`format.levels.${at}`]}
            onChange={(text) => onChange({ ...format, levels: levels.with(at, text) })}
          />
          <IconButton
            icon={CloseIcon}
            label={t('ui.remove', { name: title || t('field.level', { n: at + 1 }) })}
            isDisabled={levels.length <= 2}
            onPress={() => onChange({ ...format, levels: levels.toSpliced(at, 1) })}
          />
        </Grid>
      ))}
      {levels.length < MAX_LEVELS && (
        <Button
          kind="quiet"
          icon={AddIcon}
          onPress={() => onChange({ ...format, levels: [...levels, t('field.level', { n: levels.length + 1 })] })}
        >
          {t('field.addLevel')}
        </Button>
      )}
    </Stack>
  );
}

function TagsOptions({ format, onChange }: OptionsProps<FormatOf<'TAGS'>>) {
  const t = useT();
  return (
    <>
      <TagsField
        label={t('field.tags')}
        help={t('field.tagsHelp')}
        tags={format.tags}
        onChange={(tags) => onChange({ ...format, tags })}
      />
      <Switch
        isSelected={format.listed}
        isDisabled={format.tags.length === 0}
        onChange={(listed) => onChange({ ...format, listed })}
      >
        {t('field.listed')}
      </Switch>
    </>
  );
}

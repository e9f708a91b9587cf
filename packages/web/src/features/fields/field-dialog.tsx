// Defines one field: its type, then its value format, with a live preview of the input on a pin.

import { fieldTitleKey } from '@plumbline/core/features/fields/rules';
import { showValue } from '@plumbline/core/features/fields/show';
import { valueProblem } from '@plumbline/core/features/fields/values';
import { fieldProblems } from '@plumbline/core/kernel/action';
import { AppError } from '@plumbline/core/kernel/errors';
import {
  FIELD_TYPES,
  type FieldFormat,
  type FieldRow,
  type FieldType,
  type FieldValue,
  fieldContent,
  newFormat,
} from '@plumbline/core/site/rows/fields';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { perform } from '../../local/use-rows.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { useCategories } from '../../shared/site/pins/use-pins.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FilterChips } from '../../ui/fields/filter-chips.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { IconMark } from '../../ui/icons.tsx';
import { Grid, Stack, Text } from '../../ui/layout/primitives.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { useT } from '../../ui/translation.tsx';
import { FieldInput } from './field-input.tsx';
import { formatWords, sampleOf, typeWords } from './format-labels.ts';
import { FormatOptions } from './format-options.tsx';
import { FIELD_ICONS, useFields } from './use-fields.ts';
import './fields.css';

type FieldDialogProps = { projectId: string; field: FieldRow | undefined; onClose: () => void };
type Problems = Readonly<Record<string, string>>;

export function FieldDialog({ projectId, field, onClose }: FieldDialogProps) {
  const t = useT();
  const others = useFields(projectId).filter((one) => one.id !== field?.id);
  const categories = useCategories(projectId);
  const standard = (type: FieldType) => newFormat(type, (n) => t('field.level', { n }));
  const [title, setTitle] = useState(field?.title ?? '');
  const [format, setFormat] = useState<FieldFormat>(field?.format ?? standard('NUMBER'));
  const [categoryIds, setCategoryIds] = useState<readonly string[]>(field?.categoryIds ?? []);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);

  const check = (): Problems => {
    const read = fieldContent.safeParse({ title, format, categoryIds });
    const found = read.success ? [] : fieldProblems(read.error);
    const taken = others.some((other) => fieldTitleKey(other.title) === fieldTitleKey(title));
    const all = [...found, ...(taken ? [{ path: 'title', outcome: 'ALREADY_IN_USE' as const }] : [])];
    return Object.fromEntries(all.map(({ path, outcome }) => [path, t(`outcome.${outcome}`)]));
  };
  const save = async () => {
    const found = check();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const content = { title: title.trim(), format, categoryIds };
      if (field) await perform(projectId, 'field.update', { id: field.id, set: content });
      else await perform(projectId, 'field.create', { id: crypto.randomUUID(), ...content });
      onClose();
    } catch (error) {
      const fields = error instanceof AppError ? (error.details.fields ?? []) : [];
      if (fields.length > 0) {
        setProblems(Object.fromEntries(fields.map(({ path, outcome }) => [path, t(`outcome.${outcome}`)])));
      } else setRefused(failureText(t, error));
    } finally {
      setBusy(false);
    }
  };
  const answered = (part: () => void) => {
    part();
    setProblems({});
    setRefused(undefined);
  };

  return (
    <FormDialog
      title={field ? t('field.editTitle') : t('field.addTitle')}
      size="edit"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} onPress={() => void save()}>
            {field ? t('field.save') : t('field.create')}
          </Button>
        </>
      }
    >
      <Grid gap={6} align="start" columns="rest 290px" className="field-editor">
        <Stack fluid gap={4}>
          <TextField
            label={t('field.title')}
            value={title}
            maxLength={80}
            autoFocus={field === undefined}
            problem={problems.title}
            onChange={(text) => answered(() => setTitle(text))}
          />
          {field === undefined && (
            <TypeChoice value={format.type} onChange={(type) => answered(() => setFormat(standard(type)))} />
          )}
          <FormatOptions format={format} problems={problems} onChange={(next) => answered(() => setFormat(next))} />
          <FilterChips
            label={t('field.categories')}
            choices={[...categories.values()]
              .filter((category) => category.active || categoryIds.includes(category.id))
              .sort((a, b) => a.sort - b.sort)
              .map((category) => ({
                id: category.id,
                label: category.title,
                mark: <PinMark colour={category.colour} size={18} />,
              }))}
            value={categoryIds}
            onChange={(ids) => answered(() => setCategoryIds(ids ?? []))}
          />
          {categoryIds.length === 0 && <span className="ui-help">{t('field.categoriesAll')}</span>}
          {refused !== undefined && <Notice kind="error">{refused}</Notice>}
        </Stack>
        <Preview title={title} format={format} />
      </Grid>
    </FormDialog>
  );
}

function TypeChoice({ value, onChange }: { value: FieldType; onChange: (type: FieldType) => void }) {
  const t = useT();
  const example = (type: FieldType) => {
    const format = newFormat(type, (n) => t('field.level', { n }));
    return type === 'SLIDER' || type === 'TEXT'
      ? t(`field.hint.${type}`)
      : showValue(format, sampleOf(format, t), t.locale);
  };
  return (
    <div className="filter-part">
      <span className="ui-label">{t('field.type')}</span>
      <Grid
        as={ToggleButtonGroup}
        columns="fill"
        min={150}
        aria-label={t('field.type')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onSelectionChange={(keys) => {
          const type = FIELD_TYPES.find((fieldType) => keys.has(fieldType));
          if (type) onChange(type);
        }}
      >
        {FIELD_TYPES.map((type) => (
          <ToggleButton key={type} id={type} className="field-type" aria-label={typeWords(t, type)}>
            <IconMark icon={FIELD_ICONS[type]} />
            <Text as="b" weight="medium">
              {typeWords(t, type)}
            </Text>
            <Text as="small" size="s" ink={2} cut>
              {example(type)}
            </Text>
          </ToggleButton>
        ))}
      </Grid>
    </div>
  );
}

/** Interactive preview of the field as it appears on a pin. */
function Preview({ title, format }: { title: string; format: FieldFormat }) {
  const t = useT();
  const [tried, setTried] = useState<FieldValue | null>();
  const sample = sampleOf(format, t);
  const value = tried !== undefined && (tried === null || !valueProblem(format, tried)) ? tried : sample;
  return (
    <aside className="field-preview" aria-label={t('field.preview')}>
      <Text as="h3" size="s" weight="medium" ink={2}>
        {t('field.preview')}
      </Text>
      <FieldInput field={{ title: title || t('field.untitled'), format }} value={value} onChange={setTried} />
      <Stack as="dl" gap={0.5} size="s">
        <dt>{t('field.inLists')}</dt>
        <dd className="ui-figures">{showValue(format, value, t.locale) || '–'}</dd>
      </Stack>
      <span className="ui-hidden">{formatWords(t, format)}</span>
    </aside>
  );
}

// Describes an audit entry: which field changed, from what to what. Pure; a namer resolves ids to names.

import { showValue } from '@plumbline/core/features/fields/show';
import { same } from '@plumbline/core/kernel/same';
import type { ChangeEntry } from '@plumbline/core/site/history';
import { HISTORY_LABELS, HISTORY_REFERENCES } from '@plumbline/core/site/history-fields';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { LinkedRecord } from '@plumbline/core/site/rows/pins';
import type { Repeat } from '@plumbline/core/site/values/repeat';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { repeatWords } from '../../tasks/form/repeat-text.ts';
import { levelWords, type RatingScale, scaleTitle } from '../rating-labels.ts';

/** Resolves ids to names; undefined where the id is unknown on this device. */
export type Namer = {
  category: (id: string) => string | undefined;
  plan: (id: string) => string | undefined;
  person: (id: string) => string | undefined;
  field: (id: string) => FieldRow | undefined;
  rating: (scaleId: string) => RatingScale | undefined;
  /** The number of a pin. */
  pin: (id: string) => number | undefined;
  /** The number of a task. */
  task: (id: string) => number | undefined;
};

type Reference = keyof typeof HISTORY_REFERENCES;

export type FieldChange = { field: string; from: string; to: string };

const percent = (value: unknown): string => (typeof value === 'number' ? `${Math.round(value * 1000) / 10} %` : '');

const numbered = (number: number | undefined): string => (number === undefined ? '…' : `#${number}`);

/** Field with a list of values → the name of each. Rows that are not on this device have no number. */
const ITEM_NAMES: Record<string, (item: unknown, namer: Namer) => string> = {
  tags: String,
  files: (file) => (file as PostFile).name,
  attachments: (file) => (file as PostFile).name,
  links: (id, namer) => numbered(namer.pin(String(id))),
  dependsOn: (id, namer) => numbered(namer.task(String(id))),
  // The audit stores linked records with their titles, which several records may share.
  records: (record) => {
    const { title, key } = record as LinkedRecord;
    return `${key} ${title}`.trim();
  },
};

/** The name behind an id, where rows of its kind have one. */
function nameOf(field: string, value: unknown, namer: Namer): string | undefined {
  const kind = Object.hasOwn(HISTORY_REFERENCES, field) ? HISTORY_REFERENCES[field as Reference] : undefined;
  if (typeof value !== 'string' || (kind !== 'category' && kind !== 'plan' && kind !== 'person')) return undefined;
  return namer[kind](value);
}

/** Formats one value of a field. */
function valueWords(
  t: Translator,
  entry: ChangeEntry,
  field: string,
  row: Record<string, unknown>,
  namer: Namer,
): string {
  const value = row[field];
  if (field === 'x') return [percent(row.x), percent(row.y)].filter(Boolean).join(' · ') || t('pin.history.empty');
  if (value === null || value === undefined || value === '') return t('pin.history.empty');
  if (typeof value === 'boolean') return value ? t('pin.history.yes') : t('pin.history.no');
  if (field === 'status') {
    const key = `${entry.entity}.status.${String(value)}`;
    return t.has(key) ? t(key) : String(value);
  }
  const name = nameOf(field, value, namer);
  if (name !== undefined) return name;
  if (field === 'taskId') {
    const number = namer.task(String(value));
    return number === undefined ? t('pin.history.task') : t('pin.history.taskNumbered', { number });
  }
  if (field === 'repeat') return repeatWords(t, value as Repeat);
  if (field === 'dueDate') return t.date(String(value), 'medium');
  if (field === 'reminderDays') return t('task.reminder.days', { days: Number(value) });
  if (Array.isArray(value)) {
    if (value.length === 0) return t('pin.history.empty');
    const name = ITEM_NAMES[field];
    return name
      ? inOneLine(
          value.map((item) => name(item, namer)),
          ', ',
        )
      : t.number(value.length);
  }
  if (typeof value === 'object') return inOneLine(Object.values(value).map(String)) || t('pin.history.empty');
  return String(value);
}

/** The changed fields that have a label, with the old and the new value. */
export function changesOf(t: Translator, entry: ChangeEntry, namer: Namer): FieldChange[] {
  const { before, after } = entry;
  if (before === null) return [];
  const own = Object.entries(HISTORY_LABELS)
    .filter(([field]) => field in after || field in before || (field === 'x' && 'y' in after))
    .map(([field, word]) => ({
      field: t(word),
      from: valueWords(t, entry, field, before, namer),
      to: valueWords(t, entry, field, after, namer),
    }));
  const rated = ratingChanges(t, before.ratings, after.ratings, namer);
  return [...own, ...rated, ...customChanges(t, before.fields, after.fields, namer)];
}

/** The ratings that changed, each by the title of its scale. */
function ratingChanges(t: Translator, before: unknown, after: unknown, namer: Namer): FieldChange[] {
  // The audit stores ratings as levels by scale id.
  const [from, to] = [before ?? {}, after ?? {}] as [Record<string, number>, Record<string, number>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((id) => from[id] !== to[id])
    .map((id) => {
      const scale = namer.rating(id);
      const words = (level: number | undefined) => {
        if (level === undefined) return t('pin.history.empty');
        return scale ? levelWords(t, scale, level) : t.number(level);
      };
      return { field: scale ? scaleTitle(t, scale) : t('pin.ratings'), from: words(from[id]), to: words(to[id]) };
    });
}

/** The custom fields whose values changed, each by its title. */
function customChanges(t: Translator, before: unknown, after: unknown, namer: Namer): FieldChange[] {
  // The audit stores custom fields as values by field id.
  const [from, to] = [before ?? {}, after ?? {}] as [Record<string, FieldValue>, Record<string, FieldValue>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((id) => !same(from[id], to[id]))
    .map((id) => {
      const field = namer.field(id);
      const words = (value: FieldValue | undefined) => {
        if (value === undefined) return t('pin.history.empty');
        return field ? showValue(field.format, value, t.locale) : String(value);
      };
      return { field: field?.title ?? t('pin.field.fields'), from: words(from[id]), to: words(to[id]) };
    });
}

/** What was changed: this pin, a task (by its number where known), a photo or file, or a comment. */
export function subjectText(t: Translator, { entity, entityId, after }: ChangeEntry, namer: Namer): string {
  const number = after.number ?? (entity === 'task' ? namer.task(entityId) : undefined);
  if (entity === 'task' && typeof number === 'number') return t('pin.history.taskNumbered', { number });
  const key = `pin.history.${entity}`;
  return t.has(key) ? t(key) : entity;
}

/** The text of a new row: the title of a task, the text of a comment, a caption. */
export function textOf({ entity, before, after }: ChangeEntry): string {
  if (before !== null || entity === 'pin') return '';
  const text = after.title || after.text || after.caption;
  return typeof text === 'string' ? text : '';
}

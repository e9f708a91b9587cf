// The active filter, one chip for each field; pressing a chip clears that field.

import { showValue } from '@plumbline/core/features/fields/show';
import { filterCount, TEMPLATE_TEXTS } from '@plumbline/core/features/pins/filter';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { readCondition } from '@plumbline/core/site/values/field-conditions';
import { isOnlyReader, NO_PLAN, type PinFilter, READER } from '@plumbline/core/site/values/pin-filter';
import { matchingLevels, readRating } from '@plumbline/core/site/values/rating-filter';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { usePeople } from '../../shared/site/people.ts';
import { useCategories } from '../../shared/site/pins/use-pins.ts';
import { planNames } from '../../shared/site/plan-names.ts';
import { CloseIcon, IconMark } from '../../ui/icons.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useFields } from '../fields/use-fields.ts';
import { levelWords, scaleTitle } from './rating-labels.ts';
import '../../ui/fields/filter.css';

/** Display text of a condition, for its removable chip: "Cost 100.00 € – 500.00 €". */
function conditionWords(t: Translator, text: string, fields: readonly FieldRow[]): string {
  const condition = readCondition(text);
  const field = fields.find((one) => one.id === condition?.fieldId);
  if (!condition || !field) return '…';
  const { criterion } = condition;
  const show = (value: number | string | null) => (value === null ? '' : showValue(field.format, value, t.locale));
  const said = (words: string) => inOneLine([field.title, words], ': ');
  switch (criterion.kind) {
    case 'numbers':
    case 'days': {
      const [from, to] = criterion.kind === 'numbers' ? [criterion.min, criterion.max] : [criterion.from, criterion.to];
      if (from === to) return said(show(from));
      if (from === null) return said(`≤ ${show(to)}`);
      return to === null ? said(`≥ ${show(from)}`) : said(`${show(from)} – ${show(to)}`);
    }
    case 'words':
      return said(criterion.words);
    case 'tags':
      return said(inOneLine(criterion.tags, ', '));
    default:
      return said(t(`field.filter.${criterion.kind}`));
  }
}

type Chip = { key: string; words: string; without: Partial<PinFilter> };

const TEMPLATE_TITLES = ['pin.template.1', 'pin.template.2', 'pin.template.3'] as const;

/** "Anna +2": the first value and the number of others. */
const several = (t: Translator, names: readonly string[]): string =>
  names.length > 1 ? t('pin.filterMore', { first: names[0] ?? '', more: names.length - 1 }) : (names[0] ?? '');

function days(t: Translator, from: string | undefined, to: string | undefined): string {
  if (from && to) return t('pin.filter.days', { from: t.date(from), to: t.date(to) });
  return from ? t('pin.filter.from', { day: t.date(from) }) : t('pin.filter.to', { day: t.date(to ?? '') });
}

function useChips(projectId: string, filter: PinFilter): Chip[] {
  const t = useT();
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const plans = useRowsBy('plan', 'projectId', filter.plan?.length ? projectId : null);
  const names = planNames(plans ?? []);
  const fields = useFields(filter.field?.length ? projectId : null);
  const scales = useRow('project', filter.rating?.length ? projectId : null)?.ratings;
  const pins = useRowsBy('pin', 'projectId', filter.record?.length ? projectId : null) ?? [];
  const records = new Map(pins.flatMap((pin) => pin.records.map((one) => [one.recordId, one.title || one.key])));
  const groups = useRowsBy('group', 'projectId', filter.group?.length ? projectId : null) ?? [];
  const groupTitles = new Map(groups.map((group) => [group.id, group.title]));
  const chips: Chip[] = [];
  const list = (
    key: keyof PinFilter,
    ids: readonly string[] | undefined,
    nameOf: (id: string) => string | undefined,
    /** A label before the values, where they could be mistaken for those of another field. */
    head?: string,
  ) => {
    if (!ids?.length) return;
    const words = several(
      t,
      ids.map((id) => nameOf(id) ?? '…'),
    );
    chips.push({ key, words: head === undefined ? words : `${head}: ${words}`, without: { [key]: undefined } });
  };
  list('status', filter.status, (id) => (t.has(`pin.status.${id}`) ? t(`pin.status.${id}` as 'pin.status.open') : id));
  const personName = (id: string) => people.everAssignable.find((one) => one.id === id)?.name ?? t('task.removed');
  list(
    'person',
    filter.person,
    (id) => (id === READER ? t('pin.filter.mine') : personName(id)),
    isOnlyReader(filter.person) ? undefined : t('pin.filter.person'),
  );
  list('category', filter.category, (id) => categories.get(id)?.title);
  list(
    'taskStatus',
    filter.taskStatus,
    (id) => t(`task.status.${id}` as 'task.status.open'),
    t('pin.filter.taskStatus'),
  );
  list('assignee', filter.assignee, personName, t('pin.filter.assignee'));
  list('plan', filter.plan, (id) => (id === NO_PLAN ? t('pin.without') : names.get(id)));
  list('room', filter.room, (room) => room, t('pin.room'));
  list('company', filter.company, (company) => company);
  list('craft', filter.craft, (craft) => craft);
  list('record', filter.record, (id) => records.get(id), t('pin.field.records'));
  list('group', filter.group, (id) => groupTitles.get(id), t('nav.groups'));
  TEMPLATE_TEXTS.forEach((name, at) => {
    const text = filter[name];
    if (text)
      chips.push({
        key: name,
        words: `${t(TEMPLATE_TITLES[at] ?? 'pin.template.1')}: ${text}`,
        without: { [name]: undefined },
      });
  });
  list('tag', filter.tag, (tag) => `#${tag}`);
  list('creator', filter.creator, (id) => people.nameOf(id), t('pin.creator'));
  for (const [scaleId, levels] of matchingLevels(filter.rating)) {
    const scale = scales?.find((one) => one.id === scaleId);
    const others = filter.rating?.filter((one) => readRating(one)?.scaleId !== scaleId) ?? [];
    const words = several(
      t,
      levels.map((level) => (scale ? levelWords(t, scale, level) : String(level))),
    );
    chips.push({
      key: scaleId,
      words: inOneLine([scale ? scaleTitle(t, scale) : '…', words], ': '),
      without: { rating: others.length > 0 ? others : undefined },
    });
  }
  if (filter.photos)
    chips.push({ key: 'photos', words: t(`pin.filter.${filter.photos}`), without: { photos: undefined } });
  if (filter.tasks) chips.push({ key: 'tasks', words: t('pin.filter.noTasks'), without: { tasks: undefined } });
  if (filter.createdFrom || filter.createdTo) {
    const words = `${t('pin.filter.created')} ${days(t, filter.createdFrom, filter.createdTo)}`;
    chips.push({ key: 'created', words, without: { createdFrom: undefined, createdTo: undefined } });
  }
  if (filter.changedFrom || filter.changedTo) {
    const words = `${t('pin.filter.changed')} ${days(t, filter.changedFrom, filter.changedTo)}`;
    chips.push({ key: 'changed', words, without: { changedFrom: undefined, changedTo: undefined } });
  }
  if (filter.dueFrom || filter.dueTo) {
    const words = `${t('pin.filter.due')} ${days(t, filter.dueFrom, filter.dueTo)}`;
    chips.push({ key: 'due', words, without: { dueFrom: undefined, dueTo: undefined } });
  }
  for (const condition of filter.field ?? []) {
    const others = filter.field?.filter((one) => one !== condition) ?? [];
    const without = { field: others.length > 0 ? others : undefined };
    chips.push({ key: condition, words: conditionWords(t, condition, fields), without });
  }
  return chips;
}

/** The filter in words, for places where it cannot be changed. */
export function useFilterWords(projectId: string, filter: PinFilter): string[] {
  const chips = useChips(projectId, filter);
  return [...(filter.search ? [`“${filter.search}”`] : []), ...chips.map((chip) => chip.words)];
}

type FilterSummaryProps = {
  projectId: string;
  filter: PinFilter;
  /** Omitted where the summary is read-only. */
  onFilter?: ((filter: PinFilter) => void) | undefined;
};

export function FilterSummary({ projectId, filter, onFilter }: FilterSummaryProps) {
  const t = useT();
  const chips = useChips(projectId, filter);
  if (filterCount({ ...filter, search: undefined }) === 0) return null;
  return (
    <Row as="ul" gap="1 2" align="stretch" wrap>
      {chips.map((chip) => (
        <li key={chip.key}>
          {onFilter ? (
            <button
              type="button"
              className="filter-set"
              aria-label={t('pin.filterRemove', { name: chip.words })}
              onClick={() => onFilter({ ...filter, ...chip.without })}
            >
              <Text cut>{chip.words}</Text>
              <IconMark icon={CloseIcon} />
            </button>
          ) : (
            <span className="filter-set">{chip.words}</span>
          )}
        </li>
      ))}
    </Row>
  );
}

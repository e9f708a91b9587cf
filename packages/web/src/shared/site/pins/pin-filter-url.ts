// Converts a pin filter and list order to URL text and back. Anything that cannot be parsed is treated as search text.
import { readPinSort } from '@plumbline/core/features/pins/filter';
import { NO_PLAN, type PinFilter, pinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PinOrder } from './pin-order.ts';

/** Newest first. */
export const DEFAULT_PIN_ORDER: PinOrder = { by: 'number', direction: 'descending' };

/** `{status: ['open'], search: 'door'}` → `status=open&search=door`; empty for an empty filter. */
export function writeFilter(filter: PinFilter): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, one);
  }
  return query.toString();
}

/**
 * The filter followed by the order, the selected custom fields and the hidden columns: `status=open&order=title`,
 * descending `order=-title`; the default order is not written.
 */
export function writeList(
  filter: PinFilter,
  order: PinOrder,
  columns?: readonly string[],
  first: PinOrder = DEFAULT_PIN_ORDER,
  hidden: readonly string[] = [],
): string {
  const { by, direction } = order;
  const known = by === first.by && direction === first.direction;
  const ordered = known ? '' : `order=${direction === 'descending' ? '-' : ''}${by}`;
  const chosen = columns === undefined ? '' : `columns=${columns.join(',')}`;
  const without = hidden.length === 0 ? '' : `hide=${hidden.join(',')}`;
  return [writeFilter(filter), ordered, chosen, without].filter(Boolean).join('&');
}

/** Ids of the custom fields shown as columns; undefined where nothing has been selected. */
export function readColumns(text: string | undefined): string[] | undefined {
  const written = new URLSearchParams(text ?? '').get('columns');
  return written === null ? undefined : written.split(',').filter(Boolean);
}

/** Ids of the columns that are hidden; all others are shown. */
export function readHidden(text: string | undefined): string[] {
  return (new URLSearchParams(text ?? '').get('hide') ?? '').split(',').filter(Boolean);
}

/** The order `writeList` wrote; the default order where there is none. */
export function readOrder(text: string | undefined, first: PinOrder = DEFAULT_PIN_ORDER): PinOrder {
  const word = new URLSearchParams(text ?? '').get('order') ?? '';
  const name = word.replace(/^-/u, '');
  const by = name === first.by ? first.by : readPinSort(name);
  return by ? { by, direction: word.startsWith('-') ? 'descending' : 'ascending' } : first;
}

/** Reads what `writeFilter` wrote. Text in another format is a search; unknown fields and values are ignored. */
export function readFilter(text: string | undefined): PinFilter {
  if (!text) return {};
  if (!text.includes('=')) return pinFilter.safeParse({ search: text }).data ?? {};
  const query = new URLSearchParams(text);
  const read: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(pinFilter.shape)) {
    const values = query.getAll(field);
    if (values.length === 0) continue;
    const parsed = [schema.safeParse(values), schema.safeParse(values[0])].find((one) => one.success);
    if (parsed?.success) read[field] = parsed.data;
  }
  return pinFilter.safeParse(read).data ?? {};
}

/** The parts of a URL's filter that `readFilter` ignores, as they were written: unknown fields and values. */
export function ignoredParts(text: string | undefined): string[] {
  if (!text?.includes('=')) return [];
  const read = readFilter(text);
  const own = new URLSearchParams(writeFilter(read));
  return [...new URLSearchParams(text)]
    .filter(([field, value]) => {
      if (field === 'columns' || field === 'hide' || field === 'view') return false;
      if (field === 'order') return !isOrder(value);
      return !own.getAll(field).includes(value);
    })
    .map(([field, value]) => `${field}=${value}`);
}

const isOrder = (word: string): boolean => {
  const name = word.replace(/^-/u, '');
  return name === 'group' || readPinSort(name) !== undefined;
};

/** The filter of a list for a single plan or, with `noPlan`, for pins without a plan. */
export function onlyPlan(filter: PinFilter, planId: string | undefined): PinFilter {
  return planId === undefined ? filter : { ...filter, plan: [planId === 'noPlan' ? NO_PLAN : planId] };
}

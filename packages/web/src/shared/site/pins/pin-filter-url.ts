// A pin filter and the order of a list as text of an address, and back. What cannot be read is taken as words to search for.
import { readPinSort } from '@plumbline/core/features/pins/filter';
import { NO_PLAN, type PinFilter, pinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PinOrder } from './pin-order.ts';

/** The newest first. */
export const FIRST_ORDER: PinOrder = { by: 'number', direction: 'descending' };

/** `{status: ['open'], search: 'door'}` → `status=open&search=door`; empty for an empty filter. */
export function writeFilter(filter: PinFilter): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, one);
  }
  return query.toString();
}

/** The filter with the order and chosen columns behind it: `status=open&order=title`, downwards `order=-title`; the first order is not written. */
export function writeList(
  filter: PinFilter,
  order: PinOrder,
  columns?: readonly string[],
  first: PinOrder = FIRST_ORDER,
): string {
  const { by, direction } = order;
  const known = by === first.by && direction === first.direction;
  const ordered = known ? '' : `order=${direction === 'descending' ? '-' : ''}${by}`;
  const chosen = columns === undefined ? '' : `columns=${columns.join(',')}`;
  return [writeFilter(filter), ordered, chosen].filter(Boolean).join('&');
}

/** Ids of the custom fields that have a column; undefined where nobody has chosen. */
export function readColumns(text: string | undefined): string[] | undefined {
  const written = new URLSearchParams(text ?? '').get('columns');
  return written === null ? undefined : written.split(',').filter(Boolean);
}

/** The order `writeList` wrote; the first order where there is none. */
export function readOrder(text: string | undefined, first: PinOrder = FIRST_ORDER): PinOrder {
  const word = new URLSearchParams(text ?? '').get('order') ?? '';
  const name = word.replace(/^-/u, '');
  const by = name === first.by ? first.by : readPinSort(name);
  return by ? { by, direction: word.startsWith('-') ? 'descending' : 'ascending' } : first;
}

/** Reads what `writeFilter` wrote. A text of another kind searches for its words; unknown fields and values are left out. */
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

/** The filter of a list that shows one plan only, or with `noPlan` the pins that are on none. */
export function onlyPlan(filter: PinFilter, planId: string | undefined): PinFilter {
  return planId === undefined ? filter : { ...filter, plan: [planId === 'noPlan' ? NO_PLAN : planId] };
}

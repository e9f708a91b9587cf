// Converts a pin filter and list order to URL text and back. Anything that cannot be parsed is treated as search text.
import { ignoredParts as ignoredOf, pinFilterIn, readPinOrder } from '@plumbline/core/features/views/list-content';
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
  if (word.replace(/^-/u, '') !== first.by) return readPinOrder(word) ?? first;
  return { by: first.by, direction: word.startsWith('-') ? 'descending' : 'ascending' };
}

/** Reads what `writeFilter` wrote. Text in another format is a search; unknown fields and values are ignored. */
export function readFilter(text: string | undefined): PinFilter {
  if (!text) return {};
  return text.includes('=') ? pinFilterIn(queryOf(text)) : (pinFilter.safeParse({ search: text }).data ?? {});
}

const queryOf = (text: string): Record<string, string[]> => {
  const query = new URLSearchParams(text);
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
};

/** The parts of a URL's filter that `readFilter` ignores, as they were written: unknown fields and values. */
export function ignoredParts(text: string | undefined): string[] {
  if (!text?.includes('=')) return [];
  const query = queryOf(text);
  const orders = (query.order ?? []).filter((word) => !isOrder(word)).map((word) => ['order', word]);
  return [...ignoredOf('pins', query), ...orders].map(([field, value]) => `${field}=${value}`);
}

const isOrder = (word: string): boolean => word.replace(/^-/u, '') === 'group' || readPinOrder(word) !== undefined;

/** The filter of a list for a single plan or, with `noPlan`, for pins without a plan. */
export function onlyPlan(filter: PinFilter, planId: string | undefined): PinFilter {
  return planId === undefined ? filter : { ...filter, plan: [planId === 'noPlan' ? NO_PLAN : planId] };
}

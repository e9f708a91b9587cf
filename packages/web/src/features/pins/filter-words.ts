// A pin filter as text of an address, and back. What cannot be read is taken as words to search for.
import { type PinFilter, pinFilter } from '@plumbline/core/features/pins/filter';

/** `{status: ['open'], search: 'door'}` → `status=open&search=door`; empty for an empty filter. */
export function writeFilter(filter: PinFilter): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, one);
  }
  return query.toString();
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

// Compares rows as plain JSON data.

/** Whether two values are the same plain data, regardless of key order. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const other = b as Record<string, unknown>;
  return keys.every((key) => Object.hasOwn(other, key) && same((a as Record<string, unknown>)[key], other[key]));
}

/** The fields in which `after` differs, with their old and new values; `before` is null for a new row. */
export function changedFields<T extends object>(before: T | undefined, after: T) {
  if (!before) return { before: null, after: { ...after } as Partial<T> };
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !same(before[key], after[key]));
  const pick = (row: T) => Object.fromEntries(keys.map((key) => [key, row[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

/** JSON with sorted keys, so that equal data produces equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

// New ids for the rows of an archive. An id is derived from the one in the archive, so that a repeated import finds what
// it has written before, and rows refer to each other as they did. Pure.
import { createHash } from 'node:crypto';

export type Renew = (id: string) => string;

/**
 * Derives ids from those of the archive. `scope` separates imports from each other: the organisation, and for a copy
 * the import itself.
 */
export function renewIn(scope: string): Renew {
  return (id) => {
    const hash = createHash('sha256').update(`plumbline archive\n${scope}\n${id.toLowerCase()}`).digest('hex');
    // UUID version 8: computed by our own rule.
    const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
    return [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `8${hash.slice(13, 16)}`,
      `${variant}${hash.slice(17, 20)}`,
      hash.slice(20, 32),
    ].join('-');
  };
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
/** What users have typed is never an id. */
const TEXTS: ReadonlySet<string> = new Set(
  'title name text room search notes caption description purpose t1 t2 t3 tags key version originalName attribution'.split(
    ' ',
  ),
);

/** Filters name fields and scales within conditions, such as `<id>:min:3`. */
const FILTERS: ReadonlySet<string> = new Set(['filter', 'query']);

/** The value with every id replaced, including those used as keys. */
export function withNewIds<T>(value: T, renew: Renew): T {
  return renewed(value, renew) as T;
}

function renewed(value: unknown, renew: Renew): unknown {
  if (typeof value === 'string') return UUID.test(value) ? renew(value) : value;
  if (Array.isArray(value)) return value.map((one) => renewed(one, renew));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (TEXTS.has(key)) return [key, one];
      const next = UUID.test(key) ? renew(key) : key;
      if (FILTERS.has(key)) return [key, withIdsInside(one, renew)];
      // The values of custom fields were typed too.
      return [next, key === 'fields' ? withNewKeys(one, renew) : renewed(one, renew)];
    }),
  );
}

function withIdsInside(value: unknown, renew: Renew): unknown {
  if (typeof value === 'string') return value.replaceAll(ID, (one) => renew(one));
  if (Array.isArray(value)) return value.map((one) => withIdsInside(one, renew));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, TEXTS.has(key) ? one : withIdsInside(one, renew)]),
  );
}

function withNewKeys(value: unknown, renew: Renew): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [UUID.test(key) ? renew(key) : key, one]));
}

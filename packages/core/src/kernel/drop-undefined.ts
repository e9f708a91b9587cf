// Optional inputs and rows: what was not sent must not erase.

/** Without the keys whose value is undefined, so that a spread never erases. */
export function dropUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(value).filter(([, one]) => one !== undefined);
  // Object.fromEntries loses the keys' types; they are those of `value`.
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

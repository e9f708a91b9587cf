// Optional inputs and rows: an omitted field must not overwrite a stored value.

/** Removes keys whose value is undefined, so that a spread never erases a stored value. */
export function dropUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(value).filter(([, one]) => one !== undefined);
  // Object.fromEntries loses the key types; they are those of `value`.
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

// Turns what somebody typed into a search field into conditions on text.

/** ILIKE patterns, one for each word; nothing in a word has a meaning of its own. */
export const patterns = (search: string | undefined): string[] =>
  (search ?? '')
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/gu, '\\$&')}%`);

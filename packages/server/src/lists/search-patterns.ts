// Turns the input of a search field into conditions on text.

/** ILIKE patterns, one for each word; special characters in a word are escaped. */
export const patterns = (search: string | undefined): string[] =>
  (search ?? '')
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/gu, '\\$&')}%`);

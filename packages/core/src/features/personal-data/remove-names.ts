// Removes a person's name from stored data of any shape. Pure.

/** Search words and their replacements; longer words first, so that none is partly replaced. */
export type Replacements = readonly (readonly [string, string])[];

export type PersonWords = { firstName: string; lastName: string; email: string; phones: readonly string[] };

/** Addresses are the same in capital letters; names in small letters are often ordinary words. */
export const hasAnyCase = (word: string): boolean => word.includes('@');

/** The word as a regular expression of JavaScript and of PostgreSQL. */
export const patternOf = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

/** Minimum length: shorter words would match inside others. */
const MIN_WORD_LENGTH = 4;

/** The words that identify a person, each with its replacement. */
export function replacementsFor({ firstName, lastName, email, phones }: PersonWords, name: string): Replacements {
  const full = `${firstName} ${lastName}`.trim();
  const turned = [`${lastName} ${firstName}`, `${lastName}, ${firstName}`];
  const names = firstName === '' || lastName === '' ? [full] : [full, ...turned];
  const words: [string, string][] = [
    ...names.map((word): [string, string] => [word, name]),
    [email, ''],
    ...phones.map((word): [string, string] => [word, '']),
  ];
  return words
    .filter(([word], at) => word.length >= MIN_WORD_LENGTH && words.findIndex(([other]) => other === word) === at)
    .toSorted((a, b) => b[0].length - a[0].length);
}

/** The value with the words replaced in every text; the same object if there is nothing to replace. */
export function withoutName<T>(value: T, replacements: Replacements): T {
  // The result has the same shape as the value: only texts differ.
  return replaced(
    value,
    replacements.map(([word, by]) => [new RegExp(patternOf(word), hasAnyCase(word) ? 'giu' : 'gu'), by]),
  ) as T;
}

function replaced(value: unknown, replacements: readonly (readonly [RegExp, string])[]): unknown {
  if (typeof value === 'string')
    return replacements.reduce((text, [word, by]) => text.replaceAll(word, () => by), value);
  if (Array.isArray(value)) {
    const next = value.map((one) => replaced(one, replacements));
    return next.every((one, at) => one === value[at]) ? value : next;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, replaced(one, replacements)] as const);
  const same = entries.every(([key, one]) => one === (value as Record<string, unknown>)[key]);
  return same ? value : Object.fromEntries(entries);
}

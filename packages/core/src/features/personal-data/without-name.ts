// Takes the name of a person out of anything that is kept as data. Pure.

/** What is looked for, and what stands instead; longer words first, so that none is cut in two. */
export type Replacements = readonly (readonly [string, string])[];

export type PersonWords = { firstName: string; lastName: string; email: string; phones: readonly string[] };

/** Shorter words would be found in the midst of others. */
const LEAST = 4;

/** The words by which a person is known, each with what stands for it afterwards. */
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
    .filter(([word], at) => word.length >= LEAST && words.findIndex(([other]) => other === word) === at)
    .toSorted((a, b) => b[0].length - a[0].length);
}

/** The same value with the words replaced in every text; the value itself where there is none. */
export function withoutName<T>(value: T, replacements: Replacements): T {
  // What is made of a value has its shape: only texts differ.
  return replaced(value, replacements) as T;
}

function replaced(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replacements.reduce((text, [word, by]) => text.replaceAll(word, by), value);
  if (Array.isArray(value)) {
    const next = value.map((one) => replaced(one, replacements));
    return next.every((one, at) => one === value[at]) ? value : next;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, replaced(one, replacements)] as const);
  const same = entries.every(([key, one]) => one === (value as Record<string, unknown>)[key]);
  return same ? value : Object.fromEntries(entries);
}

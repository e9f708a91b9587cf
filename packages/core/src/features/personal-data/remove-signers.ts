// Removes a person from those who sign a report: their names are typed by hand, so they are compared word by word. Pure.
import type { PersonWords } from './remove-names.ts';

/** Titles and initials are shorter, or end in a full stop. */
const MAX_SHORT = 2;

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase('und')
    .split(/[\s,]+/u)
    .filter(Boolean);

/** Whether the name is that of the person: the last name alone, with the first name, an initial or titles, in any order. */
export function isNameOf(name: string, { firstName, lastName }: Pick<PersonWords, 'firstName' | 'lastName'>): boolean {
  const own = wordsOf(lastName);
  const given = wordsOf(firstName);
  const words = wordsOf(name);
  if (own.length === 0 || !own.every((word) => words.includes(word))) return false;
  return words.every(
    (word) => own.includes(word) || given.includes(word) || word.endsWith('.') || word.length <= MAX_SHORT,
  );
}

type Signing = { signers?: readonly { name: string }[] };

/** The options of a report with `by` instead of the person's name; the same object if the person does not sign it. */
export function withoutSigner<T extends Signing>(options: T, person: PersonWords, by: string): T {
  const { signers = [] } = options;
  if (!signers.some(({ name }) => isNameOf(name, person))) return options;
  return { ...options, signers: signers.map((one) => (isNameOf(one.name, person) ? { ...one, name: by } : one)) };
}

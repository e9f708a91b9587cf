// Every supported language has all texts, with the same placeholders and its own plural forms.
import { readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import type { Catalog } from './catalog.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, localeTag } from './languages.ts';
import { catalogFile, readCatalog } from './read-catalog.ts';

type Parts = ReturnType<typeof parse>;
const english = readCatalog(DEFAULT_LANGUAGE);

/** The placeholders of a text: `{count}` as `count:plural`, with the options of a select; tags as `<b>`. */
function holesOf(parts: Parts): Set<string> {
  const holes = new Set<string>();
  for (const part of parts) {
    if (part.type === TYPE.literal || part.type === TYPE.pound) continue;
    if (part.type === TYPE.tag) {
      holes.add(`<${part.value}>`);
      for (const hole of holesOf(part.children)) holes.add(hole);
    } else if (part.type === TYPE.select || part.type === TYPE.plural) {
      const words = part.type === TYPE.select ? Object.keys(part.options).toSorted().join('|') : 'number';
      holes.add(`${part.value}:${words}`);
      for (const { value } of Object.values(part.options)) for (const hole of holesOf(value)) holes.add(hole);
    } else {
      holes.add(part.type === TYPE.argument ? part.value : `${part.value}:number`);
    }
  }
  return holes;
}

/** A number counts the same whether or not its text needs plural forms. */
const named = (holes: Set<string>): string[] =>
  [...new Set([...holes].map((hole) => hole.replace(/:number$/u, '')))].toSorted();

/** Plural forms that whole numbers take in a language; those for millions may be left to `other`. */
function formsOf(language: Language): Set<string> {
  const rules = new Intl.PluralRules(localeTag(language));
  return new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
}

/** Plurals that lack a form of the language, by placeholder. */
function lacking(parts: Parts, forms: ReadonlySet<string>): string[] {
  return parts.flatMap((part) => {
    if (part.type === TYPE.tag) return lacking(part.children, forms);
    if (part.type !== TYPE.select && part.type !== TYPE.plural) return [];
    const within = Object.values(part.options).flatMap(({ value }) => lacking(value, forms));
    // Without the number in it, a plural only distinguishes none from some.
    const counts = Object.values(part.options).some(({ value }) => value.some(({ type }) => type === TYPE.pound));
    if (part.type === TYPE.select || part.pluralType === 'ordinal' || !counts) return within;
    const absent = [...forms].filter((form) => !Object.hasOwn(part.options, form));
    return absent.length > 0 ? [`${part.value} lacks ${absent.join(', ')}`, ...within] : within;
  });
}

/** The placeholders of each text, read once for all languages. */
const WANTED = new Map(Object.entries(english).map(([key, text]) => [key, named(holesOf(parse(text)))]));

function problemsOf(forms: ReadonlySet<string>, key: string, text: string): string[] {
  let parts: Parts;
  try {
    parts = parse(text);
  } catch (error) {
    return [`${key}: cannot be read: ${error}`];
  }
  const model = english[key] ?? '';
  const [names, expected] = [named(holesOf(parts)), WANTED.get(key) ?? []];
  const problems = lacking(parts, forms).map((problem) => `${key}: ${problem}`);
  if (names.join() !== expected.join()) problems.push(`${key}: has {${names.join()}} for {${expected.join()}}`);
  if (text !== text.trim() && model === model.trim()) problems.push(`${key}: spaces around it`);
  if (text === '') problems.push(`${key}: empty`);
  return problems;
}

const missing = (from: Catalog, catalog: Catalog): string[] =>
  Object.keys(from).filter((key) => !Object.hasOwn(catalog, key));

describe.each(LANGUAGES)('%s', (language) => {
  const own = readCatalog(language);
  test('has every text and no extra ones', () => {
    expect(missing(english, own)).toEqual([]);
    expect(missing(own, english)).toEqual([]);
  });
  test('has the same placeholders, in every form of its plurals', () => {
    const forms = formsOf(language);
    const problems = Object.entries(own).flatMap(([key, text]) =>
      Object.hasOwn(english, key) ? problemsOf(forms, key, text) : [],
    );
    expect(problems).toEqual([]);
  });
  // Translation tools write files in this format: any other would cause changes throughout the file.
  test('has each key once, in sorted order', () => {
    const sorted = Object.fromEntries(Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    expect(readFileSync(catalogFile(language), 'utf8')).toBe(`${JSON.stringify(sorted, null, 2)}\n`);
  });
});

// A catalog: every text of one language under its flat key. Merged from one file per feature and language in parts/.

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Key → ICU message. */
export type Catalog = Readonly<Record<string, string>>;

/** Key → text without anything to fill in, or a message that was read when the program was built. */
export type ReadCatalog = Readonly<Record<string, string | MessageFormatElement[]>>;

/** Whether a text has anything to fill in, or anything quoted; others stand for themselves. */
export const hasSyntax = (text: string): boolean => /[{<']/u.test(text);

/** `plans.en.json` → `{ feature: 'plans', language: 'en' }`; undefined where a name is none of ours. */
export function partName(file: string): { feature: string; language: string } | undefined {
  const found = /([a-z][a-z-]*)\.([a-z]{2})\.json$/u.exec(file);
  return found?.[1] && found[2] ? { feature: found[1], language: found[2] } : undefined;
}

/** One catalog of many parts. Throws where two parts hold the same key, since one text would silently win. */
export function mergeParts(parts: Iterable<Catalog>): Catalog {
  const merged: Record<string, string> = {};
  for (const part of parts) {
    for (const [key, text] of Object.entries(part)) {
      if (Object.hasOwn(merged, key)) throw new Error(`the text ${key} stands in two parts`);
      merged[key] = text;
    }
  }
  return merged;
}

// Gives each language as two modules: what one reads before signing in, and all the rest. A browser loads those of the language it shows.
import { parse } from '@formatjs/icu-messageformat-parser';
import { type Catalog, hasSyntax, type ReadCatalog } from '@plumbline/locales/catalog';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { catalogFile, readCatalog } from '@plumbline/locales/read-catalog';
import type { Plugin } from 'vite';

const NAME = 'virtual:texts';

/** What no browser shows stays on the server: the words of mails. */
const shown = (catalog: Catalog): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([key]) => !key.startsWith('mail.')));

const SETS = ['door', 'rest'] as const;
type Set = (typeof SETS)[number];

/** Read at the door: signing in, what every part of the interface says, refusals; and whole sentences that are keys themselves. */
const DOOR = /^(?:(?:auth|ui|shell|error|outcome|time|nav|language)\.|[^.]*_)/u;
const setOf = (key: string): Set => (DOOR.test(key) ? 'door' : 'rest');

/** Messages are read here, so that no browser needs what reads them. */
const read = (texts: readonly [string, string][]): ReadCatalog =>
  Object.fromEntries(texts.map(([key, text]) => [key, hasSyntax(text) ? parse(text) : text]));

/** Texts of the language itself, and English ones where it lacks some. */
function textsOf(language: Language, set: Set): { own: ReadCatalog; standIn: ReadCatalog } {
  const all = shown(readCatalog(language));
  const mine = (catalog: Catalog) => Object.entries(catalog).filter(([key]) => setOf(key) === set);
  const standIn = mine(shown(readCatalog(DEFAULT_LANGUAGE))).filter(([key]) => !Object.hasOwn(all, key));
  return { own: read(mine(all)), standIn: read(standIn) };
}

const nameOf = (language: Language, set: Set): string => `${NAME}/${language}-${set}`;
const loading = (language: Language, set: Set): string => `import(${JSON.stringify(nameOf(language, set))})`;

function loaders(): string {
  const lines = LANGUAGES.map((language) => {
    const there = Object.keys(readCatalog(language)).length > 0;
    const sets = SETS.map((set) =>
      there
        ? `${set}: () => ${loading(language, set)}`
        : `${set}: () => ${loading(DEFAULT_LANGUAGE, set)}.then(({ own }) => ({ own: {}, standIn: own }))`,
    );
    return `${language}: { ${sets.join(', ')} }`;
  });
  return `export const loaders = { ${lines.join(', ')} };`;
}

export function texts(): Plugin {
  return {
    name: 'plumbline-texts',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const found = LANGUAGES.flatMap((language) => SETS.map((set) => ({ language, set }))).find(
        ({ language, set }) => id === `\0${nameOf(language, set)}`,
      );
      if (found === undefined) return loaders();
      for (const language of [found.language, DEFAULT_LANGUAGE]) this.addWatchFile(catalogFile(language));
      const { own, standIn } = textsOf(found.language, found.set);
      return `export const own = ${JSON.stringify(own)};\nexport const standIn = ${JSON.stringify(standIn)};`;
    },
  };
}

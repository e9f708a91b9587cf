// Provides the messages of each language as two modules: those needed before signing in, and the rest. A browser loads
// those of the language it shows.
import { parse } from '@formatjs/icu-messageformat-parser';
import { hasSyntax, type ReadCatalog } from '@plumbline/locales/catalog';
import { LANGUAGES, type Language } from '@plumbline/locales/languages';
import { catalogFile, readCatalog } from '@plumbline/locales/read-catalog';
import type { Plugin } from 'vite';

const NAME = 'virtual:texts';

const SETS = ['signIn', 'rest'] as const;
type Set = (typeof SETS)[number];

/**
 * Keys of texts shown before signing in: the sign-in page, interface components, errors; and sentences that are their
 * own keys.
 */
const SIGN_IN = /^(?:(?:auth|ui|shell|error|outcome|time|nav|language)\.|[^.]*_)/u;
/** Email texts are used by the server only. */
const SERVER_ONLY = /^mail\./u;

const belongsTo = (set: Set, key: string): boolean =>
  !SERVER_ONLY.test(key) && (SIGN_IN.test(key) ? 'signIn' : 'rest') === set;

/** Messages are parsed here, so that browsers don't need the parser. */
const textsOf = (language: Language, set: Set): ReadCatalog =>
  Object.fromEntries(
    Object.entries(readCatalog(language))
      .filter(([key]) => belongsTo(set, key))
      .map(([key, text]) => [key, hasSyntax(text) ? parse(text) : text]),
  );

const nameOf = (language: Language, set: Set): string => `${NAME}/${language}-${set}`;

function loaders(): string {
  const load = (language: Language, set: Set) => `${set}: () => import(${JSON.stringify(nameOf(language, set))})`;
  const lines = LANGUAGES.map((language) => `${language}: { ${SETS.map((set) => load(language, set)).join(', ')} }`);
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
      this.addWatchFile(catalogFile(found.language));
      return `export const texts = ${JSON.stringify(textsOf(found.language, found.set))};`;
    },
  };
}

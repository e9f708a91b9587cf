// The words the interface parts speak to screen readers come in more than thirty languages, with every page and all at once. Here English
// comes with the page, and each of our other languages as a module of its own, fetched when the program speaks it.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@plumbline/locales/languages';
import type { Plugin } from 'vite';

const NAME = 'virtual:spoken';
/** `…/react-aria/dist/private/breadcrumbs/intlStrings.mjs`: the words of one part in all languages. */
const WORDS = /\/(react-aria|react-stately|react-aria-components)\/dist\/private\/.*intlStrings\.m?js$/u;
/** Where such a file has its English words from: mostly, but not always, a folder of the part's own name. */
const ENGLISH = /from "(\S+?\/intl\/(?:(\w+)\/)?en-US\.m?js)"/u;
const PACKAGES = ['react-aria', 'react-stately', 'react-aria-components'] as const;

/** Their names for our languages, where these are not doubled (`fr` is `fr-FR`). */
const LOCALES: Partial<Record<Language, string>> = {
  ...{ cs: 'cs-CZ', da: 'da-DK', en: 'en-US', no: 'nb-NO', pt: 'pt-PT', sl: 'sl-SI', sr: 'sr-SP', sv: 'sv-SE' },
};
const localeOf = (language: Language): string => LOCALES[language] ?? `${language}-${language.toUpperCase()}`;

const require = createRequire(import.meta.url);
const folderOf = (name: string): string =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), 'dist/private/intl');

/** Folders of parts; an empty one for words that lie there themselves. */
function partsOf(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.length > 0 ? folders.map((one) => one.name) : [''];
}

const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

const LOADERS = `${NAME}-loaders`;

/** What every part asks: English at first, and the words of a language from when they have come. */
const registry = (): string => `
const parts = new Map();
const packs = {};
export function dictionary(name, english) {
  const words = { 'en-US': english };
  for (const locale of ${JSON.stringify(others.map(localeOf))}) words[locale] = Object.assign(Object.create(english), packs[locale]?.[name]);
  parts.set(name, words);
  return words;
}
export async function speak(language) {
  const { loaders } = await import(${JSON.stringify(LOADERS)});
  const pack = await loaders[language]?.();
  if (!pack) return;
  packs[pack.locale] = pack.words;
  for (const [name, words] of parts) Object.assign(words[pack.locale], pack.words[name]);
}`;

const loaders = (): string =>
  `export const loaders = { ${others.map((one) => `${one}: () => import(${JSON.stringify(`${NAME}/${one}`)})`).join(', ')} };`;

function pack(language: Language): string {
  const locale = localeOf(language);
  const imports: string[] = [];
  const entries: string[] = [];
  for (const name of PACKAGES) {
    const folder = folderOf(name);
    for (const part of partsOf(folder)) {
      const its = `words${imports.length}`;
      imports.push(`import ${its} from ${JSON.stringify(path.join(folder, part, `${locale}.mjs`))};`);
      entries.push(`${JSON.stringify(`${name}/${part}`)}: ${its}`);
    }
  }
  return `${imports.join('\n')}
export const locale = ${JSON.stringify(locale)};
export const words = { ${entries.join(', ')} };`;
}

export function spokenWords(): Plugin {
  return {
    name: 'plumbline-spoken-words',
    resolveId: (id) => (id === NAME || id === LOADERS || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return registry();
      if (id === `\0${LOADERS}`) return loaders();
      const language = others.find((one) => id === `\0${NAME}/${one}`);
      if (language !== undefined) return pack(language);
      const name = WORDS.exec(id)?.[1];
      if (name === undefined) return undefined;
      const [, english, part = ''] = ENGLISH.exec(readFileSync(id, 'utf8')) ?? [];
      if (english === undefined) throw new Error(`no English words in ${id}`);
      return `import { dictionary } from ${JSON.stringify(NAME)};
import english from ${JSON.stringify(english)};
export default dictionary(${JSON.stringify(`${name}/${part}`)}, english);`;
    },
  };
}

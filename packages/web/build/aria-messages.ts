// React Aria bundles the screen reader announcements of its components in more than thirty languages with every page.
// Here English is bundled, and each of our other languages is a separate module, loaded when that language is shown.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@plumbline/locales/languages';
import type { Plugin } from 'vite';

const NAME = 'virtual:spoken';
/** `…/react-aria/dist/private/breadcrumbs/intlStrings.mjs`: the strings of one component in all languages. */
const STRINGS = /\/(react-aria|react-stately|react-aria-components)\/dist\/private\/.*intlStrings\.m?js$/u;
/** Where such a file imports its English strings from: usually a folder named after the component. */
const ENGLISH = /from "(\S+?\/intl\/(?:(\w+)\/)?en-US\.m?js)"/u;
const PACKAGES = ['react-aria', 'react-stately', 'react-aria-components'] as const;

/** Locale names used by React Aria, unless the language code is doubled (`fr` is `fr-FR`). */
const LOCALES: Partial<Record<Language, string>> = {
  ...{ cs: 'cs-CZ', da: 'da-DK', en: 'en-US', no: 'nb-NO', pt: 'pt-PT', sl: 'sl-SI', sr: 'sr-SP', sv: 'sv-SE' },
};
const localeOf = (language: Language): string => LOCALES[language] ?? `${language}-${language.toUpperCase()}`;

const require = createRequire(import.meta.url);
const folderOf = (name: string): string =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), 'dist/private/intl');

/** Component folders; an empty name if the package keeps its strings in one folder. */
function componentsOf(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.length > 0 ? folders.map((one) => one.name) : [''];
}

const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

const LOADERS = `${NAME}-loaders`;

/** The module that every component reads: English first, and the strings of a language once they are loaded. */
const registry = (): string => `
const components = new Map();
const packs = {};
export function dictionary(name, english) {
  const strings = { 'en-US': english };
  for (const locale of ${JSON.stringify(others.map(localeOf))}) strings[locale] = Object.assign(Object.create(english), packs[locale]?.[name]);
  components.set(name, strings);
  return strings;
}
export async function speak(language) {
  if (language === ${JSON.stringify(DEFAULT_LANGUAGE)}) return;
  const { loaders } = await import(${JSON.stringify(LOADERS)});
  const pack = await loaders[language]?.();
  if (!pack) return;
  packs[pack.locale] = pack.strings;
  for (const [name, strings] of components) Object.assign(strings[pack.locale], pack.strings[name]);
}`;

const loaders = (): string =>
  `export const loaders = { ${others.map((other) => `${other}: () => import(${JSON.stringify(`${NAME}/${other}`)})`).join(', ')} };`;

function pack(language: Language): string {
  const locale = localeOf(language);
  const imports: string[] = [];
  const entries: string[] = [];
  for (const name of PACKAGES) {
    const folder = folderOf(name);
    for (const component of componentsOf(folder)) {
      const variable = `strings${imports.length}`;
      imports.push(`import ${variable} from ${JSON.stringify(path.join(folder, component, `${locale}.mjs`))};`);
      entries.push(`${JSON.stringify(`${name}/${component}`)}: ${variable}`);
    }
  }
  return `${imports.join('\n')}
export const locale = ${JSON.stringify(locale)};
export const strings = { ${entries.join(', ')} };`;
}

export function ariaMessages(): Plugin {
  return {
    name: 'plumbline-aria-messages',
    resolveId: (id) => (id === NAME || id === LOADERS || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return registry();
      if (id === `\0${LOADERS}`) return loaders();
      const language = others.find((other) => id === `\0${NAME}/${other}`);
      if (language !== undefined) return pack(language);
      const name = STRINGS.exec(id)?.[1];
      if (name === undefined) return undefined;
      const [, english, component = ''] = ENGLISH.exec(readFileSync(id, 'utf8')) ?? [];
      if (english === undefined) throw new Error(`no English strings in ${id}`);
      return `import { dictionary } from ${JSON.stringify(NAME)};
import english from ${JSON.stringify(english)};
export default dictionary(${JSON.stringify(`${name}/${component}`)}, english);`;
    },
  };
}

// Gives each language as one module with all its texts, so that a browser loads one chunk for the language it shows.
import { readdirSync } from 'node:fs';
import type { Catalog } from '@plumbline/locales/catalog';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { PARTS_FOLDER, readCatalog } from '@plumbline/locales/read-catalog';
import type { Plugin } from 'vite';

const NAME = 'virtual:texts';

/** What no browser shows stays on the server: the words of mails. */
const shown = (catalog: Catalog): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([key]) => !key.startsWith('mail.')));

/** Texts of the language itself, and English ones where it lacks some. */
function textsOf(language: Language): { own: Catalog; standIn: Catalog } {
  const own = shown(readCatalog(language));
  const standIn = Object.entries(shown(readCatalog(DEFAULT_LANGUAGE))).filter(([key]) => !Object.hasOwn(own, key));
  return { own, standIn: Object.fromEntries(standIn) };
}

const loading = (language: Language): string => `import(${JSON.stringify(`${NAME}/${language}`)})`;

function loaders(): string {
  const lines = LANGUAGES.map((language) =>
    Object.keys(readCatalog(language)).length > 0
      ? `${language}: () => ${loading(language)}`
      : `${language}: () => ${loading(DEFAULT_LANGUAGE)}.then(({ own }) => ({ own: {}, standIn: own }))`,
  );
  return `export const loaders = { ${lines.join(', ')} };`;
}

export function texts(): Plugin {
  return {
    name: 'plumbline-texts',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const language = LANGUAGES.find((one) => id === `\0${NAME}/${one}`);
      if (language === undefined) return loaders();
      for (const file of readdirSync(PARTS_FOLDER)) this.addWatchFile(`${PARTS_FOLDER}/${file}`);
      const { own, standIn } = textsOf(language);
      return `export const own = ${JSON.stringify(own)};\nexport const standIn = ${JSON.stringify(standIn)};`;
    },
  };
}

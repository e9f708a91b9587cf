// The server's own words: refusals for people who read them raw, and what a new project begins with.
import { isLanguage, type Language } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { createTranslator, type Translator } from '@plumbline/locales/translate';

const made = new Map<Language, Translator>();

/** The translator of a language, English for one the program does not speak. Catalogs are read once. */
export function textsIn(language: string): Translator {
  const known = isLanguage(language) ? language : 'en';
  const translator = made.get(known) ?? createTranslator(known, readCatalog(known), readCatalog('en'));
  made.set(known, translator);
  return translator;
}

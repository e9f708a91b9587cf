// The texts of reports in a language: read once per language, with English for missing ones.
import { chooseLanguage, type Language, regionalTag } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { createTranslator, type Translator } from '@plumbline/locales/translate';

const known = new Map<Language, Translator>();

/** The translator for the language closest to the requested one. English has the day first, as in the program. */
export function wordsIn(requested: string): Translator {
  const language = chooseLanguage([requested]);
  const t =
    known.get(language) ??
    createTranslator(language, readCatalog(language), readCatalog('en'), regionalTag(language, []));
  known.set(language, t);
  return t;
}

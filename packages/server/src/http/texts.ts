// Texts of the server: error messages for people who read them directly, and the initial content of a new project.
import { isLanguage, type Language, regionalTag } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { createTranslator, type Translator } from '@plumbline/locales/translate';

const made = new Map<Language, Translator>();

/**
 * The translator for a language, or English if the language is not supported. Dates are written as in the program for a
 * reader without a region. Catalogues are read once.
 */
export function textsIn(language: string): Translator {
  const known = isLanguage(language) ? language : 'en';
  const translator =
    made.get(known) ?? createTranslator(known, readCatalog(known), readCatalog('en'), regionalTag(known, []));
  made.set(known, translator);
  return translator;
}

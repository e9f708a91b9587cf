// The texts of reports in a language: read once per language, with English for missing ones.
import { chooseLanguage, regionalTag } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { createTranslator, type Translator } from '@plumbline/locales/translate';

/** Regions are sent by clients. */
const MAX_TRANSLATORS = 100;

const known = new Map<string, Translator>();

/**
 * The translator for the language closest to the requested one. `region`: a BCP 47 tag whose region decides how dates and
 * numbers are written, if it is one of this language.
 */
export function wordsIn(requested: string, region = ''): Translator {
  const language = chooseLanguage([requested]);
  const locale = regionalTag(language, [region]);
  const t = known.get(locale) ?? createTranslator(language, readCatalog(language), readCatalog('en'), locale);
  if (known.size < MAX_TRANSLATORS) known.set(locale, t);
  return t;
}

// Texts of the server: error messages for people who read them directly, and the initial content of a new project.
import { isLanguage, regionalTag } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { createTranslator, type Translator } from '@plumbline/locales/translate';

/** The time zones of the United States, where English dates begin with the month. */
const AMERICAN_ZONES: ReadonlySet<string> = new Set(
  (new Intl.Locale('en-US') as Intl.Locale & { getTimeZones(): string[] }).getTimeZones(),
);

/** By locale. */
const made = new Map<string, Translator>();

/**
 * The translator for a language, or English if the language is not supported. Dates are written as in the program for a
 * reader without a region, unless the reader's time zone is American. Catalogues are read once.
 */
export function textsIn(language: string, timeZone = ''): Translator {
  const known = isLanguage(language) ? language : 'en';
  const locale = regionalTag(known, AMERICAN_ZONES.has(timeZone) ? ['en-US'] : []);
  const translator = made.get(locale) ?? createTranslator(known, readCatalog(known), readCatalog('en'), locale);
  made.set(locale, translator);
  return translator;
}

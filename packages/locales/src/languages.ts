// The languages of the program, and how the one to use is chosen. Pure: it reads no browser and no file.

/** All languages the program is offered in, by ISO 639-1 code. */
export const LANGUAGES = [
  'bg',
  'hr',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'hu',
  'it',
  'nl',
  'no',
  'pl',
  'pt',
  'tr',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language that stands in for a missing text. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Languages whose texts are all there; a test holds them to it. */
export const COMPLETE_LANGUAGES: readonly Language[] = LANGUAGES;

/** The own name of each language, as a chooser shows it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  bg: 'Български',
  hr: 'Hrvatski',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  hu: 'Magyar',
  it: 'Italiano',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  ro: 'Română',
  ru: 'Русский',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  sr: 'Srpski',
  sv: 'Svenska',
};

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (LANGUAGES as readonly string[]).includes(value);
}

/** The BCP 47 tag that browsers, Intl and screen readers understand best: Norwegian is Bokmål, Serbian is written in Latin. */
export function localeTag(language: Language): string {
  if (language === 'no') return 'nb';
  if (language === 'sr') return 'sr-Latn';
  return language;
}

/**
 * The way to write dates and numbers: that of the first wish in the same language (`de-AT`, `en-US`); without one English is
 * written as in Europe, where the day comes first.
 */
export function regionalTag(language: Language, wishes: readonly string[]): string {
  const found = wishes.find((wish) => wish.includes('-') && chooseLanguage([wish]) === language);
  if (found !== undefined && language !== 'sr') return found;
  return language === 'en' ? 'en-GB' : localeTag(language);
}

/** The first wish that the program speaks: `['de-AT', 'en']` gives `de`; Bokmål and Nynorsk are `no`. English where none fits. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = wish?.toLowerCase().split(/[-_]/u)[0] ?? '';
    const known = primary === 'nb' || primary === 'nn' ? 'no' : primary;
    if (isLanguage(known)) return known;
  }
  return DEFAULT_LANGUAGE;
}

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
export const COMPLETE_LANGUAGES: readonly Language[] = ['en', 'de'];

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

/** The first wish that the program speaks: `['de-AT', 'en']` gives `de`; Bokmål and Nynorsk are `no`. English where none fits. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = wish?.toLowerCase().split(/[-_]/u)[0] ?? '';
    const known = primary === 'nb' || primary === 'nn' ? 'no' : primary;
    if (isLanguage(known)) return known;
  }
  return DEFAULT_LANGUAGE;
}

// The languages Plumbline is available in, and how one is chosen. Pure: it accesses neither browser nor files.

/** All languages by ISO 639-1 code. Every one has every text, which a test verifies. */
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

/** The fallback for missing texts. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language's own name, for language menus. */
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

/**
 * The BCP 47 tag best supported by browsers, Intl and screen readers: Norwegian is Bokmål, Serbian uses Latin script.
 */
export function localeTag(language: Language): string {
  if (language === 'no') return 'nb';
  if (language === 'sr') return 'sr-Latn';
  return language;
}

/**
 * Locale for dates and numbers: the first preference in the same language (`de-AT`, `en-US`). Without one, English uses
 * the European format with the day first.
 */
export function regionalTag(language: Language, preferences: readonly string[]): string {
  const found = preferences.find((preference) => preference.includes('-') && chooseLanguage([preference]) === language);
  if (found !== undefined && language !== 'sr') return found;
  return language === 'en' ? 'en-GB' : localeTag(language);
}

/**
 * The first supported preference: `['de-AT', 'en']` gives `de`; Bokmål and Nynorsk are `no`. English if none is
 * supported.
 */
export function chooseLanguage(preferences: readonly (string | null | undefined)[]): Language {
  for (const preference of preferences) {
    const primary = preference?.toLowerCase().split(/[-_]/u)[0] ?? '';
    const known = primary === 'nb' || primary === 'nn' ? 'no' : primary;
    if (isLanguage(known)) return known;
  }
  return DEFAULT_LANGUAGE;
}

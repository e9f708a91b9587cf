// The messages of the languages that a device uses.

/** Language → the paths of its files, as in `/assets/de-3fa4c1.js`. */
export type LanguageFiles = Readonly<Record<string, readonly string[]>>;

/** The files of each language of which any version's file is among the paths. */
export const filesOfLanguagesIn = (paths: readonly string[], languages: LanguageFiles): string[] =>
  Object.entries(languages).flatMap(([language, files]) =>
    paths.some((path) => path.startsWith(`/assets/${language}-`)) ? files : [],
  );

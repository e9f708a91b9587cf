// Modules that the build creates from the messages (build/texts.ts).
declare module 'virtual:texts' {
  import type { ReadCatalog } from '@plumbline/locales/catalog';
  import type { Language } from '@plumbline/locales/languages';

  type Texts = { texts: ReadCatalog };
  /** Loads the texts of a language: those needed before signing in, or the rest. */
  export const loaders: Record<Language, { signIn: () => Promise<Texts>; rest: () => Promise<Texts> }>;
}

/** What interface components announce to screen readers; created by the build. */
declare module 'virtual:spoken' {
  /** Loads the announcements of a language and uses them from then on. */
  export function speak(language: import('@plumbline/locales/languages').Language): Promise<void>;
}

// Modules that the build creates from the messages (build/texts.ts).
declare module 'virtual:texts' {
  import type { ReadCatalog } from '@plumbline/locales/catalog';
  import type { Language } from '@plumbline/locales/languages';

  type Texts = { texts: ReadCatalog };
  /** Loads the messages of a language: those needed before sign-in, or the rest. */
  export const loaders: Record<Language, { signIn: () => Promise<Texts>; rest: () => Promise<Texts> }>;
}

/** Screen reader announcements of interface components; created by the build. */
declare module 'virtual:spoken' {
  /** Loads the announcements of a language and uses them from then on. */
  export function speak(language: import('@plumbline/locales/languages').Language): Promise<void>;
}

/** The files that start the app, in the order in which they run; none in development (build/pieces.ts). */
declare module 'virtual:pieces' {
  export const pieces: readonly string[];
}

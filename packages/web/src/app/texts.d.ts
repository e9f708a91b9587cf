// The modules that the build makes of the catalogues (build/texts.ts).
declare module 'virtual:texts' {
  import type { ReadCatalog } from '@plumbline/locales/catalog';
  import type { Language } from '@plumbline/locales/languages';

  type Texts = { own: ReadCatalog; standIn: ReadCatalog };
  /** Loads texts of one language: those at the door, or the rest. `standIn` holds English ones where it lacks some. */
  export const loaders: Record<Language, { door: () => Promise<Texts>; rest: () => Promise<Texts> }>;
}

/** What the parts of the interface speak to screen readers; made by the build. */
declare module 'virtual:spoken' {
  /** Fetches the words of a language; they are spoken from when they have come. */
  export function speak(language: import('@plumbline/locales/languages').Language): Promise<void>;
}

// The modules that the build makes of the catalogues (build/texts.ts).
declare module 'virtual:texts' {
  import type { Catalog } from '@plumbline/locales/catalog';
  import type { Language } from '@plumbline/locales/languages';

  /** Loads the texts of one language; `standIn` holds English ones where it lacks some. */
  export const loaders: Record<Language, () => Promise<{ own: Catalog; standIn: Catalog }>>;
}

// Reads the messages of a language from disk: for the server (emails, reports) and for checks. The browser has its own loader.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalog } from './catalog.ts';
import type { Language } from './languages.ts';

/** The path of the file with all messages of a language. */
export const catalogFile = (language: Language): string =>
  fileURLToPath(new URL(`../messages/${language}.json`, import.meta.url));

/** All texts of one language. */
export const readCatalog = (language: Language): Catalog =>
  JSON.parse(readFileSync(catalogFile(language), 'utf8')) as Catalog;

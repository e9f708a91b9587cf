// Reads catalogs from the parts folder: for the server (mails, reports) and for checks. The browser has its own loader.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Catalog, mergeParts, partName } from './catalog.ts';
import type { Language } from './languages.ts';

export const PARTS_FOLDER = fileURLToPath(new URL('../parts', import.meta.url));

/** The parts of one language by feature. */
export function readParts(language: Language, folder = PARTS_FOLDER): Map<string, Catalog> {
  const parts = new Map<string, Catalog>();
  for (const file of readdirSync(folder).sort()) {
    const name = partName(file);
    if (name?.language !== language) continue;
    parts.set(name.feature, JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Catalog);
  }
  return parts;
}

/** All texts of one language. */
export function readCatalog(language: Language, folder = PARTS_FOLDER): Catalog {
  return mergeParts(readParts(language, folder).values());
}

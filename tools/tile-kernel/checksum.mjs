// Checksums that show whether the modules were built from the current sources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const RENDERING = '../../packages/server/src/rendering/';

/** The modules by the source file that each begins with. */
export const MODULES = {
  'tile.ts': new URL(`${RENDERING}engines/tiles/kernel/tiles.wasm`, import.meta.url),
  'lines.ts': new URL(`${RENDERING}lines/lines.wasm`, import.meta.url),
};

export function sumOfSources() {
  const folder = new URL('./', import.meta.url);
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex');
}

/** @param {URL} module */
export const sumOfModule = (module) => createHash('sha256').update(readFileSync(module)).digest('hex');

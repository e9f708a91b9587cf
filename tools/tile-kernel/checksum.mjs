// Checksums that show whether the module was built from the current sources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export const MODULE = new URL('../../packages/server/src/rendering/engines/tiles/kernel/tiles.wasm', import.meta.url);

export function sumOfSources() {
  const folder = new URL('./', import.meta.url);
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex');
}

export const sumOfModule = () => createHash('sha256').update(readFileSync(MODULE)).digest('hex');

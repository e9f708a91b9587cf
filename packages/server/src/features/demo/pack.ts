// The demo pack: a folder beside the source with a manifest and the files it names. An installation may be built without it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Manifest, manifest } from './manifest.ts';

const FOLDER = fileURLToPath(new URL('../../../demo-pack/', import.meta.url));

/** The path of a file of the pack. */
export const packFile = (file: string): string => join(FOLDER, file);

/** The manifest of the pack; undefined where this installation has no pack. */
export function readPack(): Manifest | undefined {
  const path = packFile('manifest.json');
  return existsSync(path) ? manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

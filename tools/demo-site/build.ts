// Draws the demo site and writes it as the server's demo pack: `node tools/demo-site/build.ts`.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPack } from './pack.ts';

const PACK = fileURLToPath(new URL('../../packages/server/demo-pack/', import.meta.url));

await rm(PACK, { recursive: true, force: true });
for (const [file, draw] of drawPack()) {
  const target = path.join(PACK, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, await draw());
}
console.log(`${(await readdir(PACK, { recursive: true })).length} files in ${PACK}`);

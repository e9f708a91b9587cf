// Makes the module that encodes tiles: `npm ci && npm run build` in this folder. Its compiler is as large as all else that a start installs;
// so the module lies in the repository, together with a sum of the sources it was made of, which a test compares.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { sumOfSources } from './sum.mjs';

const TARGET = fileURLToPath(
  new URL('../../packages/server/src/rendering/engines/tiles/kernel/tiles.wasm', import.meta.url),
);
const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');

const OPTIONS =
  '-O3 --converge --noAssert --runtime stub --enable simd --enable threads --enable bulk-memory --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536';
execFileSync(process.execPath, [compiler, 'tile.ts', ...OPTIONS.split(' '), '-o', TARGET], {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  stdio: 'inherit',
});
writeFileSync(`${TARGET}.sum`, `${sumOfSources()}\n`);

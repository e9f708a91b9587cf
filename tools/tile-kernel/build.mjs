// Builds the WebAssembly tile encoder: `npm ci && npm run build` in this folder. The module is committed, because its
// compiler is as large as all other dependencies of a start together. `npm run check` rebuilds it and compares the
// bytes; a test compares the checksums of sources and module.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODULE, sumOfModule, sumOfSources } from './checksum.mjs';

const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
const OPTIONS = '-O3 --converge --noAssert --runtime stub --enable simd --enable bulk-memory --importMemory';

/** @param {string} target */
function compile(target) {
  execFileSync(process.execPath, [compiler, 'tile.ts', ...OPTIONS.split(' '), '-o', target], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: 'inherit',
  });
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tile-kernel-'));
  try {
    compile(path.join(folder, 'tiles.wasm'));
    const isEqual = readFileSync(path.join(folder, 'tiles.wasm')).equals(readFileSync(MODULE));
    console.log(
      isEqual ? 'The module is byte for byte what its sources make.' : 'The module differs from its sources.',
    );
    if (!isEqual) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  compile(fileURLToPath(MODULE));
  writeFileSync(`${fileURLToPath(MODULE)}.sum`, `${sumOfSources()} ${sumOfModule()}\n`);
}

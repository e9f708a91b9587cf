// Builds the WebAssembly modules that encode tiles and read lines: `npm ci && npm run build` in this folder. They are
// committed, because their compiler is as large as all other dependencies of a start together. `npm run check` rebuilds
// them and compares the bytes; a test compares the checksums of sources and modules.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODULES, sumOfModule, sumOfSources } from './checksum.mjs';

const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
const OPTIONS = '-O3 --converge --noAssert --runtime stub --enable simd --enable bulk-memory --importMemory';

/** @param {string} source @param {string} target */
function compile(source, target) {
  execFileSync(process.execPath, [compiler, source, ...OPTIONS.split(' '), '-o', target], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: 'inherit',
  });
}

/** @param {string} source @param {URL} module */
function check(source, module) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tile-kernel-'));
  try {
    const target = path.join(folder, 'built.wasm');
    compile(source, target);
    const isEqual = readFileSync(target).equals(readFileSync(module));
    console.log(
      `The module of ${source} ${isEqual ? 'is byte for byte what its sources make.' : 'differs from its sources.'}`,
    );
    if (!isEqual) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [source, module] of Object.entries(MODULES)) {
  if (process.argv.includes('--check')) check(source, module);
  else {
    compile(source, fileURLToPath(module));
    writeFileSync(`${fileURLToPath(module)}.sum`, `${sumOfSources()} ${sumOfModule(module)}\n`);
  }
}

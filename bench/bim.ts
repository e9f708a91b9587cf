// Time and memory from a building model's file to its stored geometry, properties and drawings, compared with the bare
// parser that opens and meshes the same file, each in a separate process in one run. Defaults to the sample files if
// present and the building of the demo; other files can be given as arguments.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModel } from '@plumbline/server/rendering/engines/ifc/build-model';
import { openAndMesh } from '@plumbline/server/rendering/engines/ifc/testing/reference-parser';
import { DEMO_MODEL } from '@plumbline/testkit/demo';
import { judge, percentile } from './common/figures.ts';

const SAMPLES = fileURLToPath(new URL('../../shared/samples/ifc/', import.meta.url));
const ROUNDS = 3;
const median = (values: readonly number[]): number => percentile(values, 0.5);
/** Limits relative to the bare parser; they leave room for welding, edges, cuts, properties and compression. */
const GOAL_TIME = 2.5;
const GOAL_MEMORY = 2;
const MB = 2 ** 20;

type Way = 'bare' | 'whole';
type Used = { ms: number; memory: number };

/** Runs in the child process: does the work once and reports time and memory. */
async function child(way: Way, file: string, folder: string): Promise<void> {
  const startedAt = performance.now();
  if (way === 'bare') await openAndMesh(file);
  else await buildModel(file, path.basename(file), folder, () => undefined);
  const used: Used = { ms: performance.now() - startedAt, memory: process.resourceUsage().maxRSS * 1024 };
  process.send?.(used, () => process.exit(0));
}

async function measured(way: Way, file: string, folder: string): Promise<Used> {
  const one = fork(fileURLToPath(import.meta.url), ['--child', way, file, folder]);
  const [used] = (await once(one, 'message')) as [Used];
  return used;
}

async function filesFor(named: readonly string[]): Promise<string[]> {
  if (named.length > 0) return [...named];
  const samples = existsSync(SAMPLES) ? (await readdir(SAMPLES)).map((name) => path.join(SAMPLES, name)) : [];
  return [DEMO_MODEL, ...samples];
}

async function main(named: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bim-bench-'));
  try {
    for (const file of await filesFor(named)) {
      const runs: Record<Way, Used[]> = { bare: [], whole: [] };
      for (let round = 0; round < ROUNDS; round++) {
        for (const way of ['bare', 'whole'] as const) runs[way].push(await measured(way, file, folder));
      }
      const of = (way: Way, key: keyof Used) => median(runs[way].map((one) => one[key]));
      const pack = (await stat(path.join(folder, 'model.pack'))).size;
      console.log(
        `${path.basename(file)}: ${((await stat(file)).size / MB).toFixed(2)} MB → ${(pack / MB).toFixed(2)} MB; ` +
          `bare ${of('bare', 'ms').toFixed(0)} ms, ${(of('bare', 'memory') / MB).toFixed(0)} MB; ` +
          `import ${of('whole', 'ms').toFixed(0)} ms, ${(of('whole', 'memory') / MB).toFixed(0)} MB`,
      );
      judge(`  time against the bare parser`, of('whole', 'ms') / of('bare', 'ms'), GOAL_TIME);
      judge(`  memory against the bare parser`, of('whole', 'memory') / of('bare', 'memory'), GOAL_MEMORY);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [first, way, file, folder] = process.argv.slice(2);
if (first === '--child' && file && folder) await child(way === 'bare' ? 'bare' : 'whole', file, folder);
else await main(process.argv.slice(2));

// `npm run bench`: runs all benchmarks, or only those named. Each prints ratios relative to a reference in the same
// run. Numbers are passed on: `npm run bench -- memory 60`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ALL = [
  'start',
  'chunks',
  'first-load',
  'tiling',
  'tile-bytes',
  'align',
  'sheet-reading',
  'text-size',
  'set-matching',
  'snapping',
  'bim',
  'upload',
  'latency',
  'load',
  'pins',
  'changes',
  'projects',
  'my-work',
  'jobs',
  'team',
  'people-import',
  'pin-import',
  'dashboard',
  'first-sync',
  'offline',
  'viewer',
  'first-view',
  'interactions',
  'gallery',
  'lists',
  'long-lists',
  'save-pin',
  'media-zip',
  'reports',
  'report-pdf',
  'report-word',
  'backup',
] as const;

/** Need something that is not installed with the project, tens of gigabytes of disk, or a quarter of an hour; run only when named. */
const ON_REQUEST = ['lighthouse', 'archive', 'report-program', 'memory'] as const;

const isNumber = (text: string) => /^\d+$/u.test(text);
const wanted = process.argv.slice(2).filter((text) => !isNumber(text));
const numbers = process.argv.slice(2).filter(isNumber);
const known: readonly string[] = [...ALL, ...ON_REQUEST];
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown benchmark "${unknown}". There are: ${known.join(', ')}.`);
  process.exit(2);
}
const missed: string[] = [];
for (const name of wanted.length > 0 ? wanted : ALL) {
  console.log(`\n── ${name} ──`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...numbers], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) missed.push(name);
}
console.log(missed.length === 0 ? '\nall goals met' : `\ngoals missed or benchmark failed: ${missed.join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);

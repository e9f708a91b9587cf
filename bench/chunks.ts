// Sizes of the built pages, computed quickly and without a browser: the compressed files of the first screens
// (packages/web/build/initial-chunks.ts), everything they import, and the texts. `first-load` measures what is really
// loaded. Needs `npm run build`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judge, table } from './common/figures.ts';

const DIST = fileURLToPath(new URL('../packages/web/dist/', import.meta.url));
const KILOBYTE = 1_000;
const MAX_LISTED = 10;
/** Page → its files, and its limit in kilobytes. */
const PAGES = [
  ['sign-in', ['entry', 'en-signIn'], 200],
  ['plan', ['entry', 'shell', 'plan', 'en-signIn', 'en-rest'], 425],
] as const;

const built = readdirSync(`${DIST}assets`).filter((name) => name.endsWith('.js'));
const begun = [...readFileSync(`${DIST}index.html`, 'utf8').matchAll(/"\/assets\/([^"]+\.js)"/gu)].map(
  (match) => match[1] ?? '',
);

/** The files and their static imports, each once. */
function together(files: readonly string[]): Set<string> {
  const all = new Set(files);
  // Iterating over the set includes the files added in the loop.
  for (const file of all) {
    const script = readFileSync(`${DIST}assets/${file}`, 'utf8');
    for (const [, name = ''] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/gu)) {
      if (built.includes(name)) all.add(name);
    }
  }
  return all;
}

function weight(file: string): number {
  const packed = `${DIST}assets/${file}.br`;
  return statSync(existsSync(packed) ? packed : `${DIST}assets/${file}`).size / KILOBYTE;
}

for (const [page, names, most] of PAGES) {
  const own = names.flatMap((name) => {
    const found = built.filter((file) => new RegExp(`^${name}(?:-\\d)?-[\\w-]{8}\\.js$`, 'u').test(file));
    if (found.length === 0) throw new Error(`the build contains no file ${name}`);
    return found;
  });
  const weights = [...together([...begun, ...own])].map((file) => [file, weight(file)] as const);
  const heaviest = weights.toSorted((a, b) => b[1] - a[1]).slice(0, MAX_LISTED);
  table([`${page}: the heaviest of ${weights.length}`, 'kB'], heaviest);
  judge(
    `${page}, kB of script that is imported at once`,
    weights.reduce((sum, [, size]) => sum + size, 0),
    most,
  );
}

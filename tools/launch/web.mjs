// Builds the browser's side, only when something it is made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { ROOT, Stop, say } from './say.mjs';

const WEB = path.join(ROOT, 'packages/web');
const SOURCES = ['packages/web', 'packages/core', 'packages/locales', 'package-lock.json'];
const LEFT_OUT = new Set(['dist', 'node_modules']);
/** Tests are no part of what is built. */
const TEST = /\.test\.tsx?$/u;

/** @param {string} place @returns {string[]} */
function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .filter((name) => !LEFT_OUT.has(name) && !TEST.test(name))
    .flatMap((name) => filesIn(path.join(place, name)));
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesIn(path.join(ROOT, source)))) {
    const content = readFileSync(file);
    hash.update(`${path.relative(ROOT, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} node */
export async function buildWeb(node) {
  const stamp = path.join(WEB, 'dist/.built-from');
  const hash = hashOfSources();
  const built = existsSync(path.join(WEB, 'dist/index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === hash) return;
  say('building the web application');
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  // Built aside: a program that is running keeps what it serves until the new one is whole.
  const aside = path.join(WEB, 'node_modules', `.build-${process.pid}`);
  try {
    const code = await run(node, [vite, 'build', '--logLevel', 'warn', '--outDir', aside, '--emptyOutDir'], {
      cwd: WEB,
      // Whoever builds it, a test even: what is served is never the kind for development, which does everything twice.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Stop('The web application could not be built; see above.');
    writeFileSync(path.join(aside, path.basename(stamp)), hash);
    rmSync(path.dirname(stamp), { recursive: true, force: true });
    renameSync(aside, path.dirname(stamp));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

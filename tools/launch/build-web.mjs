// Builds the web application, only if one of its sources has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError, phase } from './output.mjs';
import { ROOT, requireWritable } from './project.mjs';
import { run } from './run.mjs';

const WEB = path.join(ROOT, 'packages/web');
const DIST = path.join(WEB, 'dist');
/** Contains the hash of the sources that dist was built from. */
const STAMP = '.built-from';
const SOURCES = ['packages/web', 'packages/core', 'packages/locales', 'package-lock.json'];
const EXCLUDED = new Set(['dist', 'node_modules']);
const TEST_FILE = /\.test\.tsx?$/u;

/** @param {string} location a file or a folder @returns {string[]} */
function filesIn(location) {
  if (!statSync(location).isDirectory()) return [location];
  return readdirSync(location)
    .sort()
    .filter((name) => !EXCLUDED.has(name) && !TEST_FILE.test(name))
    .flatMap((name) => filesIn(path.join(location, name)));
}

/** The hash of everything that the build depends on. */
export function hashOfSources(root = ROOT) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesIn(path.join(root, source)))) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} hash */
function isBuilt(hash) {
  const stamp = path.join(DIST, STAMP);
  return existsSync(path.join(DIST, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** @param {string} node */
export async function buildWeb(node) {
  const hash = hashOfSources();
  if (isBuilt(hash)) return;
  requireWritable(WEB, 'Building the web application');
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  // Built in another folder first: a running program serves the old build until the new one is complete.
  const temporary = path.join(WEB, 'node_modules', `.build-${process.pid}`);
  const options = {
    cwd: WEB,
    // Always the production build, even if a test started it: the development build of React renders everything twice.
    env: { ...process.env, NODE_ENV: 'production' },
  };
  try {
    const code = await phase('building the web application', () =>
      run(node, [vite, 'build', '--logLevel', 'warn', '--outDir', temporary, '--emptyOutDir'], options),
    );
    if (code !== 0) throw new LaunchError('The web application could not be built; see the output above.');
    writeFileSync(path.join(temporary, STAMP), hash);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(temporary, DIST);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

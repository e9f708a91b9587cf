// Finds a Node that runs TypeScript by itself, and fetches one into .runtime/ where the machine's own is older.
// Runs on Node 18.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, npmCommand } from './npm.mjs';
import { ROOT, Stop, say } from './say.mjs';

const OLDEST = 18;
const MAJOR = 24;

/** @param {string} version as in process.versions.node */
export function tooOld(version) {
  return Number.parseInt(version, 10) < OLDEST;
}

/** Whether this Node strips types without a flag: 22.18, 23.6 and everything after.
 * @param {string} version as in process.versions.node */
function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

function packageName() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const processor = process.arch === 'arm' ? 'armv7l' : process.arch;
  return `node-${system}-${processor}`;
}

/** @param {string} binary */
function versionOf(binary) {
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim().replace(/^v/u, '') : undefined;
}

/** The path of a Node that can run the program; fetched at the first call on an older machine. */
export async function findNode() {
  const own = process.versions.node;
  if (runsTypeScript(own)) return process.execPath;
  const name = packageName();
  const folder = path.join(ROOT, '.runtime');
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const binary = path.join(folder, 'node_modules', name, 'bin', file);
  const known = existsSync(binary) ? versionOf(binary) : undefined;
  if (known !== undefined && runsTypeScript(known)) return binary;

  say(`this machine's Node is ${own}; fetching Node ${MAJOR} into .runtime/ (once)`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ private: true })}\n`);
  const options = [
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const code = await npm(npmCommand(process.execPath), ['install', ...options, `${name}@${MAJOR}`], { cwd: folder });
  const help = `Install Node ${MAJOR} yourself (https://nodejs.org) and start again.`;
  if (code !== 0) throw new Stop(`Node ${MAJOR} could not be fetched as ${name} from the package registry. ${help}`);
  if (versionOf(binary) === undefined) throw new Stop(`The fetched Node ${MAJOR} does not run on this system. ${help}`);
  return binary;
}

// Finds a Node that runs the program; downloads one into .runtime/ if the installed Node is older.
// Runs on Node 18.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, npmCommand } from './npm.mjs';
import { LaunchError, phase } from './output.mjs';
import { ROOT, requireWritable } from './project.mjs';

export const MIN_MAJOR = 18;
/** The oldest version that runs the program, and the one that is downloaded. */
const MAJOR = 24;

/** Whether the launcher itself runs on this Node.
 * @param {string} version as in process.versions.node */
export function canLaunch(version) {
  return Number.parseInt(version, 10) >= MIN_MAJOR;
}

/** Whether the program runs on this Node. Some older ones could read its sources, but lack functions that it calls.
 * @param {string} version as in process.versions.node */
export function runsProgram(version) {
  return Number.parseInt(version, 10) >= MAJOR;
}

/** The npm package with the Node binary for this machine. */
function packageName() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const processor = process.arch === 'arm' ? 'armv7l' : process.arch;
  return `node-${system}-${processor}`;
}

/** @param {string} binary */
function versionOf(binary) {
  const result = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim().replace(/^v/u, '') : undefined;
}

/** @param {string} folder @param {string} name */
async function download(folder, name) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ private: true })}\n`);
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--no-update-notifier', '--loglevel=error'];
  return npm(npmCommand(process.execPath), ['install', '--prefix', folder, ...options, `${name}@${MAJOR}`], {
    cwd: folder,
  });
}

/** The path of a Node that can run the program, downloaded at the first call on a machine with an older one. */
export async function findNode() {
  const installed = process.versions.node;
  if (runsProgram(installed)) return process.execPath;
  const name = packageName();
  const folder = path.join(ROOT, '.runtime');
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const binary = path.join(folder, 'node_modules', name, 'bin', file);
  const found = existsSync(binary) ? versionOf(binary) : undefined;
  if (found !== undefined && runsProgram(found)) return binary;

  const help = `Install Node ${MAJOR} (https://nodejs.org) and start again.`;
  requireWritable(folder, `Downloading Node ${MAJOR} (the installed Node ${installed} is too old)`);
  const code = await phase(`downloading Node ${MAJOR}, as the installed Node ${installed} is too old`, () =>
    download(folder, name),
  );
  if (code !== 0) {
    throw new LaunchError(`Node ${MAJOR} could not be downloaded as ${name} from the package registry. ${help}`);
  }
  if (versionOf(binary) === undefined) {
    throw new LaunchError(`The downloaded Node ${MAJOR} does not run on this system. ${help}`);
  }
  return binary;
}

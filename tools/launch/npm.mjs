// Runs npm with a given Node, so that npm selects packages for the Node that will run them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './output.mjs';
import { run } from './run.mjs';

/** The command that runs npm with `node`: the npm that started the launcher, else the one next to the current Node, else
 * the one on the PATH.
 * @param {string} node @returns {string[]} */
export function npmCommand(node) {
  const parent = process.env.npm_execpath;
  const bin = path.dirname(process.execPath);
  const candidates = [
    parent?.endsWith('.js') && /npm/u.test(parent) ? parent : undefined,
    path.join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(bin, 'node_modules/npm/bin/npm-cli.js'),
  ];
  const script = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
  // Older versions of npm print deprecation warnings on a newer Node.
  if (script !== undefined) return [node, '--no-deprecation', script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Settings of the npm that started the launcher, which would make the inner npm install somewhere else. */
const NOT_INHERITED = /^npm_config_(prefix|local_prefix|global_prefix|workspaces?|include_workspace_root)$/iu;

/** @param {string[]} command @param {string[]} args @param {{ cwd: string }} options */
export async function npm(command, args, { cwd }) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)));
  const [file, ...before] = command;
  if (file === undefined) throw new LaunchError('npm is missing');
  // The scripts that npm runs find Node on the PATH.
  const folder = path.isAbsolute(file) ? `${path.dirname(file)}${path.delimiter}` : '';
  return run(file, [...before, ...args], { cwd, env: { ...env, PATH: `${folder}${process.env.PATH ?? ''}` } });
}

// Runs npm with a Node of our choice, so that packages are chosen for the Node that will run them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { Stop } from './say.mjs';

/** The command that runs npm by `node`: the npm that started us, else the one beside this Node, else the one on the PATH.
 * @param {string} node @returns {string[]} */
export function npmCommand(node) {
  const started = process.env.npm_execpath;
  const here = path.dirname(process.execPath);
  const candidates = [
    started?.endsWith('.js') && /npm/u.test(started) ? started : undefined,
    path.join(here, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(here, 'node_modules/npm/bin/npm-cli.js'),
  ];
  const script = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
  if (script !== undefined) return [node, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Settings of the npm run that started us which would send the inner one elsewhere. */
const NOT_INHERITED = /^npm_config_(prefix|local_prefix|global_prefix|workspaces?|include_workspace_root)$/iu;

/** @param {string[]} command @param {string[]} args @param {{ cwd: string }} options */
export async function npm(command, args, { cwd }) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)));
  const [file, ...before] = command;
  if (file === undefined) throw new Stop('npm is missing');
  // npm's scripts find Node by the PATH.
  const folder = path.isAbsolute(file) ? `${path.dirname(file)}${path.delimiter}` : '';
  return run(file, [...before, ...args], { cwd, env: { ...env, PATH: `${folder}${process.env.PATH ?? ''}` } });
}

// Runs `npm start`, `npm test` and the other scripts: brings Node, the packages and the web build up to date first.
// Plain JavaScript for Node 18. No package may be imported here, because none is installed yet.
import path from 'node:path';
import { canLaunch, findNode, MIN_MAJOR } from './launch/node.mjs';
import { LaunchError, log } from './launch/output.mjs';
import { isWritable, ROOT } from './launch/project.mjs';

const SERVER = path.join(ROOT, 'packages/server/src/app/main.ts');
const ADMINISTRATION = 'packages/server/src/app/plumbline.ts';
const inProject = (/** @type {string} */ file) => path.join(ROOT, file);

/** @type {Record<string, (node: string, args: string[]) => Promise<number>>} */
const COMMANDS = {
  async start(node, args) {
    const { buildWeb } = await import('./launch/build-web.mjs');
    const { serve } = await import('./launch/serve.mjs');
    await buildWeb(node);
    log('starting the server …');
    return serve(node, [SERVER, ...args]);
  },
  async dev(node, args) {
    const { spawn } = await import('node:child_process');
    const { serve } = await import('./launch/serve.mjs');
    const vite = spawn(node, [inProject('node_modules/vite/bin/vite.js')], {
      cwd: inProject('packages/web'),
      stdio: 'inherit',
    });
    try {
      return await serve(node, ['--watch', SERVER, ...args]);
    } finally {
      vite.kill();
    }
  },
  async build(node) {
    const { buildWeb } = await import('./launch/build-web.mjs');
    await buildWeb(node);
    return 0;
  },
  async test(node, args) {
    const { provideTestPrograms } = await import('./launch/test-programs.mjs');
    await provideTestPrograms();
    return runScript(node, 'tools/test.mjs', args);
  },
  lint: (node, args) => runScript(node, 'tools/test.mjs', ['--checks-only', ...args]),
  'test-long': (node, args) => runScript(node, 'tools/test/long.mjs', args),
  'suite-series': (node, args) => runScript(node, 'tools/suite-series.mjs', args),
  simulate: (node, args) => runScript(node, 'packages/testkit/src/simulator/run/simulate.ts', args),
  plumbline: (node, args) => runScript(node, ADMINISTRATION, args),
  account: (node, args) => runScript(node, ADMINISTRATION, ['account', ...args]),
  async bench(node, args) {
    const { buildWeb } = await import('./launch/build-web.mjs');
    await buildWeb(node);
    return runScript(node, 'bench/main.ts', args);
  },
};

/** @param {string} node @param {string} script @param {string[]} args */
async function runScript(node, script, args) {
  const { run } = await import('./launch/run.mjs');
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
  return run(node, [inProject(script), ...args], { cwd: ROOT, env: { ...process.env, PATH } });
}

/** Processes start in half the time if Node keeps what it compiled. */
function enableCompileCache() {
  const folder = inProject('.runtime/compile-cache');
  if (isWritable(folder)) process.env.NODE_COMPILE_CACHE ??= folder;
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command === undefined) throw new LaunchError(`Commands: ${Object.keys(COMMANDS).join(', ')}.`);
  if (!canLaunch(process.versions.node)) {
    throw new LaunchError(
      `Node ${process.versions.node} is too old. Install Node ${MIN_MAJOR} or newer: https://nodejs.org`,
    );
  }
  const node = await findNode();
  const { installPackages } = await import('./launch/packages.mjs');
  await installPackages(node);
  enableCompileCache();
  return command(node, args);
}

main().then(
  (code) => process.exit(code),
  (error) => {
    if (!(error instanceof LaunchError)) throw error;
    log(error.message);
    process.exit(error.code);
  },
);

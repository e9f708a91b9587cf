// What `npm start`, `npm test` and the other scripts run: brings Node, packages and the built web up to date, then goes on.
// Plain JavaScript for Node 18; no package may be imported here, none is installed yet.
import path from 'node:path';
import { findNode, tooOld } from './launch/node.mjs';
import { ROOT, Stop, say } from './launch/say.mjs';

const SERVER = path.join(ROOT, 'packages/server/src/app/main.ts');
const tool = (/** @type {string} */ name) => path.join(ROOT, name);

/** @type {Record<string, (node: string, args: string[]) => Promise<number>>} */
const COMMANDS = {
  async start(node, args) {
    const { buildWeb } = await import('./launch/web.mjs');
    const { serve } = await import('./launch/serve.mjs');
    await buildWeb(node);
    return serve(node, [SERVER, ...args]);
  },
  async dev(node, args) {
    const { spawn } = await import('node:child_process');
    const { serve } = await import('./launch/serve.mjs');
    const vite = spawn(node, [tool('node_modules/vite/bin/vite.js')], { cwd: tool('packages/web'), stdio: 'inherit' });
    try {
      return await serve(node, ['--watch', SERVER, ...args]);
    } finally {
      vite.kill();
    }
  },
  async build(node) {
    const { buildWeb } = await import('./launch/web.mjs');
    await buildWeb(node);
    return 0;
  },
  async test(node, args) {
    const { provideTestPrograms } = await import('./launch/test-programs.mjs');
    await provideTestPrograms();
    return runTool(node, 'tools/test.mjs', args);
  },
  lint: (node, args) => runTool(node, 'tools/test.mjs', ['--checks-only', ...args]),
  simulate: (node, args) => runTool(node, 'packages/testkit/src/simulator/simulate.ts', args),
  account: (node, args) => runTool(node, 'packages/server/src/app/account.ts', args),
  async bench(node, args) {
    const { buildWeb } = await import('./launch/web.mjs');
    await buildWeb(node);
    return runTool(node, 'bench/main.ts', args);
  },
};

/** @param {string} node @param {string} script @param {string[]} args */
async function runTool(node, script, args) {
  const { run } = await import('./launch/run.mjs');
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
  return run(node, [tool(script), ...args], { cwd: ROOT, env: { ...process.env, PATH } });
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command === undefined) throw new Stop(`Commands: ${Object.keys(COMMANDS).join(', ')}.`);
  if (tooOld(process.versions.node)) {
    throw new Stop(
      `Node ${process.versions.node} is too old to begin with. Install Node 20 or newer: https://nodejs.org`,
    );
  }
  const node = await findNode();
  const { installPackages } = await import('./launch/packages.mjs');
  await installPackages(node);
  // Programs that are read anew in each process start in half the time.
  process.env.NODE_COMPILE_CACHE ??= tool('.runtime/compile-cache');
  return command(node, args);
}

main().then(
  (code) => process.exit(code),
  (error) => {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    process.exit(error.code);
  },
);

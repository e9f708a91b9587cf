// Runs the server as a child: one signal reaches it once, its exit code is ours, and it never outlives the launcher.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf } from './run.mjs';
import { ROOT } from './say.mjs';

const FOLLOW = pathToFileURL(path.join(ROOT, 'tools/launch/follow.mjs')).href;
/** The same signal again within this time is an echo: the terminal and npm both send Ctrl-C. */
const ECHO_MS = 1000;

/** @param {string} node @param {string[]} args @returns {Promise<number>} */
export function serve(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--import', FOLLOW, ...args], {
      cwd: process.cwd(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Out of the terminal's group, so that Ctrl-C comes by us and once.
      detached: process.platform !== 'win32',
    });
    let last = Number.NEGATIVE_INFINITY;
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        const now = performance.now();
        if (now - last < ECHO_MS) return;
        last = now;
        child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      });
    }
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? codeOf(signal ?? 'SIGKILL')));
  });
}

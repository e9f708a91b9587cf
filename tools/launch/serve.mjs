// Runs the server as a child process: it receives each signal once, its exit code is passed on, and it never outlives the
// launcher.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './project.mjs';
import { exitCodeOf } from './run.mjs';

const STOP_WITH_PARENT = pathToFileURL(path.join(ROOT, 'tools/launch/stop-with-parent.mjs')).href;
/** As in `deploy/Containerfile`: Node's own value leaves 80 MB more to garbage, without being faster. */
const SMALL_NURSERY = '--max-semi-space-size=16';
/** The same signal within this time is a duplicate: both the terminal and npm send Ctrl-C. */
const DUPLICATE_SIGNAL_MS = 1000;

/** @param {string} node @param {string[]} args @returns {Promise<number>} */
export function serve(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [SMALL_NURSERY, '--import', STOP_WITH_PARENT, ...args], {
      cwd: process.cwd(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own process group, so that Ctrl-C reaches it only once, through the launcher.
      detached: process.platform !== 'win32',
    });
    let last = Number.NEGATIVE_INFINITY;
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        const now = performance.now();
        if (now - last < DUPLICATE_SIGNAL_MS) return;
        last = now;
        child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      });
    }
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGKILL')));
  });
}

// Runs a program in the foreground and keeps its exit code.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Stop } from './say.mjs';

/** @param {NodeJS.Signals} signal the exit code a shell gives to a program ended by it */
export const codeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/** Resolves with the exit code.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', shell: file.endsWith('.cmd'), ...options });
    // Ctrl-C reaches the child by itself; a signal to the launcher alone has to be handed on.
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    process.on('SIGINT', ignore);
    const done = () => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', ignore);
    };
    child.on('error', (error) => {
      done();
      reject(new Stop(`${file} could not be run: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      done();
      if (signal === 'SIGINT' || signal === 'SIGTERM') reject(new Stop('stopped', codeOf(signal)));
      else resolve(code ?? codeOf(signal ?? 'SIGKILL'));
    });
  });
}

function ignore() {}

// Runs a program in the foreground and returns its exit code.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaunchError } from './output.mjs';

/** The exit code that a shell reports for a program ended by a signal.
 * @param {NodeJS.Signals} signal */
export const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/** Resolves with the exit code.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', shell: file.endsWith('.cmd'), ...options });
    // The terminal sends Ctrl-C to the child as well; a signal to the launcher alone has to be forwarded.
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    process.on('SIGINT', ignore);
    const removeListeners = () => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', ignore);
    };
    child.on('error', (error) => {
      removeListeners();
      reject(new LaunchError(`${file} could not be run: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      removeListeners();
      if (signal === 'SIGINT' || signal === 'SIGTERM') reject(new LaunchError('stopped', exitCodeOf(signal)));
      else resolve(code ?? exitCodeOf(signal ?? 'SIGKILL'));
    });
  });
}

function ignore() {}

// How the launcher speaks and gives up; where the project is.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Ends the launcher with a sentence instead of a stack. */
export class Stop extends Error {
  /** @param {string} message @param {number} [code] */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`plumbline: ${text}\n`);
}

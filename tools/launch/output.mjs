// What the launcher prints, and the error that ends it.

/** Ends the launcher with a message instead of a stack trace. */
export class LaunchError extends Error {
  /** @param {string} message @param {number} [code] */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** @param {string} text */
export function log(text) {
  process.stderr.write(`plumbline: ${text}\n`);
}

/** Prints the start of a phase, and how long it took.
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
export async function phase(name, work) {
  log(`${name} …`);
  const start = performance.now();
  const result = await work();
  log(`${name}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

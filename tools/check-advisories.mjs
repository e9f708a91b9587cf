// Checks the lock file against known advisories offline, then asks the registry if it is reachable.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './launch/npm.mjs';
import { ROOT } from './launch/project.mjs';

/** @typedef {{ id: string, package: string, vulnerable: string, title: string }} Advisory */

/** @param {string} version */
function numbers(version) {
  // A suffix after a dash marks a pre-release: 2.0.0-rc.1 counts as older than 2.0.0.
  const [release = '', before] = version.split('-', 2);
  return [...release.split('.').map(Number), before === undefined ? 1 : 0];
}

/** @param {string} a @param {string} b negative when `a` is older */
export function compareVersions(a, b) {
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 4; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @type {Record<string, (difference: number) => boolean>} */
const OPERATORS = {
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '=': (difference) => difference === 0,
};

/**
 * Whether `version` is in `range`: conditions separated by spaces must all hold, `||` separates alternatives.
 * @param {string} version @param {string} range
 */
export function inRange(version, range) {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/u)
      .every((condition) => {
        const [, operator = '=', bound = ''] = /^([<>]=?|=)?([^<>=]+)$/u.exec(condition) ?? [];
        const holds = OPERATORS[operator];
        if (holds === undefined || bound === '') throw new Error(`not a range: ${range}`);
        return holds(compareVersions(version, bound));
      }),
  );
}

/** @param {Record<string, { version?: string, name?: string }>} packages of package-lock.json
 * @param {Advisory[]} advisories @returns {string[]} */
export function findVulnerable(packages, advisories) {
  return Object.entries(packages).flatMap(([place, { version, name }]) => {
    const installed = name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (version === undefined || !place.includes('node_modules/')) return [];
    return advisories
      .filter((advisory) => advisory.package === installed && inRange(version, advisory.vulnerable))
      .map(({ id, title }) => `${installed} ${version}: ${id}, ${title} (${place})`);
  });
}

export function checkAdvisories() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  return findVulnerable(read('package-lock.json').packages, read('tools/advisories.json'));
}

/**
 * The registry's reply: `undefined` if unreachable, else the packages with high or critical advisories.
 * @returns {Promise<string[] | undefined>}
 */
export function askRegistry() {
  const [file = 'npm', ...args] = npmCommand(process.execPath);
  return new Promise((resolve) => {
    const options = { cwd: ROOT, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
    execFile(file, [...args, 'audit', '--audit-level=high', '--json'], options, (_error, stdout) => {
      try {
        const { vulnerabilities } = JSON.parse(stdout);
        if (typeof vulnerabilities !== 'object' || vulnerabilities === null) return resolve(undefined);
        const found = /** @type {{ name: string, severity: string, range: string }[]} */ (
          Object.values(vulnerabilities)
        );
        resolve(
          found
            .filter(({ severity }) => severity === 'high' || severity === 'critical')
            .map(({ name, severity, range }) => `${name} ${range}: ${severity}`),
        );
      } catch {
        resolve(undefined);
      }
    });
  });
}

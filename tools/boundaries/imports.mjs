// Reads what a source file imports. The formatter keeps import and export statements at the start of a line.

/**
 * @typedef {{ specifier: string, typeOnly: boolean, onDemand: boolean, line: number }} Import
 * `onDemand`: loaded later, or run by a worker or child process.
 */

const STATEMENT = /^(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gmu;
const FOR_EFFECT = /^import\s*['"]([^'"]+)['"]/gmu;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/gu;
/** Workers and child processes: `new URL('./worker.ts', import.meta.url)`; other files are data. */
const BY_URL = /new URL\(\s*['"](\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/gu;

/** @param {string} source @returns {Import[]} */
export function readImports(source) {
  const line = (/** @type {number} */ index) => source.slice(0, index).split('\n').length;
  /** @type {Import[]} */
  const found = [];
  for (const match of source.matchAll(STATEMENT)) {
    const typeOnly = match[1] !== undefined;
    found.push({ specifier: match[2] ?? '', typeOnly, onDemand: false, line: line(match.index) });
  }
  for (const pattern of [FOR_EFFECT, DYNAMIC, BY_URL]) {
    for (const match of source.matchAll(pattern)) {
      const onDemand = pattern !== FOR_EFFECT;
      found.push({ specifier: match[1] ?? '', typeOnly: false, onDemand, line: line(match.index) });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The package a bare specifier belongs to: `@scope/name/path` → `@scope/name`.
 * @param {string} specifier */
export function packageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

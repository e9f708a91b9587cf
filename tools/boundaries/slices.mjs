// Finds files that are too short for one of their own.
import path from 'node:path';
import { MAX_JOINED_LINES, SLICE_LINES } from './rules.mjs';

/** @typedef {{ lines: number, isTest: boolean, imports: { to: string, onDemand: boolean }[] }} Source */

/**
 * Short files with the only file that imports them, which is beside them and would stay short enough with both. A file
 * with a test of its own has two importers; one that is loaded on demand must be a file.
 * @param {ReadonlyMap<string, Source>} sources @returns {[file: string, importer: string][]}
 */
export function findSlices(sources) {
  /** @type {Map<string, Map<string, boolean>>} */
  const importers = new Map();
  for (const [from, { imports }] of sources) {
    for (const { to, onDemand } of imports) {
      const known = importers.get(to) ?? new Map();
      importers.set(to, known.set(from, onDemand || known.get(from) === true));
    }
  }
  return [...sources].flatMap(([file, { lines, isTest }]) => {
    const [only, ...others] = importers.get(file) ?? [];
    if (only === undefined || others.length > 0 || isTest || lines > SLICE_LINES) return [];
    const [importer, onDemand] = only;
    const target = sources.get(importer);
    const isBeside = path.posix.dirname(importer) === path.posix.dirname(file);
    if (target === undefined || target.isTest || onDemand || !isBeside) return [];
    /** @type {[string, string][]} */
    const found = lines + target.lines < MAX_JOINED_LINES ? [[file, importer]] : [];
    return found;
  });
}

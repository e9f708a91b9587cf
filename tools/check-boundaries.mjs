// Fails on imports that violate the architecture: wrong direction, undeclared package, cycle, environment read outside
// config; and on a layout that does: folders with too many files, files too short for one of their own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findCycles } from './boundaries/cycles.mjs';
import { packageOf, readImports } from './boundaries/imports.mjs';
import * as rules from './boundaries/rules.mjs';
import { findSlices } from './boundaries/slices.mjs';

const SOURCE = /\.(?:ts|tsx|mts|mjs)$/u;
const TEST =
  /(?:\.test\.tsx?$)|(?:\.(?:config|cases)\.ts$)|(?:^|\/)(?:lab|viewer-lab|fixtures|testing)\/|^packages\/web\/build\//u;
const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage']);

/** @typedef {{ file: string, line: number, message: string }} Problem */
/** @typedef {{ folder: string, name: string, dependencies: Set<string>, all: Set<string>, exports: Record<string, string> }} Workspace */

/** @param {string} folder @param {string} within @returns {string[]} paths with slashes, from `within` */
function sources(folder, within) {
  return readdirSync(path.join(within, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sources(place, within);
    return SOURCE.test(entry.name) ? [place] : [];
  });
}

/** @param {string} root @returns {Workspace[]} */
function readWorkspaces(root) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const shared = Object.keys(read('package.json').devDependencies ?? {});
  return Object.keys(rules.DIRECTION)
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = read(`${folder}/package.json`);
      const dependencies = new Set(Object.keys(manifest.dependencies ?? {}));
      const all = new Set([...dependencies, ...Object.keys(manifest.devDependencies ?? {}), ...shared]);
      return { folder, name: manifest.name, dependencies, all, exports: manifest.exports ?? {} };
    });
}

/**
 * Resolves an import of another workspace: `@plumbline/core/kernel/tx` → `packages/core/src/kernel/tx.ts`.
 * @param {string} specifier @param {Workspace} target
 */
function throughExports(specifier, target) {
  const wanted = `.${specifier.slice(target.name.length)}`;
  for (const [pattern, place] of Object.entries(target.exports)) {
    const [before = '', after = ''] = pattern.split('*');
    if (!wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    const star = wanted.slice(before.length, wanted.length - after.length);
    return path.posix.join(target.folder, place.replace('*', star));
  }
  return target.folder;
}

/** The package of a source file and its path within `src`.
 * @param {string} file @returns {[folder: string, within: string] | undefined} */
function inSource(file) {
  const match = /^(packages\/[^/]+)\/src\/(.+)$/u.exec(file);
  return match ? [match[1] ?? '', match[2] ?? ''] : undefined;
}

/** The first folder of a path; undefined for a file without one.
 * @param {string} within */
const firstFolder = (within) => (within.includes('/') ? within.slice(0, within.indexOf('/')) : undefined);

/** @param {string} from @param {string} to @returns {string | undefined} */
function againstOrder(from, to) {
  const [own, target] = [inSource(from), inSource(to)];
  if (own === undefined || target === undefined || own[0] !== target[0]) return undefined;
  /** @type {Record<string, string[]>} */
  const allLayers = rules.LAYERS;
  /** @type {Record<string, string[]>} */
  const allFeatures = rules.FEATURE_ORDER;
  const layers = allLayers[own[0]];
  const features = allFeatures[own[0]];
  const [layer, targetLayer] = [firstFolder(own[1]), firstFolder(target[1])];
  if (layers === undefined || features === undefined || layer === undefined) return undefined;
  // Entry points, labs, galleries and service workers outside the layers.
  if (!layers.includes(layer)) return undefined;
  if (targetLayer === undefined || !layers.includes(targetLayer)) return `${layer}/ may not import ${to}`;
  if (layers.indexOf(targetLayer) > layers.indexOf(layer))
    return `${layer}/ may not import ${targetLayer}/, a higher layer`;
  if (layer !== 'features' || targetLayer !== 'features') return undefined;
  const [feature, targetFeature] = [own[1], target[1]].map((within) => within.split('/')[1] ?? '');
  if (feature === undefined || targetFeature === undefined || feature === targetFeature) return undefined;
  const [place, targetPlace] = [features.indexOf(feature), features.indexOf(targetFeature)];
  if (place >= 0 && targetPlace >= 0 && targetPlace < place) return undefined;
  return `feature ${feature} may not import feature ${targetFeature}; see FEATURE_ORDER in tools/boundaries/rules.mjs`;
}

/** Folders with more files than allowed. Migrations do not count: they are only ever added, all in one folder.
 * @param {string} root @param {string} folder @returns {Problem[]} */
function overfullFolders(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.sql')).length;
  const own =
    files > rules.MAX_FILES && !rules.UNLIMITED.includes(folder)
      ? [{ file: folder, line: 1, message: `${files} files; at most ${rules.MAX_FILES} a folder` }]
      : [];
  const below = entries
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    .flatMap((entry) => overfullFolders(root, `${folder}/${entry.name}`));
  return [...own, ...below];
}

/** @param {string} from @param {string} to @returns {string | undefined} */
function againstDirection(from, to) {
  const folders = Object.keys(rules.DIRECTION);
  const [own, target] = [from, to].map((file) =>
    folders.find((folder) => file === folder || file.startsWith(`${folder}/`)),
  );
  if (own === undefined || target === undefined || own === target) return undefined;
  /** @type {Record<string, string[]>} */
  const direction = rules.DIRECTION;
  return direction[own]?.includes(target) ? undefined : `${own} may not import ${target}`;
}

/** @param {string} from @param {string} to @returns {string | undefined} */
function againstApart(from, to) {
  return rules.APART.find((rule) => from.startsWith(rule.from) && rule.to.some((prefix) => to.startsWith(prefix)))?.why;
}

/** @param {Workspace} own @param {string} file @param {string} specifier @returns {string | undefined} */
function againstPackages(own, file, specifier) {
  const test = TEST.test(file) || rules.FOR_TESTS.includes(own.folder);
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) return `write node:${specifier}`;
    return !test && rules.WITHOUT_NODE.includes(own.folder) ? `${own.folder} runs without Node` : undefined;
  }
  // Modules generated by the build are not packages.
  if (specifier.startsWith('virtual:')) return undefined;
  const name = packageOf(specifier);
  if (own.folder === 'packages/core' && !test && !rules.CORE_PACKAGES.includes(name)) {
    return `core imports ${rules.CORE_PACKAGES.join(', ')} only, not ${name}`;
  }
  const declared = test ? own.all : own.dependencies;
  return declared.has(name) ? undefined : `${name} is not declared in ${own.folder}/package.json`;
}

/**
 * Every violation under `root`.
 * @param {string} root @returns {Problem[]}
 */
export function checkBoundaries(root) {
  const workspaces = readWorkspaces(root);
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  /** @type {Map<string, import('./boundaries/slices.mjs').Source>} */
  const all = new Map();
  for (const own of workspaces) {
    for (const file of sources(own.folder, root)) {
      const source = readFileSync(path.join(root, file), 'utf8');
      const tell = (/** @type {number} */ line, /** @type {string | undefined} */ message) => {
        if (message !== undefined) problems.push({ file, line, message });
      };
      /** @type {string[]} */
      const targets = [];
      graph.set(file, targets);
      /** @type {import('./boundaries/slices.mjs').Source['imports']} */
      const imports = [];
      all.set(file, { lines: source.split('\n').length - 1, isTest: TEST.test(file), imports });
      for (const { specifier, typeOnly, onDemand, line } of readImports(source)) {
        const relative = specifier.startsWith('.');
        const target = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
        if (!relative) tell(line, target?.folder === own.folder ? undefined : againstUse(own, file, specifier, target));
        if (!relative && target === undefined) continue;
        const place = specifier.split('?')[0] ?? '';
        const to = relative
          ? path.posix.join(path.posix.dirname(file), place)
          : throughExports(specifier, /** @type {Workspace} */ (target));
        if (relative && !to.startsWith(`${own.folder}/`))
          tell(line, `leaves ${own.folder}; import ${to} by its package name`);
        tell(line, againstDirection(file, to) ?? againstApart(file, to));
        if (!TEST.test(file)) tell(line, againstOrder(file, to));
        if (!typeOnly) targets.push(to);
        imports.push({ to, onDemand });
      }
      const { within, only } = rules.ENVIRONMENT;
      if (file.startsWith(within) && !file.startsWith(only) && !TEST.test(file)) {
        const at = source.search(/\bprocess\s*\.\s*env\b/u);
        if (at >= 0) tell(source.slice(0, at).split('\n').length, `only ${only} reads process.env`);
      }
    }
  }
  for (const { folder } of workspaces) {
    const source = `${folder}/src`;
    problems.push(...overfullFolders(root, existsSync(path.join(root, source)) ? source : folder));
  }
  for (const [file, importer] of findSlices(all)) {
    problems.push({ file, line: 1, message: `a short file that only ${importer} imports; move it there` });
  }
  for (const cycle of findCycles(graph)) {
    problems.push({ file: cycle[0] ?? '', line: 1, message: `import cycle: ${cycle.join(' → ')}` });
  }
  return problems;
}

/** @param {Workspace} own @param {string} file @param {string} specifier @param {Workspace | undefined} target */
function againstUse(own, file, specifier, target) {
  // An import in the wrong direction is reported as such, not as a missing dependency.
  if (target !== undefined && againstDirection(`${own.folder}/`, `${target.folder}/`) !== undefined) return undefined;
  if (target !== undefined && own.all.has(target.name)) return undefined;
  return againstPackages(own, file, specifier);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const problems = checkBoundaries(root);
  for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`);
  console.log(problems.length === 0 ? 'no boundary violations' : `${problems.length} boundary violations`);
  process.exit(problems.length === 0 ? 0 : 1);
}

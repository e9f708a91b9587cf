// Prints the bill of materials of a release: every package that the program runs with, in the CycloneDX format.
// `node tools/release/sbom.mjs > sbom.json`. The same lock file always gives the same bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../launch/project.mjs';

/** @typedef {{ version?: string, name?: string, license?: string, integrity?: string, resolved?: string, dev?: boolean,
 *   link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

/** Packages of this repository that are not part of the running program. */
const NOT_SHIPPED = ['packages/testkit', 'e2e', 'bench'];

const nameAt = (/** @type {string} */ place) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The packages reachable from the program's own workspaces, as Node resolves them from the lock file.
 * @param {Record<string, Locked>} packages @returns {string[]}
 */
export function shipped(packages) {
  const own = Object.keys(packages).filter(
    (place) => place !== '' && !place.includes('node_modules/') && !NOT_SHIPPED.includes(place),
  );
  const found = new Set();
  const waiting = [...own];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolve(packages, place, name);
      if (target === undefined || found.has(target) || packages[target]?.link) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  return [...found].sort();
}

/** @param {Record<string, Locked>} packages @param {string} from @param {string} name @returns {string | undefined} */
function resolve(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/')))) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (base === '') return undefined;
  }
}

/** @param {string} place @param {Locked} locked */
function component(place, { name = nameAt(place), version = '', license, integrity }) {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${rest}@${version}`;
  const [algorithm = '', value = ''] = (integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': place,
    ...(scope && { group: scope }),
    name: rest,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(value, 'base64').toString('hex') }],
    }),
  };
}

/** @param {{ version: string, packages: Record<string, Locked> }} lock */
export function billOf({ version, packages }) {
  const components = shipped(packages).map((place) => component(place, packages[place] ?? {}));
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'plumbline',
        name: 'plumbline',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  process.stdout.write(`${JSON.stringify(billOf(lock), null, 2)}\n`);
}

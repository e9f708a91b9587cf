import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readImports } from './boundaries/imports.mjs';
import { checkBoundaries } from './check-boundaries.mjs';

/** @type {string} */
let root;

/** @param {string} file @param {string} content */
function plant(file, content) {
  const place = path.join(root, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'plumbline-boundaries-'));
  const workspace = (/** @type {string} */ name, /** @type {Record<string, string>} */ dependencies) =>
    JSON.stringify({ name, dependencies, exports: { './*': './src/*.ts' } });
  const core = { '@plumbline/core': '0.1.0' };
  plant('package.json', JSON.stringify({ devDependencies: { vitest: '1' } }));
  plant('packages/core/package.json', workspace('@plumbline/core', { zod: '4', lodash: '4' }));
  plant('packages/server/package.json', workspace('@plumbline/server', { ...core, pg: '8' }));
  plant('packages/web/package.json', workspace('@plumbline/web', { ...core, '@plumbline/server': '0.1.0', ol: '10' }));
  plant('packages/testkit/package.json', workspace('@plumbline/testkit', { ...core, '@plumbline/server': '0.1.0' }));
  plant('e2e/package.json', workspace('@plumbline/e2e', { '@plumbline/testkit': '0.1.0' }));
  plant('packages/core/src/kernel/tx.ts', "import { z } from 'zod';\nexport const tx = z;\n");
  plant('packages/server/src/db/pool.ts', "import pg from 'pg';\nimport { tx } from '@plumbline/core/kernel/tx';\n");
  plant('packages/server/src/config/config.ts', 'export const env = process.env;\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const messages = () => checkBoundaries(root).map(({ file, message }) => `${file}: ${message}`);

/** @type {[what: string, file: string, content: string, told: RegExp][]} */
const BREACHES = [
  [
    'core using the server',
    'packages/core/src/a.ts',
    "import '@plumbline/server/db/pool';\n",
    /may not import packages\/server/,
  ],
  [
    'the server using the web',
    'packages/server/src/a.ts',
    "export * from '@plumbline/web/x';\n",
    /may not import packages\/web/,
  ],
  [
    'the web using the server',
    'packages/web/src/a.ts',
    "import type { P } from '@plumbline/server/db/pool';\n",
    /may not import packages\/server/,
  ],
  [
    'the server using the testkit',
    'packages/server/src/a.test.ts',
    "import { k } from '@plumbline/testkit/k';\n",
    /may not import packages\/testkit/,
  ],
  [
    'core using another package',
    'packages/core/src/a.ts',
    "import { x } from 'lodash';\n",
    /core imports zod only, not lodash/,
  ],
  ['core using Node', 'packages/core/src/a.ts', "import { x } from 'node:fs';\n", /runs without Node/],
  ['a bare built-in', 'packages/server/src/a.ts', "import { x } from 'fs';\n", /write node:fs/],
  [
    'an undeclared package',
    'packages/server/src/a.ts',
    "import {\n  a,\n  b,\n} from 'left-pad/deep';\n",
    /left-pad is not declared/,
  ],
  [
    'an undeclared workspace',
    'e2e/a.ts',
    "import { tx } from '@plumbline/core/kernel/tx';\n",
    /@plumbline\/core is not declared/,
  ],
  [
    'a package for tests in the program',
    'packages/server/src/a.ts',
    "import { it } from 'vitest';\n",
    /vitest is not declared/,
  ],
  ['a dynamic import', 'packages/server/src/a.ts', "const x = () => import('left-pad');\n", /left-pad is not declared/],
  [
    'a way out of the workspace',
    'packages/server/src/a.ts',
    "import { tx } from '../../core/src/kernel/tx.ts';\n",
    /leaves packages\/server/,
  ],
  [
    'the viewer using a feature',
    'packages/web/src/viewer/a.ts',
    "import { q } from '../features/pins/queries.ts';\n",
    /viewer\/ may not import features\/, a higher layer/,
  ],
  [
    'the viewer using the store',
    'packages/web/src/viewer/deep/a.ts',
    "import { s } from '../../local/store.ts';\n",
    /viewer\/ may not import local\/, a higher layer/,
  ],
  [
    'the viewer using a feature of core',
    'packages/web/src/viewer/a.ts',
    "import { p } from '@plumbline/core/features/pins/filter';\n",
    /the viewer is independent of features/,
  ],
  [
    'the platform using a feature',
    'packages/server/src/platform/a.ts',
    "import { q } from '../features/pins/q.ts';\n",
    /platform\/ may not import features\/, a higher layer/,
  ],
  [
    'a feature using a later feature',
    'packages/server/src/features/media/a.ts',
    "import { q } from '../pins/q.ts';\n",
    /feature media may not import feature pins/,
  ],
  [
    'a feature of the web using a type of a later feature',
    'packages/web/src/features/tasks/a.ts',
    "import type { Q } from '../pins/q.ts';\n",
    /feature tasks may not import feature pins/,
  ],
  [
    'a feature using the app',
    'packages/web/src/features/tasks/a.ts',
    "import type { Q } from '../../app/q.ts';\n",
    /features\/ may not import app\/, a higher layer/,
  ],
  [
    'a feature of core using sync',
    'packages/core/src/features/tasks/a.ts',
    "import type { Q } from '../../sync/registry.ts';\n",
    /features\/ may not import sync\/, a higher layer/,
  ],
  [
    'a feature without a position in the order',
    'packages/server/src/features/odd/a.ts',
    "import { q } from '../pins/q.ts';\n",
    /feature odd may not import/,
  ],
  [
    'the environment read elsewhere',
    'packages/server/src/http/a.ts',
    'const port = process.env.PORT;\n',
    /only packages\/server\/src\/config\/ reads process\.env/,
  ],
];

describe('checkBoundaries', () => {
  it('accepts a tree that follows the rules', () => {
    plant('packages/server/src/features/plans/a.ts', "import { q } from '../media/q.ts';\n");
    plant('packages/server/src/a.test.ts', "import { it } from 'vitest';\n");
    plant('packages/web/src/viewer/a.ts', "import Map from 'ol/Map.js';\n// import { x } from '../features/x.ts';\n");
    plant('packages/web/build/a.ts', "import { readFile } from 'node:fs/promises';\nimport { it } from 'vitest';\n");
    plant('packages/web/src/app/a.ts', "import { texts } from 'virtual:texts';\n");
    expect(messages()).toEqual([]);
  });

  it.each(['packages/core/src/features/pins', 'e2e/plans'])(
    'reports a folder with more than 15 files: %s',
    (folder) => {
      for (let count = 0; count < 16; count += 1) plant(`${folder}/f${count}.ts`, 'export {};\n');
      expect(messages()).toEqual([`${folder}: 16 files; at most 15 a folder`]);
    },
  );

  it('reports a short file that only one file beside it imports', () => {
    const lines = (/** @type {number} */ count) => '// A line.\n'.repeat(count);
    const folder = 'packages/server/src/http';
    plant(`${folder}/short.ts`, lines(30));
    plant(`${folder}/long.ts`, lines(31));
    plant(`${folder}/tested.ts`, lines(1));
    plant(`${folder}/tested.test.ts`, "import { a } from './tested.ts';\n");
    plant(`${folder}/worker.ts`, lines(1));
    plant(`${folder}/later.ts`, lines(1));
    plant('packages/server/src/db/elsewhere.ts', lines(1));
    const imports = ['short', 'long', 'tested', '../db/elsewhere'].map((name) => `import { a } from './${name}.ts';\n`);
    const onDemand = "new URL('./worker.ts', import.meta.url);\nconst later = import('./later.ts');\n";
    plant(`${folder}/importer.ts`, imports.join('') + onDemand + lines(213));
    expect(messages()).toEqual([
      `${folder}/short.ts: a short file that only ${folder}/importer.ts imports; move it there`,
    ]);
    plant(`${folder}/importer.ts`, imports.join('') + onDemand + lines(214));
    expect(messages()).toEqual([]);
  });

  it.each(BREACHES)('reports %s', (_what, file, content, told) => {
    plant(file, content);
    expect(messages()).toEqual([expect.stringMatching(told)]);
  });

  it('reports a cycle once and allows cycles of type imports', () => {
    plant('packages/server/src/a.ts', "import { b } from './one/b.ts';\n");
    plant('packages/server/src/one/b.ts', "import { c } from '../two/c.ts';\n");
    plant('packages/server/src/two/c.ts', "import { a } from '../a.ts';\n");
    plant('packages/server/src/d.ts', "import type { E } from './one/e.ts';\n");
    plant('packages/server/src/one/e.ts', "import { d } from '../d.ts';\n");
    expect(messages()).toEqual([expect.stringMatching(/import cycle: .*a\.ts → .*b\.ts → .*c\.ts/)]);
  });

  it('reports a cycle through the package name of one workspace', () => {
    plant('packages/core/src/a.ts', "import { b } from '@plumbline/core/one/b';\n");
    plant('packages/core/src/one/b.ts', "import { a } from '../a.ts';\n");
    expect(messages()).toEqual([expect.stringMatching(/import cycle/)]);
  });
});

describe('readImports', () => {
  it('reads every kind of import with its line', () => {
    const source = [
      "import a, { type B } from 'a';",
      "import type { C } from './c.ts';",
      "export { d } from './d.ts';",
      "import './effect.css';",
      "const w = new Worker(new URL('./w.ts', import.meta.url));",
      "const f = new URL('../data', import.meta.url);",
      "export const text = 'from here';",
    ].join('\n');
    expect(readImports(source).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line])).toEqual([
      ['a', false, 1],
      ['./c.ts', true, 2],
      ['./d.ts', false, 3],
      ['./effect.css', false, 4],
      ['./w.ts', false, 5],
    ]);
  });
});

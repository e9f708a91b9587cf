// Two builds of one commit have the same bytes, so that anyone can check a release against its source.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../launch/project.mjs';

/** The hash of each file. @param {string} folder */
function hashesIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  return files
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]);
}

function build(/** @type {string} */ folder) {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: path.join(ROOT, 'packages/web'), env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return hashesIn(folder);
}

// A minute of processor time: by `npm run test-long -- build`.
test.runIf(process.env.BUILD_TWICE === 'on')(
  'two builds of the web application have the same files with the same bytes',
  () => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-build-'));
    try {
      const first = build(path.join(scratch, 'one'));
      expect(first.length).toBeGreaterThan(500);
      expect(build(path.join(scratch, 'two'))).toEqual(first);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  },
  300_000,
);

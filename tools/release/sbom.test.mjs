import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../launch/project.mjs';
import { billOf, shipped } from './sbom.mjs';

const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const bill = billOf(lock);

test('the bill of materials names every package the program runs with, with version, source and hash', () => {
  const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  for (const folder of ['core', 'locales', 'server', 'web']) {
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
    const foreign = Object.keys(dependencies ?? {}).filter((name) => !name.startsWith('@plumbline/'));
    expect(names, folder).toEqual(expect.arrayContaining(foreign));
  }
  expect(names).not.toContain('vitest');
  expect(bill.components.filter(({ hashes }) => hashes?.[0]?.content.length !== 128)).toEqual([]);
  for (const { purl, version } of bill.components)
    expect(purl).toMatch(new RegExp(`^pkg:npm/.+@${version.replaceAll('.', '\\.').replaceAll('+', '\\+')}$`, 'u'));
  expect(new Set(bill.components.map((one) => one['bom-ref'])).size).toBe(bill.components.length);
});

test('the program prints the same bytes every time', () => {
  const print = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'sbom.mjs')], { encoding: 'utf8' }).stdout;
  const first = print();
  expect(JSON.parse(first)).toEqual(bill);
  expect(print()).toBe(first);
});

test('nested versions are found where Node finds them', () => {
  const packages = {
    '': {},
    'packages/server': { dependencies: { a: '1', b: '1' } },
    'packages/testkit': { dependencies: { only: '1' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/only': { version: '1.0.0' },
  };
  expect(shipped(packages)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/b']);
});

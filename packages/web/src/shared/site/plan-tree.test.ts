import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { examplePlan } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { below, buildTree, foldersFor, itemsIn, listed, pathTo, type TreeQuery } from './plan-tree.ts';

const row = (id: string, more: Partial<PlanRow> = {}): PlanRow =>
  examplePlan({ id, lastActivity: '2026-01-01T00:00:00.000Z', ...more });
const folder = (id: string, parentId: string | null = null, more: Partial<PlanRow> = {}) =>
  row(id, { type: 'Folder', parentId, ...more });

const QUERY: TreeQuery = {
  ...{ folderId: null, search: '', active: true, sort: 'Title', reverse: false, locale: 'en' },
  here: new Set(['A10']),
};
const ROWS = [
  row('A10', { sheetNumber: '' }),
  row('A9'),
  folder('zone'),
  row('inside', { parentId: 'zone', lastActivity: '2026-05-01T00:00:00.000Z' }),
  folder('deeper', 'zone'),
  row('deep cellar', { parentId: 'deeper' }),
  row('old', { active: false }),
];
const names = (query: Partial<TreeQuery> = {}, rows = ROWS, facts = () => undefined as never) =>
  listed(buildTree(rows), { ...QUERY, ...query }, facts).map((one) => one.name);

test('folders come first and numbers sort numerically', () => {
  expect(names()).toEqual(['zone', 'A9', 'A10']);
  expect(names({ reverse: true })).toEqual(['zone', 'A10', 'A9']);
});

test('only active or only inactive entries are listed', () => {
  expect(names({ active: false })).toEqual(['old']);
});

test('a search covers the folder and everything below it, and matches every word', () => {
  expect(names({ search: 'deep' })).toEqual(['deeper', 'deep cellar']);
  expect(names({ search: 'CELLAR deep' })).toEqual(['deep cellar']);
  expect(names({ search: 'a9', folderId: 'zone' })).toEqual([]);
});

test('sorts by facts from the server: largest first, unknown last', () => {
  const facts = (id: string) => (id === 'A9' ? undefined : { fileSize: 5, openPins: 3, openTasks: 1 });
  const order = listed(buildTree(ROWS), { ...QUERY, sort: 'openPins' }, facts).map((one) => one.name);
  expect(order).toEqual(['zone', 'A10', 'A9']);
});

test('the most recent activity comes first', () => {
  const rows = [row('a'), row('b', { lastActivity: '2026-02-01T00:00:00.000Z' })];
  expect(names({ sort: 'LastActivity' }, rows)).toEqual(['b', 'a']);
});

test('sorts by type, and by what is on this device', () => {
  const rows = [...ROWS, row('Map of the site', { planType: 'Map' })];
  expect(names({ sort: 'type' }, rows)).toEqual(['zone', 'Map of the site', 'A9', 'A10']);
  expect(names({ sort: 'offlineOnline' }, rows)).toEqual(['zone', 'A10', 'A9', 'Map of the site']);
});

test('the count of a folder matches what it shows, immediately after a move', () => {
  expect(itemsIn(buildTree(ROWS), 'zone')).toBe(2);
  expect(itemsIn(buildTree([...ROWS, row('gone', { parentId: 'zone', active: false })]), 'zone')).toBe(2);
  const moved = ROWS.map((one) => (one.id === 'A9' ? { ...one, parentId: 'zone' } : one));
  expect(itemsIn(buildTree(moved), 'zone')).toBe(3);
});

test('an entry whose folder is missing moves to the root; a cycle of folders terminates', () => {
  expect(names({}, [row('lost', { parentId: 'nowhere' })])).toEqual(['lost']);
  const ring = [folder('a', 'b'), folder('b', 'a')];
  expect(below(buildTree(ring), 'a').map((one) => one.id)).toEqual(['b', 'a']);
  expect(pathTo(new Map(ring.map((one) => [one.id, one])), 'a').map((one) => one.id)).toEqual(['b', 'a']);
});

test('the path to a folder goes from the root to the folder itself', () => {
  const rows = new Map(ROWS.map((one) => [one.id, one]));
  expect(pathTo(rows, 'deeper').map((one) => one.id)).toEqual(['zone', 'deeper']);
  expect(pathTo(rows, null)).toEqual([]);
});

test('a folder cannot be moved into itself or below itself', () => {
  const tree = buildTree([...ROWS, folder('other')]);
  expect(foldersFor(tree, new Set(), 'en')).toEqual([
    { id: 'other', name: 'other', depth: 0 },
    { id: 'zone', name: 'zone', depth: 0 },
    { id: 'deeper', name: 'deeper', depth: 1 },
  ]);
  expect(foldersFor(tree, new Set(['zone']), 'en').map((one) => one.id)).toEqual(['other']);
});

import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import { expect, test } from 'vitest';
import { choicesFor, listedFolders, movingAlong, pathTo, treeOf } from './folder-tree.ts';

const folder = (id: string, parentId: string | null, more: Partial<FolderEntry> = {}): FolderEntry => ({
  id,
  name: id,
  parentId,
  folders: 0,
  projects: 0,
  within: 0,
  total: 0,
  empty: false,
  mayChange: true,
  lastActivity: '2026-01-01T00:00:00.000Z',
  lastModified: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** South ⊃ Block 2, Block 10 ⊃ Yard; North. */
const folders = [
  folder('South', null, { within: 5, total: 9, lastActivity: '2026-02-01T00:00:00.000Z' }),
  folder('Block 10', 'South', { within: 4, total: 6 }),
  folder('Block 2', 'South', { within: 0, total: 3 }),
  folder('Yard', 'Block 10', { within: 2, total: 2 }),
  folder('North', null, { lastActivity: '2026-03-01T00:00:00.000Z' }),
  folder('Lost', 'nowhere', { within: 1, total: 1 }),
];
const tree = treeOf(folders);
const listing = {
  folderId: null,
  search: '',
  sort: 'name',
  reverse: false,
  state: 'active',
  whose: 'mine',
  locale: 'en',
} as const;
const names = (change: Partial<Parameters<typeof listedFolders>[1]>) =>
  listedFolders(tree, { ...listing, ...change }).map((one) => one.name);

test('a level shows folders with matching contents, and empty folders among the active ones', () => {
  expect(names({})).toEqual(['Lost', 'North', 'South']);
  expect(names({ folderId: 'South' })).toEqual(['Block 10']);
  expect(names({ state: 'inactive' })).toEqual(['Lost', 'South']);
  expect(names({ whose: 'other' })).toEqual(['Lost', 'South']);
});

test('names sort ascending, times newest first, and both can be reversed', () => {
  expect(names({ reverse: true })).toEqual(['South', 'North', 'Lost']);
  expect(names({ sort: 'lastActivity' })).toEqual(['North', 'South', 'Lost']);
  expect(names({ sort: 'lastActivity', reverse: true })).toEqual(['Lost', 'South', 'North']);
  expect(names({ sort: 'favourites', reverse: true })).toEqual(['Lost', 'North', 'South']);
});

test('a search covers all levels', () => {
  expect(names({ search: 'o 1' })).toEqual(['Block 10']);
  expect(names({ search: 'ya', folderId: 'North' })).toEqual(['Yard']);
});

test('the path to a folder, and the possible targets of a move', () => {
  expect(pathTo(tree, 'Yard').map((one) => one.id)).toEqual(['South', 'Block 10', 'Yard']);
  expect(pathTo(tree, null)).toEqual([]);
  const all = choicesFor(tree, new Set(), 'en').map(({ id, depth }) => `${'-'.repeat(depth)}${id}`);
  expect(all).toEqual(['Lost', 'North', 'South', '-Block 2', '-Block 10', '--Yard']);
  expect(choicesFor(tree, new Set(['Block 10']), 'en').map((one) => one.id)).toEqual([
    'Lost',
    'North',
    'South',
    'Block 2',
  ]);
});

test('nested folders are counted once', () => {
  expect(movingAlong(tree, ['South'])).toEqual({ folders: 3, projects: 9 });
  expect(movingAlong(tree, ['South', 'Block 10', 'North'])).toEqual({ folders: 3, projects: 9 });
  expect(movingAlong(tree, [])).toEqual({ folders: 0, projects: 0 });
});

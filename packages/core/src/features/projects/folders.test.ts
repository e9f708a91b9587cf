import { expect, test } from 'vitest';
import { ROLES } from '../../access/capabilities.ts';
import {
  ancestorsOf,
  type FolderNode,
  mayChangeFolder,
  mayCreateFolder,
  mayMoveProject,
  visibleFolders,
  wouldCreateCycle,
} from './folders.ts';

const admin = { userId: 'admin', admin: true, createProjects: false };
const maker = { userId: 'maker', admin: false, createProjects: true };
const former = { userId: 'maker', admin: false, createProjects: false };
const member = { userId: 'member', admin: false, createProjects: false };

const node = (id: string, parentId: string | null, createdBy = 'admin'): [string, FolderNode] => [
  id,
  { id, parentId, createdBy },
];
/** a ⊃ b ⊃ c, beside them d ⊃ e. */
const folders = new Map([node('a', null), node('b', 'a'), node('c', 'b'), node('d', null), node('e', 'd', 'maker')]);

test.each([
  [admin, true, true, true],
  [maker, true, true, false],
  [former, false, false, false],
  [member, false, false, false],
])('%j creates: %s, changes own: %s, changes others: %s', (actor, makes, changesOwn, changesOthers) => {
  expect(mayCreateFolder(actor)).toBe(makes);
  expect(mayChangeFolder(actor, { createdBy: actor.userId })).toBe(changesOwn);
  expect(mayChangeFolder(actor, { createdBy: 'somebody' })).toBe(changesOthers);
});

test('a project is moved by its administrator and by those of the organisation', () => {
  for (const role of [...ROLES, null]) {
    expect(mayMoveProject(admin, role)).toBe(true);
    expect(mayMoveProject(maker, role)).toBe(role === 'administrator');
  }
});

test.each([
  ['a', 'c', true],
  ['a', 'a', true],
  ['b', 'a', false],
  ['a', 'e', false],
  ['a', null, false],
])('%s into %s loops: %s', (id, parentId, loops) => {
  expect(wouldCreateCycle(folders, id, parentId)).toBe(loops);
});

test('looking up ancestors ends at a cycle or a missing parent', () => {
  const closed = new Map([node('x', 'y'), node('y', 'x'), node('z', 'gone')]);
  expect(ancestorsOf(closed, 'x')).toEqual(['x', 'y']);
  expect(ancestorsOf(closed, 'z')).toEqual(['z']);
  expect(ancestorsOf(closed, 'unknown')).toEqual([]);
});

test('a folder is visible if it contains a visible project or was created by the user', () => {
  const seen = (actor: typeof admin, holding: string[]) => [...visibleFolders(folders, actor, holding)].sort();
  expect(seen(admin, [])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(seen(member, [])).toEqual([]);
  expect(seen(member, ['c'])).toEqual(['a', 'b', 'c']);
  expect(seen(member, ['b'])).toEqual(['a', 'b']);
  expect(seen(maker, [])).toEqual(['d', 'e']);
  expect(seen(former, [])).toEqual([]);
});

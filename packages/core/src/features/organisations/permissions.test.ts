import { expect, test } from 'vitest';
import { mayGrant, mayManage, PERMISSIONS, type Rank } from './permissions.ts';

const none: Rank = { owner: false, admin: false, manageUsers: false };
const who = {
  owner: { ...none, owner: true },
  administrator: { ...none, admin: true },
  manager: { ...none, manageUsers: true },
  nobody: none,
};

test('owners manage everyone, administrators all but owners, and user managers only ordinary members', () => {
  const table = Object.entries(who).map(([name, actor]) => [
    name,
    Object.values(who).map((target) => mayManage(actor, target)),
  ]);
  expect(table).toEqual([
    ['owner', [true, true, true, true]],
    ['administrator', [false, true, true, true]],
    ['manager', [false, false, false, true]],
    ['nobody', [false, false, false, false]],
  ]);
});

test('no one grants a right above their own rank', () => {
  const table = Object.values(who).map((actor) => PERMISSIONS.filter((right) => mayGrant(actor, right)));
  expect(table).toEqual([[...PERMISSIONS], ['admin', 'manageUsers', 'createProjects'], [], []]);
});

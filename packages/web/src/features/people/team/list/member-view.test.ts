import { expect, test } from 'vitest';
import { readMemberView, writeMemberView } from './member-view.ts';

const FIRST = { search: '', inactive: false, role: undefined, state: undefined, sort: 'name', order: 'asc' } as const;

test('what is as it is at first is not written, and comes back from nothing', () => {
  expect(writeMemberView(FIRST)).toEqual({});
  expect(readMemberView({})).toEqual(FIRST);
});

test('every view comes back from its address', () => {
  const filter = { search: '42', inactive: true, role: 'subcontractor', state: 'invited' } as const;
  const view = { ...filter, sort: 'team', order: 'desc' } as const;
  expect(readMemberView(writeMemberView(view))).toEqual(view);
});

test('unknown and broken parts of an address are left out', () => {
  const broken = { search: 7, inactive: 'maybe', role: 'king', state: 'removed', sort: 'constructor', order: 1 };
  expect(readMemberView(broken)).toEqual({ ...FIRST, search: '7' });
  expect(readMemberView({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

import { expect, test } from 'vitest';
import { readMemberView, writeMemberView } from './member-view.ts';

const FIRST = { search: '', inactive: false, role: undefined, state: undefined, sort: 'name', order: 'asc' } as const;

test('defaults are not written, and an empty address yields them', () => {
  expect(writeMemberView(FIRST)).toEqual({});
  expect(readMemberView({})).toEqual(FIRST);
});

test('every view survives a round trip through its address', () => {
  const filter = { search: '42', inactive: true, role: 'subcontractor', state: 'invited' } as const;
  const view = { ...filter, sort: 'team', order: 'desc' } as const;
  expect(readMemberView(writeMemberView(view))).toEqual(view);
});

test('unknown and malformed parts of an address are ignored', () => {
  const broken = { search: 7, inactive: 'maybe', role: 'king', state: 'removed', sort: 'constructor', order: 1 };
  expect(readMemberView(broken)).toEqual({ ...FIRST, search: '7' });
  expect(readMemberView({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

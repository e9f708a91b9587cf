import { expect, test } from 'vitest';
import { shareRead } from './pull.ts';

const state = { projectId: 'p', scope: null, load: 'first', loader: null, gone: false } as const;

test('the share read is the position reached of the last one, which the mark begins with', () => {
  expect(shareRead({ ...state, cursor: 250, mark: '1000 a1b2' })).toBe(0.25);
  expect(shareRead({ ...state, cursor: 1_001, mark: '1000 a1b2' })).toBe(1);
});

test('before the first reply, and in a project without changes, the share is unknown', () => {
  expect(shareRead({ ...state, cursor: 0 })).toBeUndefined();
  expect(shareRead({ ...state, cursor: 0, mark: '' })).toBeUndefined();
});

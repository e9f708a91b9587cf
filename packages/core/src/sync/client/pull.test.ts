import { expect, test } from 'vitest';
import { loadedShare } from './pull.ts';

const state = { projectId: 'p', scope: null, load: 'first', loader: null, gone: false } as const;

test('the loaded share is the current position divided by the last position in the mark', () => {
  expect(loadedShare({ ...state, cursor: 250, mark: '1000 a1b2' })).toBe(0.25);
  expect(loadedShare({ ...state, cursor: 1_001, mark: '1000 a1b2' })).toBe(1);
});

test('before the first reply, and in a project without changes, the share is unknown', () => {
  expect(loadedShare({ ...state, cursor: 0 })).toBeUndefined();
  expect(loadedShare({ ...state, cursor: 0, mark: '' })).toBeUndefined();
});

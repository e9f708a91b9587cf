import { expect, test } from 'vitest';
import { keepingView, readProjectView, withProjectView } from './project-view.ts';

test('every view survives a round trip through its address, and the folder is kept', () => {
  const chosen = {
    view: 'list',
    sort: 'name',
    whose: 'other',
    state: 'inactive',
    reverse: true,
    search: 'hall 4',
  } as const;
  const address = withProjectView({ folder: 'f1' }, chosen);
  expect(readProjectView(address)).toEqual(chosen);
  expect(address.folder).toBe('f1');
  const read = Object.fromEntries(new URLSearchParams(keepingView('', address).slice(1)));
  expect(readProjectView(read)).toEqual(chosen);
});

test('an empty search is removed from the address; missing parts stay undefined', () => {
  expect(withProjectView({ search: 'x', sort: 'name' }, { search: '' })).toEqual({ sort: 'name' });
  expect(readProjectView({})).toEqual({ search: '' });
});

test('unknown and malformed parts are ignored', () => {
  expect(readProjectView({ view: 'pie', sort: 'constructor', whose: 1, state: 'gone', reverse: 'yes' })).toEqual({
    search: '',
  });
  expect(readProjectView({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

test('a dialog over the list keeps the view of the list', () => {
  expect(keepingView('/project/move?projects=a', { folder: 'f', search: 'a b', state: 'inactive' })).toBe(
    '/project/move?projects=a&state=inactive&search=a+b',
  );
  expect(keepingView('/project/newfolder', { folder: 'f' })).toBe('/project/newfolder');
});

import { expect, test } from 'vitest';
import { keepingView, readProjectView, withProjectView } from './project-view.ts';

test('every view comes back from its address, and the folder stays in it', () => {
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

test('an empty search leaves the address; what it does not tell is open', () => {
  expect(withProjectView({ search: 'x', sort: 'name' }, { search: '' })).toEqual({ sort: 'name' });
  expect(readProjectView({})).toEqual({ search: '' });
});

test('unknown and broken parts are left out', () => {
  expect(readProjectView({ view: 'pie', sort: 'constructor', whose: 1, state: 'gone', reverse: 'yes' })).toEqual({
    search: '',
  });
  expect(readProjectView({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});

test('what opens above the list keeps what the list shows', () => {
  expect(keepingView('/project/move?projects=a', { folder: 'f', search: 'a b', state: 'inactive' })).toBe(
    '/project/move?projects=a&state=inactive&search=a+b',
  );
  expect(keepingView('/project/newfolder', { folder: 'f' })).toBe('/project/newfolder');
});

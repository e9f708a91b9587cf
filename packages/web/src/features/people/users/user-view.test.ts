import { expect, test } from 'vitest';
import { readUserView, writeUserView } from './user-view.ts';

const FIRST = {
  ...{ search: '', state: undefined, role: undefined, licence: undefined, company: undefined },
  ...{ sort: 'name', reverse: false },
};

test.each([
  [{}, {}],
  [
    { search: 'Berger', state: 'licenceExpired', role: 'admin' },
    { search: 'Berger', state: 'licenceExpired', role: 'admin' },
  ],
  [
    { licence: 'none', company: 'none' },
    { licence: 'none', company: 'none' },
  ],
  [
    { sort: 'projects', reverse: true },
    { sort: 'projects', reverse: true },
  ],
  [{ reverse: 'true' }, { reverse: true }],
  [{ state: 'asleep', role: 7, licence: 'gold', company: '../x', sort: 'age' }, {}],
  [{ search: 42 }, { search: '42' }],
])('%j is read and written back as %j', (address, written) => {
  expect(writeUserView(readUserView(address))).toEqual(written);
});

test('an empty address shows the whole list by name', () => {
  expect(readUserView({})).toEqual(FIRST);
});

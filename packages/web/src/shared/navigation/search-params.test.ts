import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

it.each(['4e1516', '2E10', '1.50', '-0', '007', '12345678901234567890'])('keeps "%s" as it was entered', (search) => {
  expect(parseSearch(`?search=${search}`)).toEqual({ search });
  expect(parseSearch(stringifySearch({ search }))).toEqual({ search });
});

it('reads back what it has written', () => {
  const view = { search: '12', page: 3, reverse: true, at: [1, 2.5], name: 'true', empty: '' };
  expect(parseSearch(stringifySearch(view))).toEqual(view);
});

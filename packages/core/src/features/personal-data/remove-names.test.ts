import { expect, test } from 'vitest';
import { replacementsFor, withoutName } from './remove-names.ts';

const words = { firstName: 'Erna', lastName: 'Ehrlich', email: 'erna@example.org', phones: ['+43 1 555', ''] };

test('names in any order, address and numbers are removed from every text at any depth', () => {
  const replacements = replacementsFor(words, 'Person 4F2A');
  const value = {
    text: 'Ask @Erna Ehrlich (erna@example.org, +43 1 555)',
    list: ['Ehrlich, Erna', 'Ehrlich Erna', { deep: 'Erna Ehrlich' }],
    number: 7,
    none: null,
  };
  expect(withoutName(value, replacements)).toEqual({
    text: 'Ask @Person 4F2A (, )',
    list: ['Person 4F2A', 'Person 4F2A', { deep: 'Person 4F2A' }],
    number: 7,
    none: null,
  });
});

test('an address is removed in any case, a name only as it is written', () => {
  const replacements = replacementsFor({ ...words, firstName: 'Mark', lastName: 'Stone' }, 'Person 4F2A');
  expect(withoutName('Erna@Example.ORG: mark stone by Mark Stone', replacements)).toBe(': mark stone by Person 4F2A');
});

test('a value without any of them is returned as the same object; short names are left alone', () => {
  const value = { a: ['Bo said so', { b: 'x' }] };
  expect(withoutName(value, replacementsFor(words, 'x'))).toBe(value);
  const short = replacementsFor({ firstName: '', lastName: 'Bo', email: 'b@o.org', phones: [] }, 'x');
  expect(withoutName(value, short)).toBe(value);
});

import { expect, it } from 'vitest';
import { addressesOf, cut } from './pieces.ts';

const module = (id: string, imports: number[] = []) => ({ id, size: 10, imports });

it('cuts modules into pieces of at least the given size', () => {
  expect(cut([module('a'), module('b', [0]), module('c'), module('d', [1]), module('e')], 20)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e'],
  ]);
});

it('keeps modules together that need each other', () => {
  expect(cut([module('a', [2]), module('b', [0]), module('c', [0]), module('d')], 10)).toEqual([
    ['a', 'b', 'c'],
    ['d'],
  ]);
});

it('puts a small program into one piece', () => {
  expect(cut([module('a'), module('b')], 100)).toEqual([['a', 'b']]);
});

it('lists the pieces in the order in which they run, and no other file', () => {
  const names = ['entry-10', 'entry-contract', 'entry-2', 'entry', 'entry-1'];
  const files = names.map((name) => ({ name, fileName: `assets/${name}.js` }));
  expect(addressesOf('entry', files)).toEqual(['/assets/entry-1.js', '/assets/entry-2.js', '/assets/entry-10.js']);
});

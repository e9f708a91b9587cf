import { expect, test } from 'vitest';
import { ShownTogether } from './shown-together.ts';

test('all results are shown when the last read ends, even if one of them cannot be shown', () => {
  const together = new ShownTogether();
  const shown: string[] = [];
  const show = (name: string) => () => void shown.push(name);
  for (let at = 0; at < 3; at += 1) together.begin();
  together.end(show('pins'));
  together.end(() => {
    throw new Error('tasks');
  });
  expect(shown).toEqual([]);
  expect(() => together.end(show('photos'))).toThrow('tasks');
  expect(shown).toEqual(['pins', 'photos']);
});

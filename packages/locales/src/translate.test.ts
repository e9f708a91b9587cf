import { expect, test } from 'vitest';
import { readCatalog } from './read-catalog.ts';
import { createTranslator } from './translate.ts';

const t = createTranslator('en', readCatalog('en'));

// U+202E reverses everything that follows it, U+2066 to U+2069 change where a direction ends.
test.each([
  ['Lindenhof', '“Lindenhof” was moved.'],
  ['برج', '“\u2068برج\u2069” was moved.'],
  ['gpj.\u202eexe', '“gpj.exe” was moved.'],
  ['בניין\u2069 7', '“\u2068בניין 7\u2069” was moved.'],
])('the name %j does not change the direction of the text around it', (name, text) => {
  const own = createTranslator('en', { moved: '“{name}” was moved.' });
  expect(own('moved' as Parameters<typeof own>[0], { name })).toBe(text);
});

test('the text around an inserted name is unchanged', () => {
  expect(t('project.leaveQuestion', { title: 'Tor <b>&' })).toBe('Leave “Tor <b>&”?');
});

import { expect, test } from 'vitest';
import { ownPath, requestedTarget } from './return-to.ts';

test.each([
  ['/', '/'],
  ['/project/1?tab=a#b', '/project/1?tab=a#b'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['/a\\b', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the return path for %j is %j', (target, own) => {
  expect(ownPath(target)).toBe(own);
});

test('the target is read from the URL', () => {
  expect(requestedTarget('?return_to=%2Fproject%2F1')).toBe('/project/1');
  expect(requestedTarget('?x=1')).toBeUndefined();
});

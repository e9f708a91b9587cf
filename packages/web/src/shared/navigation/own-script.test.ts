import { expect, it } from 'vitest';
import { isOwnScript } from './own-script.ts';

const PAGE = 'https://site.example/project/1';

it.each([
  ['/service-worker.js', true],
  ['/assets/reduce.worker-DXghAe0t.js', true],
  ['https://site.example/assets/a-1_b.js', true],
  ['https://other.example/assets/a.js', false],
  ['//other.example/assets/a.js', false],
  ['/assets/../api/files/a.js', false],
  ['/assets/a.js.txt', false],
  ['/assets/deeper/a.js', false],
  ['/api/files/service-worker.js', false],
  ['service-worker.js', false],
  ['data:text/javascript,alert(1)', false],
  ['blob:https://site.example/1', false],
  ['javascript:alert(1)', false],
])('%s is a script of the app: %s', (address, own) => {
  expect(isOwnScript(address, PAGE)).toBe(own);
});

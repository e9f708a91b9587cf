import { describe, expect, test } from 'vitest';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import { isMissingPart } from '../../ui/missing-module.ts';
import { isFault } from './reporter.ts';
import { faultAddress, returnPath } from './uncaught.ts';

describe('the return path', () => {
  test.each(['/project/1/tasks', '/project/1?filter=a%20b'])('%s is a valid return path', (from) => {
    expect(faultAddress(from)).toBe(`/javascriptError?from=${encodeURIComponent(from)}`);
    expect(returnPath(from)).toBe(from);
  });
  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', undefined, 7])(
    '%s leads to the start page',
    (from) => expect(returnPath(from)).toBe('/'),
  );
  test('the error page does not lead to itself', () => expect(returnPath(faultAddress('/x'))).toBe('/'));
});

describe('what is reported', () => {
  test('an error in the app is reported', () => expect(isFault(new TypeError('x is not a function'))).toBe(true));
  const extension = Object.assign(new Error('boom'), { stack: 'at chrome-extension://abc/x.js' });
  test.each([
    new NetworkFailure('x'),
    new Refusal(500, {}),
    new DOMException('stopped', 'AbortError'),
    new TypeError('Failed to fetch'),
    new Error('ResizeObserver loop completed with undelivered notifications.'),
    extension,
    'a string',
    undefined,
  ])('%s is not reported', (error) => expect(isFault(error)).toBe(false));
  test.each([
    'Failed to fetch dynamically imported module: /assets/x.js',
    'error loading dynamically imported module: /assets/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('a missing module is recognised: %s', (message) => {
    const error = new TypeError(message);
    expect([isMissingPart(error), isFault(error)]).toEqual([true, false]);
  });
});

import { expect, test } from 'vitest';
import { pathOf, readPush } from './push-message.ts';

const message = { title: 'Anna assigned you #7', body: 'Site', lang: 'en', tag: 'x', path: '/project/p' };

test('a push message written by the server is read', () => {
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

test.each([
  ['nothing', undefined],
  ['not JSON', 'hello'],
  ['not an object', '"hello"'],
  ['a message without a path', JSON.stringify({ ...message, path: undefined })],
  ['an absolute URL', JSON.stringify({ ...message, path: 'https://example.org' })],
  ['a path with another host', JSON.stringify({ ...message, path: '//example.org' })],
  ['a path with another host by backslash', JSON.stringify({ ...message, path: '/\\example.org' })],
])('%s is ignored', (_name, text) => expect(readPush(text)).toBeUndefined());

test.each([
  [{ path: '/project/p' }, '/project/p'],
  [{ path: '//example.org' }, '/notifications'],
  [null, '/notifications'],
  ['x', '/notifications'],
])('clicking %j opens %s', (data, path) => expect(pathOf(data)).toBe(path));

import { expect, test } from 'vitest';
import { isOwn } from './own-files.ts';

const reply = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });

test.each([
  ['a module', reply('export {}', 'text/javascript'), true],
  ['the page', reply('<meta name="plumbline-version" content="0a">', 'text/html; charset=utf-8'), true],
  ['the page of a public network', reply('<h1>Guest network</h1>', 'text/html'), false],
  ['an error', reply('', 'text/javascript', 404), false],
])('detects whether %s belongs to the app', async (_, response, isOurs) => {
  expect(await isOwn(response)).toBe(isOurs);
});

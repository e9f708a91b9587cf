import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { replyError } from './reply-error.ts';

test('a full database disk is reported to users, and logged once for many requests', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
  app.setErrorHandler(replyError);
  app.get('/', () => {
    throw Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' });
  });
  for (const _one of [1, 2, 3]) {
    const { statusCode, body } = await app.inject('/');
    expect([statusCode, JSON.parse(body)]).toMatchObject([507, { code: 'no_space', retry: true }]);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('no space');
  expect(lines[0]).toContain('could not extend file');
  await app.close();
});

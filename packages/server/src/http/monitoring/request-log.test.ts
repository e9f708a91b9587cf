import { AppError } from '@plumbline/core/kernel/errors';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import type { Services } from '../../platform/services.ts';
import { replyError } from '../reply-error.ts';
import { recordRequests } from './request-log.ts';

it('logs route, status, address, ids and the reason of a refusal, but not the URL or the headers', async () => {
  const lines: string[] = [];
  const app = fastify({
    loggerInstance: createLog('info', { write: (line) => lines.push(line) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'the-id',
  });
  recordRequests(app, { config: { accessLog: true }, metrics: createMetrics() } as unknown as Services);
  app.get('/api/shares/:token', async (request) => {
    request.caller = { userId: 'u', sessionId: 's', organisationId: 'o' };
    return {};
  });
  app.setErrorHandler(replyError);
  app.get('/api/refused', async (request) => {
    request.caller = { userId: 'u', sessionId: 's', organisationId: 'o' };
    throw new AppError('forbidden');
  });
  const headers = { authorization: 'Bearer hush', cookie: 'half=hush' };
  const reply = await app.inject({ url: '/api/shares/hush?key=hush', headers });
  await app.inject({ url: '/hush' });
  await app.inject({ url: '/api/refused' });
  await app.close();
  expect(reply.headers['x-request-id']).toBe('the-id');
  const [known, unknown, refused] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(known).toMatchObject({
    reqId: 'the-id',
    method: 'GET',
    route: '/api/shares/:token',
    status: 200,
    ip: '127.0.0.1',
    user: 'u',
    session: 's',
    organisation: 'o',
  });
  expect(unknown).toMatchObject({ route: 'unknown', status: 404 });
  expect(known).not.toHaveProperty('code');
  expect(refused).toMatchObject({ route: '/api/refused', status: 403, code: 'forbidden', user: 'u' });
  expect(lines.join('')).not.toContain('hush');
});

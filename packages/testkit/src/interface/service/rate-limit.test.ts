// A client that sends requests without a pause is rate-limited; others, even from the same address, are not.
import { listProjects } from '@plumbline/core/features/projects/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPerson, makeOrganisation, signIn } from '../../actors.ts';
import { startTestServer } from '../../server.ts';

const NO_UPLOAD = '/api/files/00000000-0000-4000-8000-000000000000';
const NO_PRINT = '/m/prints/00000000-0000-4000-8000-000000000000';

// The window in which calls are counted does not end, however long the calls take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('uploads and files are rate-limited too, each by its own count', async () => {
  const server = await startTestServer({ environment: { CALLS_PER_SECOND: '10' } });
  try {
    const statuses = async (url: string, times: number) => {
      const calls = Array.from({ length: times }, () =>
        server.app.inject({ method: url === NO_UPLOAD ? 'HEAD' : 'GET', url }),
      );
      return new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode));
    };
    expect(await statuses(NO_UPLOAD, 110)).toContain(429);
    expect(await statuses(NO_PRINT, 290)).not.toContain(429);
    expect(await statuses(NO_PRINT, 20)).toContain(429);
    expect(await statuses('/', 400)).not.toContain(429);
    expect(await statuses('/healthz', 400)).toEqual(new Set([200]));
  } finally {
    await server.close();
  }
});

test('a client that sends requests without a pause is rate-limited, and no other client', async () => {
  const server = await startTestServer({ environment: { CALLS_PER_SECOND: '10' } });
  try {
    const organisationId = await makeOrganisation(server, 'Busy');
    const [busy, calm] = await Promise.all(
      ['Bea', 'Carl'].map(async (firstName) => {
        const person = await createPerson(server, { organisationId, firstName, lastName: 'Petrova' });
        return (await signIn(server, person)).caller;
      }),
    );
    if (!busy || !calm) throw new Error('two are signed in');
    const ask = (times: number) => Promise.all(Array.from({ length: times }, () => busy.send(listProjects, {})));
    expect(new Set((await ask(90)).map(({ status }) => status))).toEqual(new Set([200]));
    const answers = await ask(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate_limited', retry: true });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await calm.send(listProjects, {})).status).toBe(200);
  } finally {
    await server.close();
  }
});

// A client that sends requests without a pause is rate-limited; others, even from the same address, are not.
import { listProjects } from '@plumbline/core/features/projects/contract';
import { expect, test } from 'vitest';
import { makeOrganisation, makePerson, signIn } from '../../actors.ts';
import { startTestServer } from '../../server.ts';

test('a client that sends requests without a pause is rate-limited, and no other client', async () => {
  const server = await startTestServer({ environment: { CALLS_PER_SECOND: '10' } });
  try {
    const organisationId = await makeOrganisation(server, 'Busy');
    const [busy, calm] = await Promise.all(
      ['Bea', 'Carl'].map(async (firstName) => {
        const person = await makePerson(server, { organisationId, firstName, lastName: 'Petrova' });
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

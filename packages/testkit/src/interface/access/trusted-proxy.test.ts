// Whose address a request has behind a proxy: what the proxy itself has seen, not what the client claims.
import { listProjects } from '@plumbline/core/features/projects/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, makeOrganisation, signIn } from '../../actors.ts';
import { addressOf } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const PROXY = '10.0.0.1';
const INSIDE = '192.0.2.7';
const OUTSIDE = '203.0.113.5';

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: 'on' } });
  const organisationId = await makeOrganisation(server, 'Hochbau');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  authorization = `Bearer ${(await signIn(server, person)).caller.token}`;
  await server.database.root.query('UPDATE organisation SET networks = $2 WHERE id = $1', [
    organisationId,
    ['192.0.2.0/24'],
  ]);
});
afterAll(() => server?.close());

const statusFor = async (forwarded: string, remoteAddress = PROXY): Promise<number> => {
  const headers = { authorization, 'x-forwarded-for': forwarded };
  return (await server.app.inject({ url: addressOf(listProjects, {}), headers, remoteAddress })).statusCode;
};

it('the client address is the one that the last proxy has seen', async () => {
  expect(await statusFor(INSIDE)).toBe(200);
  expect(await statusFor(OUTSIDE)).toBe(403);
});

it('the client address is not one that the client has added itself', async () => {
  expect(await statusFor(`${INSIDE}, ${OUTSIDE}`)).toBe(403);
  expect(await statusFor(`${OUTSIDE}, ${INSIDE}`)).toBe(200);
});

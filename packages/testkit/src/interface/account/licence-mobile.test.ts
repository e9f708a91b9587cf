// A licence for phones and tablets only: on a computer the server gives no access to project content by any route.
import { randomUUID } from 'node:crypto';
import { encryptionKey, me } from '@plumbline/core/features/auth/contract';
import { type DeviceKind, isMobileDevice } from '@plumbline/core/features/auth/device-kind';
import { actOnUsers } from '@plumbline/core/features/people/users-contract';
import { getProject, listProjects } from '@plumbline/core/features/projects/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, signIn, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const WINDOWS = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0' };
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile' };
const MAC = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari',
};

let server: TestServer;
let world: World;
let carl: Actor;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  carl = world.roles.contributor;
  await world.owner.caller.call(actOnUsers, {
    body: { userIds: [carl.userId], act: 'licence', licence: 'mobile' },
  });
  carl = await signIn(server, carl);
});
afterAll(() => server.close());

test('every call that reads or changes project content is refused on a computer', async () => {
  const { projectId } = world;
  const walked = server.served.endpoints.filter((endpoint) => endpoint.guard.kind === 'project' || endpoint.site);
  expect(walked.length).toBeGreaterThan(60);
  for (const endpoint of walked) {
    const response = await carl.caller.send(endpoint, { params: { projectId }, body: {} }, WINDOWS);
    expect([endpoint.name, response.status, response.body]).toMatchObject([
      endpoint.name,
      403,
      { code: 'licence_mobile', retry: false },
    ]);
  }
  const body = { deviceId: randomUUID(), mutations: [] };
  expect((await carl.caller.send(syncPush, { body }, WINDOWS)).body).toMatchObject({ code: 'licence_mobile' });
});

test("the user's own account works on a computer, and projects work on a phone", async () => {
  expect((await carl.caller.send(me, {}, WINDOWS)).status).toBe(200);
  const read = await carl.caller.send(getProject, { params: { projectId: world.projectId } }, PHONE);
  expect(read.status).toBe(200);
  expect((await carl.caller.send(listProjects, {}, PHONE)).status).toBe(200);
});

test('what the client reports about its device takes precedence over the user agent', async () => {
  const tell = async (kind: DeviceKind) => {
    const { caller } = await signIn(server, carl);
    // If the client reports nothing, a Mac user agent may be an iPad.
    expect((await caller.send(listProjects, {}, MAC)).status).toBe(200);
    await caller.call(encryptionKey, { body: { fingerprint: randomUUID(), kind } });
    return (await caller.send(listProjects, {}, MAC)).status;
  };
  expect(await tell('TABLET')).toBe(200);
  expect(await tell('DESKTOP')).toBe(403);
});

test('a user with a full licence, or an administrator of the same project, works on any device', async () => {
  for (const { caller } of [world.roles.administrator, world.roles.subcontractor]) {
    expect((await caller.send(listProjects, {}, WINDOWS)).status).toBe(200);
  }
});

test.each([
  ['', WINDOWS, false],
  ['', PHONE, true],
  ['', MAC, true],
  ['DESKTOP', PHONE, false],
  ['PHONE', WINDOWS, true],
  ['TABLET', MAC, true],
] as const)('detects a mobile device from the reported kind %j or the user agent', (expected, headers, inHand) => {
  expect(isMobileDevice(expected, headers['user-agent'])).toBe(inHand);
});

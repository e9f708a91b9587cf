// Two servers on one database act as one: a change made through one applies to the next call to the other.
import { randomUUID } from 'node:crypto';
import { createProject, getProject } from '@plumbline/core/features/projects/contract';
import { createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { openPool } from '@plumbline/server/db/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, PASSWORD, signIn, WEB_CLIENT, type World } from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

type Second = { app: TestServer['app']; close(): Promise<void> };

let server: TestServer;
let second: Second;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  const { log, config } = server.services;
  const pool = openPool(server.database.url, log);
  const { app } = await createApp(buildServices(config, { pool, log, clock: server.clock }));
  second = {
    app,
    async close() {
      await app.close();
      await pool.end();
    },
  };
  world = await createWorld(server);
});
afterAll(async () => {
  await second?.close();
  await server?.close();
});

/** The same person on both servers. */
const both = ({ caller }: Actor) => [caller, new Caller(second.app, caller.token)] as const;

const signInAt = (app: TestServer['app'], username: string, password: string) =>
  new Caller(app).raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    payload: JSON.stringify({ grant_type: 'password', username, password }),
  });

test('a write sent to both with one key is done once, and both return the same response', async () => {
  const [here, there] = both(world.owner);
  const key = { 'idempotency-key': randomUUID() };
  const body = { id: randomUUID(), title: 'House of two servers' };
  const answers = await Promise.all([here, there, here, there].map((one) => one.send(createProject, { body }, key)));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  for (const { status } of answers) expect([200, 503]).toContain(status);
  const [first, again] = [
    await here.send(createProject, { body }, key),
    await there.send(createProject, { body }, key),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  const created = await server.database.root.query('SELECT FROM project WHERE title = $1', [body.title]);
  expect(created.rowCount).toBe(1);
});

test('wrong passwords are counted across both', async () => {
  const person = await createPerson(server, {
    organisationId: world.organisationId,
    firstName: 'Gerd',
    lastName: 'Gast',
  });
  const statusAt = async (app: TestServer['app'], password: string) =>
    (await signInAt(app, person.email, password)).status;
  const statuses: number[] = [];
  // Alternating: neither server alone has seen enough attempts to refuse.
  while (statuses.at(-1) !== 429 && statuses.length < 100) {
    statuses.push(await statusAt(statuses.length % 2 ? second.app : server.app, 'not this one'));
  }
  expect(statuses.at(-1)).toBe(429);
  expect([await statusAt(server.app, PASSWORD), await statusAt(second.app, PASSWORD)]).toEqual([429, 429]);
});

test('a user locked out on one is refused by the other on the next call', async () => {
  const person = await createPerson(server, {
    organisationId: world.organisationId,
    firstName: 'Ina',
    lastName: 'Inge',
  });
  const [here, there] = both(await signIn(server, person));
  const seen = async (caller: Caller) =>
    (await caller.send(getProject, { params: { projectId: world.projectId } })).status;
  expect([await seen(here), await seen(there)]).toEqual([404, 404]);
  await server.database.root.query('UPDATE app_user SET security_epoch = security_epoch + 1 WHERE id = $1', [
    person.userId,
  ]);
  expect([await seen(there), await seen(here)]).toEqual([401, 401]);
});

test('a role changed on one applies on the other with the next call', async () => {
  const [here, there] = both(world.roles.contributor);
  const read = async (caller: Caller) =>
    (await caller.send(getProject, { params: { projectId: world.projectId } })).status;
  expect([await read(here), await read(there)]).toEqual([200, 200]);
  await server.database.root.query("UPDATE member SET state = 'removed' WHERE user_id = $1 AND project_id = $2", [
    world.roles.contributor.userId,
    world.projectId,
  ]);
  expect([await read(there), await read(here)]).toEqual([404, 404]);
});

// PostgreSQL with a full disk: edits that cannot be stored are not confirmed, stored data stays readable, and work
// resumes automatically once there is space.
import { randomUUID } from 'node:crypto';
import { listPins } from '@plumbline/core/features/pins/contract';
import { createProject } from '@plumbline/core/features/projects/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

it('edits stay on their devices while the disk of PostgreSQL is full, and are applied once when it has space (D05)', async () => {
  const { projectId, roles } = world;
  const { root } = server.database;
  const deviceId = randomUUID();
  const ids = [randomUUID(), randomUUID()];
  const mutations = ids.map((id, at) => ({
    n: at + 1,
    projectId,
    name: 'pin.create',
    input: { id, planId: null, x: null, y: null },
    at: '',
  }));
  const push = () => roles.contributor.caller.send(syncPush, { body: { deviceId, mutations } });
  const key = randomUUID();
  const project = { id: randomUUID(), title: 'No room yet' };
  const make = () => world.owner.caller.send(createProject, { body: project }, { 'idempotency-key': key });
  const listed = async () => {
    const response = await roles.administrator.caller.call(listPins, { params: { projectId }, query: {} });
    return response.content.length;
  };

  // Raises the error PostgreSQL raises when a file cannot grow: the statement fails and aborts its transaction.
  await root.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  await root.query('CREATE TRIGGER no_room BEFORE INSERT ON change FOR EACH STATEMENT EXECUTE FUNCTION no_room()');
  for (const response of [await push(), await push()]) {
    expect(response.body).toMatchObject({ last: 0, results: [], stopped: { code: 'unavailable' } });
  }
  const refused = await make();
  expect([refused.status, refused.body]).toEqual([507, expect.objectContaining({ code: 'no_space' })]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await listed()).toBe(0);

  await root.query('DROP TRIGGER no_room ON change');
  for (const response of [await push(), await push()]) {
    expect((response.body as PushReply).results).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }]);
  }
  expect(await listed()).toBe(2);
  expect([(await make()).status, (await make()).status]).toEqual([200, 200]);
  const kept = await root.query('SELECT FROM project WHERE id = $1', [project.id]);
  expect(kept.rowCount).toBe(1);
});

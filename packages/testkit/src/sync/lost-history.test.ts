// Devices keep every edit when the server's records are not those they know: a store was copied, or an older backup was
// restored without anyone telling the server.
import { same } from '@plumbline/core/kernel/same';
import { perform } from '@plumbline/core/sync/client/edits';
import { Unreachable } from '@plumbline/core/sync/client/store';
import type { ServerStore } from '@plumbline/core/sync/server';
import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { PlainDevice } from '../simulator/device/plain-device.ts';
import { violations } from './invariants.ts';
import { makeSite, type Person, servicesOn, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;
/** The database behind `server` now. */
let database: TestDatabase;
let server: ServerStore;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  use(site.database);
  return () => Promise.all([site.database.close(), database.close()]);
});

function use(now: TestDatabase): void {
  database = now;
  server = pgStore(servicesOn(now, site.newId));
}

function deviceOf(person: Person): PlainDevice {
  const store: ServerStore = {
    write: (caller, fn) => server.write(caller, fn),
    read: (caller, fn) => server.read(caller, fn),
  };
  return new PlainDevice(store, person, site.projectId, site.newId);
}

/** A copy of the database that takes itself for the original, as when its folder is replaced by an older one. */
async function backup(): Promise<TestDatabase> {
  const copy = await cluster.copy(database);
  await copy.root.query(
    'UPDATE history_epoch SET database_oid = (SELECT oid FROM pg_database WHERE datname = current_database())',
  );
  return copy;
}

async function addPins(device: PlainDevice, prefix: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const place = { planId: site.planId, x: 0.5, y: 0.5 };
    const content = { title: `${prefix}${n}` };
    await perform(device.parts, site.projectId, 'pin.create', { id: site.newId(), ...place, content });
  }
}

async function sync(...devices: readonly PlainDevice[]): Promise<void> {
  for (const device of devices) expect((await device.sync()).trouble).toBeUndefined();
}

const titles = async (): Promise<string[]> =>
  (await database.root.query<{ title: string }>('SELECT title FROM pin ORDER BY title')).rows.map((row) => row.title);

/** Nothing is left to send, and the device shows what a new one shows. */
async function expectWhole(device: PlainDevice, person: Person): Promise<void> {
  expect(device.edits()).toEqual([]);
  const fresh = deviceOf(person);
  await sync(fresh);
  const [own, expected] = [device.rows(), fresh.rows()];
  expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
  expect([...expected].filter(([key, row]) => !same(own.get(key), row))).toEqual([]);
}

const expectConsistent = async () => expect(await violations({ ...site, database })).toEqual([]);

it('keeps the edits of both copies of a store, each once', async () => {
  const { carl } = site.people;
  const one = deviceOf(carl);
  await sync(one);
  await addPins(one, 'shared', 1);
  const copy = deviceOf(carl);
  copy.storage.data = one.data;
  await addPins(one, 'one', 3);
  await addPins(copy, 'copy', 3);
  await sync(one, copy, one);
  expect(await titles()).toEqual(['copy1', 'copy2', 'copy3', 'one1', 'one2', 'one3', 'shared1']);
  await expectWhole(one, carl);
  await expectWhole(copy, carl);
  await expectConsistent();
});

it('applies an edit once that both copies of a store send at the same moment', async () => {
  const { carl } = site.people;
  const one = deviceOf(carl);
  await sync(one);
  await addPins(one, 'shared', 4);
  const copy = deviceOf(carl);
  copy.storage.data = one.data;
  // Under another identity, so that the lock of the device does not order them.
  copy.storage.put({ device: { ...(await deviceState(copy)), deviceId: site.newId() } });
  await Promise.all([one.sync(), copy.sync()]);
  await sync(one, copy);
  expect(await titles()).toEqual(['shared1', 'shared2', 'shared3', 'shared4']);
  await expectWhole(one, carl);
  await expectWhole(copy, carl);
  await expectConsistent();
});

async function deviceState(device: PlainDevice) {
  const state = await device.parts.store.device();
  if (!state) throw new Error('the device has no state');
  return state;
}

it('notices an older database under the same history epoch, sends again what it lost, and reads what is new', async () => {
  const { ada, carl } = site.people;
  const [writer, reader] = [deviceOf(carl), deviceOf(ada)];
  await sync(writer, reader);
  await addPins(writer, 'kept', 3);
  await sync(writer, reader);
  const older = await backup();
  await addPins(writer, 'lost', 4);
  await sync(writer, reader);
  use(older);
  const other = deviceOf(ada);
  await sync(other);
  // More than was lost, so that the log is longer than either device remembers.
  await addPins(other, 'new', 9);
  await sync(other);
  await sync(writer, reader, other);
  const all = ['kept', 'lost', 'new'].flatMap((name, at) =>
    Array.from({ length: [3, 4, 9][at] ?? 0 }, (_, n) => `${name}${n + 1}`),
  );
  expect(await titles()).toEqual(all);
  await sync(reader);
  await expectWhole(writer, carl);
  await expectWhole(reader, ada);
  await expectWhole(other, ada);
  await expectConsistent();
});

it('notices lost edits even if the log of the project that is read has lost nothing', async () => {
  const { carl } = site.people;
  const device = deviceOf(carl);
  await sync(device);
  const older = await backup();
  await addPins(device, 'lost', 2);
  // Sent, but not read back: the position that was read is one the older database has too.
  device.between.pull = () => Promise.reject(new Unreachable('lost'));
  await device.sync();
  delete device.between.pull;
  use(older);
  await sync(device);
  expect(await titles()).toEqual(['lost1', 'lost2']);
  await expectWhole(device, carl);
});

/** The data of a device, and the records of the server, as the version before edit ids left them. */
async function withoutIds(device: PlainDevice): Promise<void> {
  const { data } = device.storage;
  const old = <K>(edits: ReadonlyMap<K, object>) =>
    new Map([...edits].map(([n, edit]) => [n, { ...edit, id: undefined }])) as never;
  const { receipt: _, ...state } = await deviceState(device);
  const projects = new Map([...data.projects].map(([id, { mark: __, ...one }]) => [id, one]));
  device.storage.data = { ...data, edits: old(data.edits), journal: old(data.journal), device: state, projects };
  await database.root.query('UPDATE mutation SET edit_id = NULL');
}

it('edits of a version without ids are answered when sent again, and none is doubled or lost', async () => {
  const { carl } = site.people;
  const device = deviceOf(carl);
  await sync(device);
  await addPins(device, 'known', 2);
  const copy = deviceOf(carl);
  copy.storage.data = device.data;
  device.between.push = async (body, pass) => {
    await pass(body);
    throw new Unreachable('the reply was lost');
  };
  await device.sync();
  delete device.between.push;
  await withoutIds(device);
  await withoutIds(copy);
  await addPins(copy, 'copy', 2);
  await addPins(device, 'later', 1);
  await sync(device, copy, device);
  expect(await titles()).toEqual(['copy1', 'copy2', 'known1', 'known2', 'later1']);
  await expectWhole(device, carl);
  await expectWhole(copy, carl);
  await expectConsistent();
});

it('edits acknowledged by a version without ids are sent again after a restore', async () => {
  const { carl } = site.people;
  const device = deviceOf(carl);
  await sync(device);
  await addPins(device, 'kept', 2);
  await sync(device);
  const older = await backup();
  await addPins(device, 'lost', 2);
  await sync(device);
  await withoutIds(device);
  await older.root.query('UPDATE mutation SET edit_id = NULL');
  use(older);
  await addPins(device, 'new', 1);
  await sync(device);
  expect(await titles()).toEqual(['kept1', 'kept2', 'lost1', 'lost2', 'new1']);
  await expectWhole(device, carl);
  await expectConsistent();
});

// The drill: a backup is made while devices push, the installation is destroyed and restored, and the devices send again
// what the backup does not contain. `npm run test-long -- backup` does it with more edits and files.
import { same } from '@plumbline/core/kernel/same';
import { perform } from '@plumbline/core/sync/client/edits';
import type { ServerStore } from '@plumbline/core/sync/server';
import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { PlainDevice } from '../simulator/device/plain-device.ts';
import { violations } from '../sync/invariants.ts';
import { type Person, servicesOn } from '../sync/site.ts';
import { addFile, type BackupSite, backUp, emptyInstallation, restoreInto, startBackupSite } from './backup-site.ts';

/** Of each device before the backup, while it runs, and after it. */
const EDITS = Number(process.env.BACKUP_EDITS ?? 10);
const FILES = Number(process.env.BACKUP_FILES ?? 6);
const FILE_BYTES = 300_000;

let cluster: TestCluster;
let here: BackupSite;
let server: ServerStore;

beforeAll(async () => {
  cluster = await startTestCluster();
  here = await startBackupSite(cluster);
});
afterAll(async () => {
  await here?.close();
  await cluster?.stop();
});

const serve = (database: TestDatabase): ServerStore => pgStore(servicesOn(database, here.site.newId));

function deviceOf(person: Person): PlainDevice {
  const store: ServerStore = {
    write: (caller, fn) => server.write(caller, fn),
    read: (caller, fn) => server.read(caller, fn),
  };
  return new PlainDevice(store, person, here.site.projectId, here.site.newId);
}

async function sync(device: PlainDevice): Promise<void> {
  expect((await device.sync()).trouble).toBeUndefined();
}

async function addPins(device: PlainDevice, prefix: string): Promise<void> {
  const { newId, planId, projectId } = here.site;
  for (let n = 1; n <= EDITS; n += 1) {
    const content = { title: `${prefix}-${n}` };
    await perform(device.parts, projectId, 'pin.create', { id: newId(), planId, x: 0.5, y: 0.5, content });
    await sync(device);
  }
}

/** Nothing is left to send, and the device shows what a new one shows. */
async function expectWhole(device: PlainDevice, person: Person): Promise<void> {
  expect(device.edits()).toEqual([]);
  const fresh = deviceOf(person);
  await sync(fresh);
  const [own, expected] = [device.rows(), fresh.rows()];
  expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
  expect([...expected].filter(([key, row]) => !same(own.get(key), row))).toEqual([]);
}

it('loses nothing when an installation is destroyed and restored from a backup made under load', async () => {
  const { carl, ada } = here.site.people;
  server = serve(here.server.database);
  const devices = [deviceOf(carl), deviceOf(ada)];
  for (const device of devices) await sync(device);
  const work = (when: string) => Promise.all(devices.map((device, at) => addPins(device, `${when}-${at}`)));
  await work('before');
  for (let n = 0; n < FILES; n += 1) await addFile(here.server.services, here.site, FILE_BYTES);
  const [{ manifest }] = await Promise.all([backUp(here), work('during')]);
  expect(manifest).toMatchObject({ files: FILES, missing: [] });
  await work('after');

  const target = await emptyInstallation(cluster);
  await restoreInto(here, target, here.store, manifest.id);
  await here.server.database.root.query('DROP SCHEMA public CASCADE');
  const { database } = target;
  server = serve(database);
  const pins = async () =>
    (await database.root.query<{ title: string }>('SELECT title FROM pin')).rows.map(({ title }) => title);
  const restored = await pins();
  expect(restored.length).toBeGreaterThanOrEqual(devices.length * EDITS);
  expect(restored.filter((title) => title.startsWith('after'))).toEqual([]);

  for (const device of [...devices, ...devices]) await sync(device);
  const all = ['before', 'during', 'after'].flatMap((when) =>
    devices.flatMap((_, at) => Array.from({ length: EDITS }, (__, n) => `${when}-${at}-${n + 1}`)),
  );
  expect((await pins()).sort()).toEqual(all.sort());
  await expectWhole(devices[0] as PlainDevice, carl);
  await expectWhole(devices[1] as PlainDevice, ada);
  expect(await violations({ ...here.site, database })).toEqual([]);
  const blobs = await database.root.query<{ key: string; size: string }>('SELECT key, size FROM blob');
  expect(blobs.rowCount).toBe(FILES);
  for (const { key, size } of blobs.rows)
    expect((await folderFiles(target.filesFolder).stat(key))?.size).toBe(Number(size));
  await target.close();
}, 600_000);

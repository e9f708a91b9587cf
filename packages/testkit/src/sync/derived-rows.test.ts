import type { Rows, SiteTx } from '@plumbline/core/site/entities';
import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { replaceRecords, writeDataset } from '@plumbline/server/features/datasets/store';
import { deleteBlob, insertBlob } from '@plumbline/server/features/uploads/blob-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinRow, postRow, taskRow } from '../content.ts';
import { startTestCluster, type TestCluster } from '../database.ts';
import { derivedDifferences, deriveRows } from './derived-rows.ts';
import { makeSite, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;
let ids: { crack: string; stain: string; seal: string; paint: string };

beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
  const { services, people, projectId, newId } = site;
  const { userId, organisationId } = people.ada;
  const by = { projectId, createdBy: userId };
  const fields = { [newId()]: 7, [newId()]: ['wet', 'Loud'], [newId()]: 'Ölspur' };
  const about = { sha256: Buffer.alloc(32), size: 10, mime: 'image/jpeg', name: 'a.jpg', key: 'k' };
  const [photo, unused, datasetId] = [newId(), newId(), newId()];
  await tenantTransaction(services.pool, organisationId, async (db) => {
    const owner = { organisationId, userId, now: services.clock.now() };
    for (const id of [photo, photo, unused]) await insertBlob(db, owner, { id, ...about });
    await insertBlob(db, { ...owner, userId: null }, { id: newId(), ...about });
    await deleteBlob(db, organisationId, unused);
    await writeDataset(
      db,
      site,
      { id: datasetId, title: 'Doors', columns: ['Key', 'Room'], idColumn: 'Key', titleColumn: 'Room', records: 2 },
      owner,
    );
    const records = [
      { key: 'D1', title: 'Hall', values: ['D1', 'Hall'], place: 1 },
      { key: 'D2', title: 'Küche', values: ['D2', 'Küche'], place: 2 },
    ];
    await replaceRecords(db, site, datasetId, records, newId);
    // The second import names one record only and adds another.
    const [, kitchen] = records;
    if (!kitchen) throw new Error('there are two records');
    const added = { key: 'D3', title: 'Bath', values: ['D3', 'Bath'], place: 2 };
    await replaceRecords(db, site, datasetId, [{ ...kitchen, place: 1 }, added], newId);
  });
  const crack = pinRow(by, { number: 1, title: 'Crack', tags: ['Wall', 'north'], ratings: { cost: 2 }, fields });
  const stain = { ...pinRow(by, { number: 2 }), title: '' };
  const given = { assigneeType: 'User' as const, assigneeId: people.sam.userId };
  const seal = taskRow(by, crack.id, { number: 1, title: 'Seal it', dueDate: '2026-03-01', ...given });
  const paint = taskRow(by, crack.id, { number: 2, title: 'Paint it', dueDate: '2026-03-09' });
  ids = { crack: crack.id, stain: stain.id, seal: seal.id, paint: paint.id };
  await runSiteAsSystem(services, people.ada, projectId, 'test', async ({ tx }) => {
    for (const pin of [crack, stain]) tx.put('pin', pin);
    for (const task of [seal, paint]) tx.put('task', task);
    const file = { blobId: photo, name: 'a.jpg', mime: 'image/jpeg', size: 10, width: 1, height: 1 };
    tx.put('post', postRow(by, crack.id, [file]));
  });
});
afterAll(() => cluster?.stop());

test('derived rows match the rows they are computed from', async () => {
  expect(await derivedDifferences(site.database.root, site.projectId)).toEqual([]);
});

/** A copy of the site in which the change has been written. */
async function changed(change: (tx: SiteTx) => Promise<void>) {
  const copy = await cluster.copy(site.database);
  const services = { ...site.services, pool: copy.pool };
  await runSiteAsSystem(services, site.people.ada, site.projectId, 'test', ({ tx }) => change(tx));
  return copy;
}

async function update<E extends 'pin' | 'task'>(tx: SiteTx, entity: E, id: string, change: Partial<Rows[E]>) {
  const row = await tx.get(entity, id);
  if (row) tx.put(entity, { ...row, ...change });
}

test.each<[string, (tx: SiteTx) => Promise<void>]>([
  ['the title of a pin', (tx) => update(tx, 'pin', ids.crack, { title: 'Cleft' })],
  ['the number of a pin', (tx) => update(tx, 'pin', ids.crack, { number: 7 })],
  ['the fields of a pin', (tx) => update(tx, 'pin', ids.crack, { fields: { [ids.seal]: ['new'] } })],
  ['values of a pin to none', (tx) => update(tx, 'pin', ids.crack, { fields: {}, ratings: {}, tags: [] })],
  ['the ratings of a pin', (tx) => update(tx, 'pin', ids.crack, { ratings: { cost: 3, risk: 1 } })],
  ['the status of a task', (tx) => update(tx, 'task', ids.seal, { status: 'closed' })],
  ['a task that is no longer assigned', (tx) => update(tx, 'task', ids.seal, { assigneeType: null, assigneeId: null })],
  ['the assignee of a task', (tx) => update(tx, 'task', ids.paint, { assigneeType: 'User', assigneeId: ids.seal })],
  ['the status of a pin', (tx) => update(tx, 'pin', ids.crack, { status: 'closed' })],
  ['the due date of a task', (tx) => update(tx, 'task', ids.paint, { dueDate: '2026-01-01' })],
  ['the title of a task', (tx) => update(tx, 'task', ids.paint, { title: 'Plaster it' })],
  ['the pin of a task', (tx) => update(tx, 'task', ids.seal, { pinId: ids.stain })],
  [
    'a pin and one of its tasks at once',
    async (tx) => {
      await update(tx, 'pin', ids.crack, { title: 'Cleft', number: 7 });
      await update(tx, 'task', ids.seal, { pinId: ids.stain, title: 'Fill it', dueDate: null });
    },
  ],
])('derived rows follow a change of %s', async (_what, change) => {
  const copy = await changed(change);
  expect(await derivedDifferences(copy.root, site.projectId)).toEqual([]);
  await copy.close();
});

test('pins that were inserted without derived rows are completed', async () => {
  const copy = await cluster.copy(site.database);
  await copy.root.query(
    'TRUNCATE pin_rating, pin_field, pin_due, pin_person, search_text; UPDATE task SET pin_number = NULL',
  );
  await deriveRows(copy.root, site.projectId);
  expect(await derivedDifferences(copy.root, site.projectId)).toEqual([]);
  await copy.close();
});

test.each([
  ['UPDATE pin_rating SET level = 1', 'pin_rating: 1 rows missing, 1 rows wrong'],
  ["DELETE FROM pin_field WHERE text_value = 'Loud'", 'pin_field: 1 rows missing, 0 rows wrong'],
  ['DELETE FROM dataset_search_text WHERE row_number = 1', 'dataset_search_text: 1 rows missing, 0 rows wrong'],
  ['UPDATE upload_usage SET bytes = bytes + 1', 'upload_usage: 1 users wrong'],
  ['DELETE FROM blob_reference', 'blob_reference: 1 rows missing'],
  ["UPDATE pin_due SET due_date = '2026-04-01'", 'pin_due: 1 rows missing, 1 rows wrong'],
  ["UPDATE pin_person SET title = 'x' WHERE title = 'Crack'", 'pin_person: 2 rows missing, 2 rows wrong'],
  ['UPDATE task SET pin_number = 5', 'task.pin_number: 2 rows missing, 2 rows wrong'],
  ["DELETE FROM search_text WHERE entity = 'task'", 'search_text of tasks: 2 rows missing, 0 rows wrong'],
  [
    "UPDATE search_text SET text = text || 'x' WHERE entity = 'pin'",
    'search_text of pins: 2 rows missing, 2 rows wrong',
  ],
])('detects a change made by "%s"', async (statement, difference) => {
  const copy = await cluster.copy(site.database);
  await copy.root.query(`SET session_replication_role = replica; ${statement}`);
  expect(await derivedDifferences(copy.root, site.projectId)).toEqual([difference]);
  await copy.close();
});

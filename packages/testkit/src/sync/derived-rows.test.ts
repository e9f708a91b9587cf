import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinRow, taskRow } from '../content.ts';
import { startTestCluster, type TestCluster } from '../database.ts';
import { derivedDifferences } from './derived-rows.ts';
import { makeSite, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;
beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
  const { services, people, projectId, newId } = site;
  const by = { projectId, createdBy: people.ada.userId };
  const fields = { [newId()]: 7, [newId()]: ['wet', 'Loud'], [newId()]: 'Ölspur' };
  await runSiteAsSystem(services, people.ada, projectId, 'test', async ({ tx }) => {
    const pin = pinRow(by, { number: 1, title: 'Crack', tags: ['Wall', 'north'], ratings: { cost: 2 }, fields });
    tx.put('pin', pin);
    tx.put('task', taskRow(by, pin.id, { number: 1, title: 'Seal it', dueDate: '2026-03-01' }));
    tx.put('pin', { ...pinRow(by, { number: 2 }), title: '' });
  });
});
afterAll(() => cluster?.stop());

test('derived rows match the rows they are computed from', async () => {
  expect(await derivedDifferences(site.database.root, site.projectId)).toEqual([]);
});

test.each([
  ['UPDATE pin_rating SET level = 1', 'pin_rating: 1 rows missing, 1 rows wrong'],
  ["DELETE FROM pin_field WHERE text_value = 'Loud'", 'pin_field: 1 rows missing, 0 rows wrong'],
  ["UPDATE pin_due SET due_date = '2026-04-01'", 'pin_due: 1 rows missing, 1 rows wrong'],
  ['UPDATE task SET pin_number = 5', 'task.pin_number: 1 rows missing, 1 rows wrong'],
  ["DELETE FROM search_text WHERE entity = 'task'", 'search_text of tasks: 1 rows missing, 0 rows wrong'],
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

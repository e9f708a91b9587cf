import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { violations } from './invariants.ts';
import { type Device, makeSite, pinEdit, pullAll, push, rowsOf, servicesOn, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;
let device: Device;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  device = { person: site.people.carl, id: site.newId() };
  return () => site.database.close();
});

it('a database has one history epoch, however many connections request it first', async () => {
  await site.database.root.query('DELETE FROM history_epoch');
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => push(site, { person: site.people.carl, id: site.newId() }, [])),
  );
  const names = new Set(replies.map((reply) => reply.timeline));
  expect(names.size).toBe(1);
  expect((await push(site, device, [])).timeline).toBe([...names][0]);
});

it.each(['system_identifier', 'wal_timeline', 'database_oid'])('the history epoch changes with %s', async (mark) => {
  const before = await push(site, device, [pinEdit(site, 1, site.newId())]);
  const first = await pullAll(site, device.person);
  await site.database.root.query(`UPDATE history_epoch SET ${mark} = 7`);
  const after = await push(site, device, []);
  expect(after.timeline).not.toBe(before.timeline);
  const scope = first.replies[0]?.scope ?? '';
  const pulled = await pullAll(site, device.person, { from: first.to, timeline: before.timeline, scope });
  expect(pulled.replies[0]).toMatchObject({ reset: true, timeline: after.timeline });
  expect(rowsOf(pulled, 'pin')).toHaveLength(1);
});

it('the history epoch changes after a restore, and edits lost by the backup are applied once (D11)', async () => {
  const edits = [1, 2, 3, 4].map((n) => pinEdit(site, n, site.newId(), `p${n}`));
  const before = await push(site, device, edits.slice(0, 2));
  const backup = await cluster.copy(site.database);
  await push(site, device, edits.slice(2));

  const restored = { ...site, database: backup, store: pgStore(servicesOn(backup, site.newId)) };
  const expected = await push(restored, device, []);
  expect(expected).toMatchObject({ last: 2 });
  expect(expected.timeline).not.toBe(before.timeline);
  expect(await push(restored, device, edits)).toMatchObject({ last: 4, timeline: expected.timeline });
  const titles = rowsOf(await pullAll(restored, device.person), 'pin').map((pin) => [pin.number, pin.title]);
  expect(titles).toEqual([1, 2, 3, 4].map((n) => [n, `p${n}`]));
  expect(await violations(restored)).toEqual([]);
  await backup.close();
});

// Edits whose author loses the permission before they arrive: all edits of a device at once, or partway through a
// batch.
import { applyPush, type ServerStore } from '@plumbline/core/sync/server';
import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { refusalOf } from '@plumbline/server/http/reply-error';
import { textsIn } from '@plumbline/server/http/texts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { type Device, makeSite, pinEdit, pullAll, push, type TestSite } from './site.ts';

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

const change = (set: { role?: 'internalViewer' | 'none'; state?: 'removed' }) =>
  runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.change', async ({ tx }) => {
    for (const member of await tx.find('member', 'userId', device.person.userId))
      tx.put('member', { ...member, ...set });
  });
const titles = async () =>
  (await site.database.root.query<{ title: string }>('SELECT title FROM pin ORDER BY number')).rows.map(
    (row) => row.title,
  );
const batch = (count: number) =>
  Array.from({ length: count }, (_, index) => pinEdit(site, index + 1, site.newId(), `pin ${index + 1}`));

it.each([{ role: 'none' as const }, { state: 'removed' as const }])(
  'rejects twenty edits of a member with %j one by one, each with its reason, and applies none',
  async (set) => {
    await change(set);
    const reply = await push(site, device, batch(20));
    expect(reply.stopped).toBeUndefined();
    expect(reply.last).toBe(20);
    expect(reply.results).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ n: index + 1, outcome: 'rejected', code: 'not_entitled' })),
    );
    expect(await titles()).toEqual([]);
    // The device drops the project on this code, and the person is shown this text.
    await expect(pullAll(site, device.person)).rejects.toMatchObject({ code: 'not_entitled' });
    expect(textsIn('en')('error.not_entitled')).toMatch(/^Not entitled to sync data/u);
  },
);

it('applies edits before a role change within a batch and rejects those after it, in order', async () => {
  let written = 0;
  const between: ServerStore = {
    ...site.store,
    read: (caller, fn) => site.store.read(caller, fn),
    write: async (caller, fn) => {
      const done = await site.store.write(caller, fn);
      written += 1;
      if (written === 2) await change({ role: 'internalViewer' });
      return done;
    },
  };
  const mutations = batch(5);
  const tools = { refusalOf, report: (error: unknown) => expect.unreachable(String(error)), announce() {} };
  const reply = await applyPush(between, device.person, { deviceId: device.id, mutations }, tools);
  expect(reply.results).toEqual([
    { n: 1, outcome: 'applied' },
    { n: 2, outcome: 'applied' },
    ...[3, 4, 5].map((n) => ({ n, outcome: 'rejected', code: 'forbidden' })),
  ]);
  expect(await titles()).toEqual(['pin 1', 'pin 2']);
  // Sending again after a lost reply returns the same results, even once the permission is restored.
  expect((await push(site, device, mutations)).results).toEqual(reply.results);
});

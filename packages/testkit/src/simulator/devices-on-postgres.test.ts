// Real devices over the real database: people of every role edit, replies are lost, roles change; all devices end with
// the same rows.

import { same } from '@plumbline/core/kernel/same';
import { perform } from '@plumbline/core/sync/client/edits';
import { Unreachable } from '@plumbline/core/sync/client/store';
import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { makeSite, type TestSite } from '../sync/site.ts';
import { PlainDevice } from './device/plain-device.ts';
import { Random } from './random.ts';
import { intend } from './user.ts';

let cluster: TestCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  return () => site.database.close();
});

const NAMES = ['ada', 'carl', 'eve', 'sam', 'vera'] as const;
const deviceOf = (name: (typeof NAMES)[number]) =>
  new PlainDevice(site.store, site.people[name], site.projectId, site.newId);

/** Loses requests and replies occasionally, and returns few rows at once. */
function rough(device: PlainDevice, random: Random): void {
  const lose = () => {
    if (random.chance(0.15)) throw new Unreachable('lost');
  };
  device.between.push = async (body, pass) => {
    lose();
    const reply = await pass(body);
    lose();
    return reply;
  };
  device.between.pull = async (query, pass) => {
    lose();
    const reply = await pass({ ...query, limit: 3 + random.below(20) });
    lose();
    return reply;
  };
}

async function act(device: PlainDevice, random: Random, name: string): Promise<void> {
  const names = { newId: site.newId, token: () => `${name} ${site.newId().slice(-4)}` };
  const intent = intend(random, names, device.data, site.projectId);
  // Files are covered by another test.
  if (!intent || intent.blob !== undefined) return;
  await perform(device.parts, site.projectId, intent.name, intent.input).catch(() => undefined);
}

async function changePermissions(random: Random): Promise<void> {
  await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.change', async ({ tx }) => {
    const members = await tx.find('member', 'projectId', site.projectId);
    const member = random.pick(members.filter((one) => one.userId !== site.people.ada.userId));
    const role = random.pick(['contributor', 'externalViewer', 'subcontractor', 'internalViewer'] as const);
    if (member && role) tx.put('member', { ...member, role });
  });
}

test.each([1, 2, 3])(
  'schedule %i ends with the same rows on every device as on a new one',
  { timeout: 240_000 },
  async (seed) => {
    const random = new Random(seed);
    // Devices synchronise at the same time: a sequence for all would depend on which of them comes first.
    const users = NAMES.map((_name, at) => new Random(seed * 100 + at));
    const devices = NAMES.map((name) => [name, deviceOf(name)] as const);
    for (const [, device] of devices) await device.sync();
    for (const [at, [, device]] of devices.entries()) rough(device, new Random(seed * 100 + 50 + at));
    for (let hour = 0; hour < 12; hour += 1) {
      for (const [at, [name, device]] of devices.entries()) {
        for (let edits = 0; edits < 3; edits += 1) await act(device, users[at] ?? random, name);
      }
      await Promise.all(devices.filter(() => random.chance(0.7)).map(([, device]) => device.sync()));
      if (random.chance(0.3)) await changePermissions(random);
    }
    let applied = 0;
    for (let round = 0; round < 3; round += 1) {
      for (const [, device] of devices) {
        delete device.between.push;
        delete device.between.pull;
        expect((await device.sync()).trouble).toBeUndefined();
      }
    }
    for (const [name, device] of devices) {
      expect(device.edits().filter((edit) => edit.state !== 'rejected')).toEqual([]);
      const rejected = [...device.data.edits.values()].map((edit) => edit.code);
      expect(rejected).not.toContain('internal');
      applied += device.data.journal.size;
      const fresh = deviceOf(name);
      await fresh.sync();
      const [own, expected] = [device.rows(), fresh.rows()];
      expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
      expect([...expected.keys()].filter((key) => !same(own.get(key), expected.get(key)))).toEqual([]);
    }
    expect(applied).toBeGreaterThan(15);
  },
);

// The real sync engine against the PostgreSQL store: people work concurrently, replies get lost and roles change. Once
// the faults stop, every device shows what its user may see and has nothing left to send.

import { AppError } from '@plumbline/core/kernel/errors';
import { perform } from '@plumbline/core/sync/client/edits';
import { noteBlob, uploadOnce } from '@plumbline/core/sync/client/round';
import { Unreachable } from '@plumbline/core/sync/client/store';
import { pgStore, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { insertBlob } from '@plumbline/server/features/uploads/blob-rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { PlainDevice } from '../simulator/device/plain-device.ts';
import { Random } from '../simulator/random.ts';
import { intend, LATER_ROLES } from '../simulator/user.ts';
import { violations } from './invariants.ts';
import { idsFrom, makeSite, type Person, pullAll, type TestSite } from './site.ts';

/** Set SCHEDULES to run more, e.g. SCHEDULES=1000. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 5);
const STEPS = 14;
const MAX_ROUNDS = 12;

let cluster: TestCluster;
let database: TestDatabase;

beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
});
afterAll(() => cluster?.stop());

type Owned = { device: PlainDevice; person: Person };

function keepBlob({ services, organisationId }: TestSite, id: string, userId: string): Promise<void> {
  const blob = { id, sha256: Buffer.alloc(32), size: 10, mime: 'image/jpeg', name: 'a.jpg', key: 'k' };
  return tenantTransaction(services.pool, organisationId, (db) =>
    insertBlob(db, { organisationId, userId, now: services.clock.now() }, blob),
  );
}

/** A device on a network connection that loses requests and replies while `faults()` is true. */
function deviceOf(site: TestSite, random: Random, person: Person, faults: () => boolean): Owned {
  const device = new PlainDevice(site.store, person, site.projectId, site.newId);
  const lossy = async <T>(pass: () => Promise<T>): Promise<T> => {
    if (faults() && random.chance(0.15)) throw new Unreachable('the request was lost');
    const sent = [pass()];
    if (faults() && random.chance(0.15)) sent.push(pass());
    const [response] = await Promise.all(sent);
    if (faults() && random.chance(0.15)) throw new Unreachable('the answer was lost');
    // There is at least one reply.
    return response as T;
  };
  device.between.push = (body, pass) => lossy(() => pass(body));
  device.between.pull = (query, pass) => lossy(() => pass({ ...query, limit: 3 + random.below(40) }));
  device.between.upload = (blob) => lossy(() => keepBlob(site, blob.id, person.userId));
  return { device, person };
}

/** Performs a plausible action on what the device shows; some are rejected immediately by the rules. */
async function act(site: TestSite, random: Random, { device }: Owned): Promise<void> {
  const names = { newId: site.newId, token: () => `t${random.below(1_000_000)}` };
  const intent = intend(random, names, device.data, site.projectId);
  if (!intent) return;
  const input = intent.input as Record<string, unknown>;
  const given = input.assigneeType === 'User' && {
    assigneeId: random.pick(Object.values(site.people))?.userId,
  };
  if (intent.blob !== undefined) {
    const about = { purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg', size: 10 } as const;
    await noteBlob(device.parts, { id: intent.blob, ...about, at: device.parts.now() });
  }
  await perform(device.parts, site.projectId, intent.name, { ...input, ...given }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function sync({ device }: Owned): Promise<void> {
  for (const blob of device.data.blobs.values()) {
    if (blob.state === 'waiting') await uploadOnce(device.parts, blob).catch(() => undefined);
  }
  const round = await device.sync();
  if (round.trouble === 'failed') throw round.error;
}

async function changePermissions(site: TestSite, random: Random): Promise<void> {
  const person = random.pick([site.people.carl, site.people.eve, site.people.sam]);
  await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.change', async ({ tx }) => {
    for (const member of await tx.find('member', 'userId', person?.userId ?? '')) {
      const state = random.chance(0.15) ? 'removed' : 'active';
      const role = random.chance(0.4) ? member.role : (random.pick(LATER_ROLES) ?? 'contributor');
      tx.put('member', { ...member, state, role });
    }
    const team = await tx.get('team', site.teamId);
    const memberIds = Object.values(site.people).flatMap((one) => (random.chance(0.4) ? [one.userId] : []));
    if (team) tx.put('team', { ...team, memberIds });
  });
}

async function work(site: TestSite, random: Random, owned: Owned): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    for (let acts = random.below(4); acts > 0; acts -= 1) await act(site, random, owned);
    await sync(owned);
    // The first member stays an administrator, so the project always has one.
    if (owned.person === site.people.ada && step % 2 === 1) await changePermissions(site, random);
  }
}

const shown = (rows: Iterable<[string, object]>) => Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));

async function afternoon(seed: number): Promise<number> {
  const random = new Random(seed);
  const created = await makeSite(database, { newId: idsFrom(seed * 1_000_000) });
  const site = { ...created, store: pgStore(created.services) };
  let faults = true;
  const { ada, carl, eve, sam } = site.people;
  // Devices work at the same time: a sequence for all would depend on which of them comes first.
  const sequence = () => new Random(random.below(1_000_000));
  const all = [ada, carl, carl, eve, sam].map((person) => deviceOf(site, sequence(), person, () => faults));
  await Promise.all(all.map((owned) => work(site, sequence(), owned)));

  faults = false;
  const waiting = () => all.some(({ device }) => device.edits().some((one) => one.state !== 'rejected'));
  for (let round = 0; round < 2 || (waiting() && round < MAX_ROUNDS); round += 1) {
    for (const owned of all) await sync(owned);
  }
  for (const owned of all) await sync(owned);

  expect([seed, waiting()]).toEqual([seed, false]);
  for (const { device, person } of all) {
    const seen = await pullAll(created, person).then(
      (pulled) => pulled.rows,
      (error: AppError) => (error.code === 'not_entitled' ? new Map<string, object>() : Promise.reject(error)),
    );
    expect([seed, shown(device.rows())]).toEqual([seed, shown(seen)]);
  }
  expect([seed, await violations(created)]).toEqual([seed, []]);
  const counted = await database.root.query<{ applied: string }>(
    'SELECT count(*) AS applied FROM mutation WHERE organisation_id = $1 AND code IS NULL',
    [site.organisationId],
  );
  return Number(counted.rows[0]?.applied);
}

it(
  `devices and PostgreSQL converge to the same rows over ${SCHEDULES} schedules`,
  async () => {
    let applied = 0;
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      applied += await afternoon(seed);
    }
    // Idle schedules would converge as well. How many edits are rejected depends on timing.
    expect(applied).toBeGreaterThan(SCHEDULES * 10);
  },
  60_000 + SCHEDULES * 30_000,
);

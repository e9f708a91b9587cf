// One schedule of a project: devices push at once, twice, with gaps and over breaking connections, while roles change
// and readers follow along. Random choices come from the seed.
import type { PushReply, SentMutation } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import type { ServerStore } from '@plumbline/core/sync/server';
import { pgStore, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import type { TestDatabase } from '../../database.ts';
import { type AlterStatement, brokenPool, cutConnection, type StatementHook } from '../faults/broken-pool.ts';
import { violations } from '../invariants.ts';
import { type Device, edit, idsFrom, makeSite, type Person, pinEdit, pullAll, push, type TestSite } from '../site.ts';
import { type Random, randomFrom } from './random.ts';

/** A deliberate mistake: altered statements, or an altered store. */
export type Mistake = { alter?: AlterStatement; store?: (store: ServerStore, site: TestSite) => ServerStore };

let runs = 0;
/** Runs share a database, in which the same seed may run again. */
const nextRun = () => {
  runs += 1;
  return runs;
};

const EDITS = 7;
const MAX_ATTEMPTS = 30;

type Acting = Device & { script: SentMutation[]; acked: number; applied: Set<number> };

function scriptOf(site: TestSite, random: Random, person: Person, pins: string[]): SentMutation[] {
  return Array.from({ length: EDITS }, (_, index) => {
    const n = index + 1;
    const id = site.newId();
    const pinId = random.pick(pins);
    switch (n === 1 ? 0 : random.under(5)) {
      case 0:
        pins.push(id);
        return pinEdit(site, n, id, `${person.role} ${n}`);
      case 1:
        return edit(site, n, 'task.create', { id, pinId, assigneeType: 'TeamGroup', assigneeId: site.teamId });
      case 2:
        return edit(site, n, 'comment.create', { id, pinId, taskId: null, text: `${n}` });
      case 3:
        return edit(site, n, 'pin.move', { id: pinId, planId: site.planId, x: random.under(3), y: 0.5 });
      default:
        return edit(site, n, 'pin.update', { id: pinId, set: { title: `${person.userId} ${n}` } });
    }
  });
}

function note(device: Acting, reply: PushReply): void {
  device.acked = Math.max(device.acked, reply.last);
  for (const { n, outcome } of reply.results) if (outcome === 'applied') device.applied.add(n);
}

/**
 * Pushes like a device that misses replies: from any earlier edit, sometimes twice at once, sometimes skipping ahead.
 */
async function work(site: TestSite, random: Random, device: Acting, reported: unknown[]): Promise<void> {
  for (let tries = 0; device.acked < EDITS && tries < MAX_ATTEMPTS; tries += 1) {
    const ahead = random.onceIn(6) ? 2 : 0;
    const first = random.onceIn(3) ? random.under(device.acked + 1) : device.acked + ahead;
    const batch = device.script.slice(first, device.acked + ahead + 1 + random.under(3));
    const times = random.onceIn(3) ? 2 : 1;
    const sent = await Promise.allSettled(Array.from({ length: times }, () => push(site, device, batch, reported)));
    for (const one of sent) if (one.status === 'fulfilled') note(device, one.value);
  }
}

/** Follows the project in small pulls and keeps the rows, as a device does. */
class Reader {
  readonly #site: TestSite;
  readonly person: Person;
  readonly rows = new Map<string, string>();
  #place: { from: number; timeline?: string; scope?: string } = { from: 0 };

  constructor(site: TestSite, person: Person) {
    this.#site = site;
    this.person = person;
  }

  async read(limit: number): Promise<boolean> {
    const { projectId, store } = this.#site;
    const reply = await readPull(store, this.person, { projectId, ...this.#place, limit, list: 'false' });
    if (reply.reset) this.rows.clear();
    for (const { entity, row } of reply.rows) this.rows.set(`${entity} ${row.id}`, JSON.stringify(row));
    for (const { entity, id } of reply.gone) this.rows.delete(`${entity} ${id}`);
    this.#place = { from: reply.to, timeline: reply.timeline, scope: reply.scope };
    return reply.more;
  }
}

async function changeRoles(site: TestSite, random: Random): Promise<void> {
  for (let times = 0; times < 6; times += 1) {
    const { userId } = random.pick([site.people.carl, site.people.eve]);
    const state = random.onceIn(2) ? 'removed' : 'active';
    const role = random.pick(['contributor', 'internalViewer', 'externalViewer'] as const);
    await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.change', async ({ tx }) => {
      for (const member of await tx.find('member', 'userId', userId)) tx.put('member', { ...member, state, role });
    });
  }
}

/** Breaks the connection for one in `times` statements while `on()` is true. */
function breaking(random: Random, times: number, on: () => boolean): StatementHook {
  return async (_text, run, client) => {
    if (!on() || !random.onceIn(times)) return run();
    const late = random.onceIn(2);
    const result = late ? await run() : undefined;
    cutConnection(client);
    if (late) throw new Error('Connection terminated unexpectedly');
    return result ?? run();
  };
}

/** Runs the schedule; returns the violations found afterwards. */
export async function schedule(database: TestDatabase, seed: number, mistake: Mistake = {}): Promise<string[]> {
  const random = randomFrom(seed);
  const honest = await makeSite(database, { newId: idsFrom(nextRun() * 100_000) });
  let healing = false;
  const between = breaking(random, 60, () => !healing);
  const pool = brokenPool(database.pool, { between, ...(mistake.alter && { alter: mistake.alter }) });
  const store = pgStore({ ...honest.services, pool });
  const site: TestSite = { ...honest, store: mistake.store?.(store, honest) ?? store };
  const { ada, carl, eve, vera } = site.people;
  const pins = [site.newId()];
  const devices = [ada, carl, carl, eve].map(
    (person): Acting => ({
      person,
      id: site.newId(),
      script: scriptOf(site, random, person, pins),
      acked: 0,
      applied: new Set(),
    }),
  );
  const readers = [new Reader(site, vera), new Reader(site, ada)];
  const reported: unknown[] = [];
  const found: string[] = [];

  let working = true;
  const reading = readers.map(async (reader) => {
    while (working) await reader.read(1 + random.under(6)).catch(() => {});
  });
  await Promise.all([...devices.map((device) => work(site, random, device, reported)), changeRoles(honest, random)]);
  working = false;
  await Promise.all(reading);

  healing = true;
  for (const device of devices) {
    const reply = await push(site, device, device.script, reported).catch((error: unknown) => error as Error);
    if (reply instanceof Error || reply.last !== EDITS) found.push(`the edits of ${device.id} do not all arrive`);
    else note(device, reply);
  }
  for (const reader of readers) {
    for (let tries = 0; (await reader.read(50).catch(() => true)) && tries < MAX_ATTEMPTS; ) tries += 1;
    const all = (await pullAll(honest, reader.person)).rows;
    const fresh = new Map([...all].map(([key, row]) => [key, JSON.stringify(row)]));
    for (const [key, row] of fresh) if (reader.rows.get(key) !== row) found.push(`a reader has not the last of ${key}`);
    for (const key of reader.rows.keys()) if (!fresh.has(key)) found.push(`a reader has ${key}, which is not there`);
  }
  for (const device of devices) {
    const kept = await database.root.query<{ n: string }>(
      'SELECT n FROM mutation WHERE organisation_id = $1 AND device_id = $2 AND code IS NULL',
      [site.organisationId, device.id],
    );
    const numbers = new Set(kept.rows.map((row) => Number(row.n)));
    for (const n of device.applied)
      if (!numbers.has(n)) found.push(`${device.id} ${n}: said to be applied, and is not`);
    const effects = await database.root.query<{ n: string }>(
      'SELECT DISTINCT mutation AS n FROM change WHERE organisation_id = $1 AND device_id = $2',
      [site.organisationId, device.id],
    );
    const done = new Set(effects.rows.map((row) => Number(row.n)));
    for (const { n, ...created } of device.script) {
      const makes = 'name' in created && created.name.endsWith('.create');
      if (makes && device.applied.has(n) && !done.has(n)) found.push(`${device.id} ${n}: applied without an effect`);
    }
  }
  found.push(...reported.map((error) => `a bug: ${error instanceof Error ? error.message : String(error)}`));
  return [...found, ...(await violations(honest))];
}

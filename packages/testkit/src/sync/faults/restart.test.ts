import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnCluster, startOwnCluster } from '../../database.ts';
import { violations } from '../invariants.ts';
import { type Device, makeSite, pinEdit, pullAll, push, rowsOf, type TestSite } from '../site.ts';

const DEVICES = 4;
const EDITS = 25;

let cluster: OwnCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startOwnCluster({ durable: true });
  site = await makeSite(await cluster.database());
});
afterAll(() => cluster?.stop());

/** Pushes until the server has every edit, retrying through outages. Counts the failed attempts. */
async function insist(device: Device, reported: unknown[]): Promise<number> {
  const edits = Array.from({ length: EDITS }, (_, index) => pinEdit(site, index + 1, site.newId()));
  let refused = 0;
  for (let acked = 0; acked < EDITS; ) {
    const reply = await push(site, device, edits.slice(acked, acked + 2), reported).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'unavailable' });
    });
    // Once confirmed, an edit stays confirmed.
    if (reply) expect(reply.last).toBeGreaterThanOrEqual(acked);
    if (reply && reply.last > acked) acked = reply.last;
    else {
      refused += 1;
      // The server asks to retry later; a device that retries immediately would only delay its recovery.
      await wait(50);
    }
  }
  return refused;
}

it('the program survives a PostgreSQL crash under load, and nothing is lost or applied twice (D04)', async () => {
  const devices = Array.from({ length: DEVICES }, () => ({ person: site.people.carl, id: site.newId() }));
  const reported: unknown[] = [];
  const working = Promise.all(devices.map((device) => insist(device, reported)));
  // Timed by the number of applied edits, not by the clock.
  for (let landed = 0; landed < (DEVICES * EDITS) / 4; ) {
    landed = (await site.database.root.query('SELECT FROM pin')).rowCount ?? 0;
  }
  cluster.crash();
  const refused = await working;
  expect(Math.max(...refused)).toBeGreaterThan(0);
  expect(reported).toEqual([]);
  const pins = rowsOf(await pullAll(site, site.people.vera), 'pin');
  expect(pins.map((pin) => pin.number).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: DEVICES * EDITS }, (_, index) => index + 1),
  );
  expect(await violations(site)).toEqual([]);
});

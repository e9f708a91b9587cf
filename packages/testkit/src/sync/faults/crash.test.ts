import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, startTestCluster, type TestCluster } from '../../database.ts';
import { violations } from '../invariants.ts';
import { type Device, edit, makeSite, pinEdit, pullAll, push, type TestSite } from '../site.ts';
import { brokenPool, cutConnection, killConnection, type StatementHook } from './broken-pool.ts';

let cluster: TestCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
});
afterAll(() => cluster?.stop());

function batch(pinId: string) {
  return [
    pinEdit(site, 1, pinId, 'Riss'),
    edit(site, 2, 'task.create', {
      id: site.newId(),
      pinId,
      assigneeType: 'TeamGroup',
      assigneeId: site.teamId,
    }),
    edit(site, 3, 'pin.move', { id: pinId, planId: site.planId, x: 7, y: 0 }),
    edit(site, 4, 'comment.create', { id: site.newId(), pinId, taskId: null, text: 'bald' }),
  ];
}

const OUTCOMES = [{ outcome: 'applied' }, { outcome: 'applied' }, { outcome: 'rejected' }, { outcome: 'applied' }];

/** A site whose server dies at the statement with this number, before PostgreSQL receives it or after it has run. */
function dying(
  at: number,
  when: 'before' | 'after',
  cut: (client: Connection) => void | Promise<void> = cutConnection,
): { site: Pick<TestSite, 'store'>; reached: () => string | undefined } {
  let count = 0;
  let reached: string | undefined;
  const between: StatementHook = async (text, run, client) => {
    count += 1;
    if (count !== at) return run();
    reached = text;
    if (when === 'after') await run();
    await cut(client);
    if (when === 'after') throw new Error('Connection terminated unexpectedly');
    return run();
  };
  return {
    site: { store: pgStore({ ...site.services, pool: brokenPool(site.database.pool, { between }) }) },
    reached: () => reached,
  };
}

describe('a server that dies during a push', () => {
  it.each(['before', 'after'] as const)(
    'leaves no partial effects when killed %s any of its statements (D02, D03)',
    async (when) => {
      const killed: string[] = [];
      for (let at = 1; ; at += 1) {
        const device: Device = { person: site.people.carl, id: site.newId() };
        const edits = batch(site.newId());
        const { site: dyingSite, reached } = dying(at, when);
        const reported: unknown[] = [];
        // The reply is lost with the server, so the device sends everything again.
        await push(dyingSite, device, edits, reported).catch(() => {});
        const text = reached();
        if (text === undefined) break;
        killed.push(text.trim().split(/\s/u)[0] ?? '');
        const again = await push(site, device, edits, reported);
        expect([at, again]).toMatchObject([at, { last: 4, results: OUTCOMES }]);
        expect(again.stopped).toBeUndefined();
        expect(again.heads[site.projectId]).toBe((await pullAll(site, device.person)).to);
        // A lost connection is not a bug and is not reported.
        expect(reported).toEqual([]);
      }
      expect(killed.filter((word) => word === 'COMMIT')).toHaveLength(4);
      expect(killed.length).toBeGreaterThan(40);
      expect(await violations(site)).toEqual([]);
    },
    // Runs hundreds of pushes, which takes time on a busy machine.
    300_000,
  );

  it('replies unavailable when the database ends the connection, and continues on the next connection', async () => {
    const device: Device = { person: site.people.carl, id: site.newId() };
    const edits = batch(site.newId());
    const { site: dyingSite } = dying(20, 'before', (client) => killConnection(site.database.root, client));
    const reply = await push(dyingSite, device, edits);
    expect(reply.stopped).toMatchObject({ code: 'unavailable' });
    expect(reply.last).toBe((reply.stopped?.n ?? 0) - 1);
    expect(await push(dyingSite, device, edits)).toMatchObject({ last: 4, results: OUTCOMES });
  });
});

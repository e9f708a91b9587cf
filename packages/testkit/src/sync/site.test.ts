import { checkChain } from '@plumbline/server/db/tx/audit';
import { createSite, runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { type Device, makeSite, pinEdit, pullAll, push, rowsOf, type TestSite } from './site.ts';

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

async function all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await site.database.root.query(sql, values)).rows as Row[];
}

const pins = () => all<{ number: number; title: string }>('SELECT number, title FROM pin ORDER BY number');
const chain = () =>
  tenantTransaction(site.database.pool, site.organisationId, (db) =>
    checkChain(db, { organisationId: site.organisationId, projectId: site.projectId }),
  );

describe('the audit', () => {
  const places: [string, number, string][] = [
    ['an altered value', 9, `UPDATE change SET after = after || '{"title":"x"}' WHERE position = 9`],
    ['another author', 9, 'UPDATE change SET actor_id = gen_random_uuid() WHERE position = 9'],
    ['a removed change', 10, 'DELETE FROM change WHERE position = 9'],
    ['the removed last change', 13, 'DELETE FROM change WHERE position = (SELECT max(position) FROM change)'],
    [
      'an inserted change',
      1_000,
      `INSERT INTO change SELECT organisation_id, project_id, 1000, entity, entity_id, action, actor_id, device_id,
       mutation, at, before, after, chain FROM change WHERE position = 9`,
    ],
  ];

  it.each(places)('detects %s at position %i', async (_what, brokenAt, sql) => {
    await push(
      site,
      device,
      [1, 2, 3].map((n) => pinEdit(site, n, site.newId())),
    );
    expect(await chain()).toEqual({ changes: 13, brokenAt: undefined });
    await site.database.root.query(sql);
    expect(await chain()).toMatchObject({ brokenAt });
  });

  it('cannot be changed by the application', async () => {
    for (const sql of [
      'UPDATE change SET at = now()',
      'DELETE FROM change',
      'DELETE FROM pin',
      'UPDATE mutation SET code = null',
    ]) {
      await expect(
        tenantTransaction(site.database.pool, site.organisationId, (db) => db.query(sql)),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('tenants', () => {
  const TABLES = [
    'project',
    'member',
    'team',
    'category',
    'field',
    'plan',
    'pin',
    'change',
    'project_log',
    'project_counter',
    'device',
    'mutation',
  ];

  it('cannot see or write the data of each other', async () => {
    await push(site, device, [pinEdit(site, 1, site.newId())]);
    const other = await makeSite(site.database, { newId: site.newId });
    for (const table of TABLES) {
      const seen = await tenantTransaction(site.database.pool, other.organisationId, (db) =>
        db.query(`SELECT FROM ${table} WHERE organisation_id = $1`, [site.organisationId]),
      );
      expect([table, seen.rowCount]).toEqual([table, 0]);
      const nobody = await site.database.pool.query(`SELECT FROM ${table}`);
      expect([table, nobody.rowCount]).toEqual([table, 0]);
    }
    await expect(
      tenantTransaction(site.database.pool, other.organisationId, (db) =>
        db.query('INSERT INTO project_log (organisation_id, project_id) VALUES ($1, $2)', [
          site.organisationId,
          site.newId(),
        ]),
      ),
    ).rejects.toMatchObject({ code: '42501' });
    const foreign = { organisationId: other.organisationId, userId: site.people.ada.userId };
    await expect(pullAll(site, foreign)).rejects.toMatchObject({ code: 'not_entitled' });
    // The same device id in another organisation is a different device.
    expect(
      await push(other, { person: other.people.ada, id: device.id }, [pinEdit(other, 1, other.newId())]),
    ).toMatchObject({ last: 1 });
  });
});

describe('a transaction', () => {
  it('is not reported as committed when a statement in it failed and the error was swallowed', async () => {
    const swallowed = tenantTransaction(site.database.pool, site.organisationId, async (db) => {
      await db.query('UPDATE device SET seen_at = now()');
      await db.query('SELECT 1 / 0').catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('failed');
  });
});

describe('runSite', () => {
  it('runs an action, or a function with everything that must commit with it, or nothing', async () => {
    const { ada, vera } = site.people;
    const pinId = site.newId();
    await runSite(site.services, ada, site.projectId, 'pin.create', { id: pinId, planId: null, x: null, y: null });
    expect(await pins()).toEqual([{ number: 1, title: '' }]);
    const update = { id: pinId, set: { title: 'x' } };
    await expect(runSite(site.services, vera, site.projectId, 'pin.update', update)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(runSite(site.services, ada, site.newId(), 'pin.update', update)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      runSite(site.services, ada, site.projectId, 'project.update', async ({ tx, db }) => {
        const project = await tx.get('project', site.projectId);
        if (project) tx.put('project', { ...project, title: 'Anderes Haus' });
        await db.query("SELECT pg_notify('x', 'y')");
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(rowsOf(await pullAll(site, ada), 'project')).toMatchObject([{ title: 'Haus am Wald', start: '2026-01-31' }]);
  });

  it('rejects rows that reference missing files, whoever writes them', async () => {
    const { ada } = site.people;
    const pinId = site.newId();
    const post = {
      ...{ id: site.newId(), pinId, taskId: null, type: 'Visuals' as const, caption: '' },
      files: [{ blobId: site.newId(), name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }],
    };
    await runSite(site.services, ada, site.projectId, 'pin.create', { id: pinId, planId: null, x: null, y: null });
    await expect(runSite(site.services, ada, site.projectId, 'post.create', post)).rejects.toMatchObject({
      code: 'blob_missing',
    });
    const asSystem = runSiteAsSystem(site.services, ada, site.projectId, 'post.import', async ({ tx }) => {
      const created = { projectId: tx.projectId, createdBy: ada.userId, createdAt: tx.now() };
      tx.put('post', { ...post, ...created, active: true, takenAt: null });
    });
    await expect(asSystem).rejects.toMatchObject({ code: 'blob_missing' });
    expect(rowsOf(await pullAll(site, ada), 'post')).toEqual([]);
  });

  it('creates a project only with its own row, and only once', async () => {
    const { ada } = site.people;
    const nothing = createSite(site.services, ada, site.newId(), async () => {});
    await expect(nothing).rejects.toThrow('needs its own row');
    const again = createSite(site.services, ada, site.projectId, async () => {});
    await expect(again).rejects.toMatchObject({ code: 'already_exists' });
  });
});

import { createHash } from 'node:crypto';
import { confirmedText, type SentEdit } from '@plumbline/core/sync/protocol';
import { openPool } from '@plumbline/server/db/pool';
import { checkChain } from '@plumbline/server/db/tx/audit';
import { pgStore, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { type Device, edit, makeSite, pinEdit, pullAll, push, rowsOf, type TestSite } from './site.ts';

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

describe('a push', () => {
  it('commits rows, numbers, audit entries and the mutation record together', async () => {
    const pinId = site.newId();
    const reply = await push(site, device, [
      pinEdit(site, 1, pinId, 'Riss'),
      edit(site, 2, 'task.create', {
        id: site.newId(),
        pinId,
        assigneeType: 'User',
        assigneeId: site.people.sam.userId,
      }),
    ]);
    expect(reply).toMatchObject({
      last: 2,
      results: [
        { n: 1, outcome: 'applied' },
        { n: 2, outcome: 'applied' },
      ],
    });
    expect(reply.stopped).toBeUndefined();
    const pulled = await pullAll(site, device.person);
    expect(pulled.to).toBe(reply.heads[site.projectId]);
    expect(rowsOf(pulled, 'pin')).toMatchObject([
      { id: pinId, number: 1, title: 'Riss', x: 0.25, y: 0.75, fields: {} },
    ]);
    expect(rowsOf(pulled, 'task')).toMatchObject([{ pinId, number: 1, description: 'Riss', dueDate: null }]);
    const audit = await all(
      'SELECT entity, action, mutation, actor_id FROM change WHERE mutation IS NOT NULL ORDER BY position',
    );
    expect(audit).toEqual([
      { entity: 'pin', action: 'pin.create', mutation: '1', actor_id: device.person.userId },
      // The pin is sent again with its task, unchanged, so it has no audit entry.
      { entity: 'task', action: 'task.create', mutation: '2', actor_id: device.person.userId },
    ]);
    expect(await chain()).toMatchObject({ brokenAt: undefined });
    // Rows come in the order of their last change, across entities.
    await push(site, device, [
      edit(site, 3, 'comment.create', { id: site.newId(), pinId, taskId: null, text: 'bald' }),
      edit(site, 4, 'pin.update', { id: pinId, set: { title: 'Loch' } }),
    ]);
    const [again] = (await pullAll(site, device.person)).replies;
    expect(again?.rows.map((one) => one.entity).slice(-3)).toEqual(['task', 'comment', 'pin']);
  });

  it('applies each edit once when a batch arrives five times, reversed, with a gap and twice at once (D01)', async () => {
    const ids = [site.newId(), site.newId(), site.newId()];
    const batch = ids.map((id, index) => pinEdit(site, index + 1, id, `p${index + 1}`));
    const [first, second, third] = batch as [(typeof batch)[0], (typeof batch)[0], (typeof batch)[0]];
    expect((await push(site, device, [third])).stopped).toEqual({ n: 3, code: 'gap' });
    expect((await push(site, device, [third, second, first])).stopped).toEqual({ n: 3, code: 'gap' });
    expect(await pins()).toEqual([]);
    await Promise.all([push(site, device, batch), push(site, device, batch)]);
    for (let time = 0; time < 5; time += 1) {
      expect(await push(site, device, batch)).toMatchObject({
        last: 3,
        results: batch.map(({ n }) => ({ n, outcome: 'applied' })),
      });
    }
    expect(await pins()).toEqual(ids.map((_, index) => ({ number: index + 1, title: `p${index + 1}` })));
    expect(await all('SELECT n FROM mutation ORDER BY n')).toEqual([{ n: '1' }, { n: '2' }, { n: '3' }]);
  });

  it('uses no number, position or audit entry for a rejected edit, and repeats the rejection on a retry', async () => {
    const before = await pullAll(site, device.person);
    const bad = edit(site, 1, 'pin.create', { id: site.newId(), planId: site.planId, x: 2, y: 0, content: {} });
    const refused = { n: 1, outcome: 'rejected', code: 'outside_plan' };
    expect((await push(site, device, [bad])).results).toEqual([refused]);
    expect((await push(site, device, [bad])).results).toEqual([refused]);
    expect((await pullAll(site, device.person)).to).toBe(before.to);
    const pinId = site.newId();
    await push(site, device, [pinEdit(site, 2, pinId)]);
    const sub = { person: site.people.sam, id: site.newId() };
    expect((await push(site, sub, [pinEdit(site, 1, site.newId())])).results).toMatchObject([{ code: 'forbidden' }]);
    expect(await pins()).toEqual([{ number: 1, title: '' }]);
    expect(await chain()).toMatchObject({ brokenAt: undefined });
  });

  it('assigns numbers without gaps to devices that push concurrently', async () => {
    const devices = Array.from({ length: 8 }, () => ({ person: site.people.carl, id: site.newId() }));
    await Promise.all(
      devices.map((one) =>
        push(
          site,
          one,
          [1, 2, 3, 4, 5].map((n) => pinEdit(site, n, site.newId())),
        ),
      ),
    );
    expect((await pins()).map((pin) => pin.number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const positions = await all<{ position: string }>('SELECT position FROM change ORDER BY position');
    expect(new Set(positions.map((one) => one.position)).size).toBe(positions.length);
    expect(await chain()).toMatchObject({ brokenAt: undefined });
  });

  it('checks permissions when the edit is applied: a member removed between two edits keeps only the first', async () => {
    const first = pinEdit(site, 1, site.newId(), 'before');
    const second = pinEdit(site, 2, site.newId(), 'after');
    await push(site, device, [first]);
    await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.remove', async ({ tx }) => {
      for (const member of await tx.find('member', 'userId', device.person.userId))
        tx.put('member', { ...member, state: 'removed' });
    });
    expect((await push(site, device, [first, second])).results).toMatchObject([
      { n: 1, outcome: 'applied' },
      { n: 2, outcome: 'rejected', code: 'not_entitled' },
    ]);
    expect(await pins()).toEqual([{ number: 1, title: 'before' }]);
    await expect(pullAll(site, device.person)).rejects.toMatchObject({ code: 'not_entitled' });
  });

  it('applies an edit with a known id once, and never answers a number with the outcome of another edit', async () => {
    const mine = { ...pinEdit(site, 1, site.newId(), 'mine'), id: site.newId() };
    const reply = await push(site, device, [mine]);
    const confirmed = {
      hash: createHash('sha256')
        .update(confirmedText(mine as SentEdit))
        .digest('hex'),
    };
    expect(reply.results).toMatchObject([{ n: 1, id: mine.id, outcome: 'applied', ...confirmed }]);
    expect(reply.results[0]?.position).toBe(reply.heads[site.projectId]);
    const other = { ...pinEdit(site, 1, site.newId(), 'other'), id: site.newId() };
    expect(await push(site, device, [other])).toMatchObject({ diverged: true, results: [] });
    const renamed = { person: site.people.carl, id: site.newId() };
    const again = await push(site, renamed, [mine, { ...other, n: 2 }]);
    expect(again.results).toMatchObject([
      { n: 1, id: mine.id, outcome: 'applied' },
      { n: 2, id: other.id, outcome: 'applied' },
    ]);
    // Repeated under another number or device, it has the confirmation of the first time.
    const repeated = await push(site, renamed, [mine]);
    expect(repeated).toMatchObject({ last: 2, results: [{ id: mine.id, ...confirmed }] });
    expect(repeated.results[0]?.position).toBe(reply.results[0]?.position);
    expect((await pins()).map((pin) => pin.title)).toEqual(['mine', 'other']);
  });

  it('makes a device of a version without edit ids take a new id, once it has all its outcomes', async () => {
    const mine = pinEdit(site, 1, site.newId(), 'mine');
    await push(site, device, [mine, pinEdit(site, 2, site.newId(), 'of the copy')]);
    const other = edit(site, 2, 'pin.update', { id: site.newId(), set: { title: 'x' } });
    expect(await push(site, device, [mine, other])).toMatchObject({ last: 1, results: [{ n: 1 }] });
    expect(await push(site, device, [other])).toMatchObject({ last: Number.MAX_SAFE_INTEGER, results: [] });
  });

  it('refuses the device of another user and leaves it unchanged', async () => {
    await push(site, device, [pinEdit(site, 1, site.newId())]);
    const thief = { person: site.people.ada, id: device.id };
    await expect(push(site, thief, [pinEdit(site, 2, site.newId())])).rejects.toMatchObject({ code: 'forbidden' });
    expect((await push(site, device, [])).last).toBe(1);
  });

  it('stops at a file that is missing or was uploaded by another user', async () => {
    const [pinId, blobId] = [site.newId(), site.newId()];
    const post = edit(site, 2, 'post.create', {
      id: site.newId(),
      pinId,
      taskId: null,
      type: 'Visuals',
      files: [{ blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }],
    });
    const bring = (userId: string) =>
      all(
        `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
         VALUES ($1, $2, '\\x00', 1, 'image/jpeg', 'a.jpg', 'k', $3, now())
         ON CONFLICT (organisation_id, id) DO UPDATE SET created_by = excluded.created_by`,
        site.organisationId,
        blobId,
        userId,
      );
    expect((await push(site, device, [pinEdit(site, 1, pinId), post])).stopped).toEqual({ n: 2, code: 'blob_missing' });
    await bring(site.people.ada.userId);
    expect((await push(site, device, [post])).stopped).toEqual({ n: 2, code: 'blob_missing' });
    await bring(device.person.userId);
    expect(await push(site, device, [post])).toMatchObject({ last: 2, results: [{ n: 2, outcome: 'applied' }] });
    expect(rowsOf(await pullAll(site, device.person), 'post')).toMatchObject([{ files: [{ blobId }], taskId: null }]);
  });

  it('returns timestamps unchanged, whatever the time zone of the database', async () => {
    const { database } = site;
    await database.root.query(`ALTER DATABASE ${database.name} SET timezone = 'Europe/Berlin'`);
    const pool = openPool(database.url, { warn() {} }, 2);
    const berlin = { ...site, store: pgStore({ ...site.services, pool }) };
    const [pinId, blobId] = [site.newId(), site.newId()];
    // In 1801 the offset of the zone was not a whole number of minutes.
    const takenAt = '1801-05-05T10:00:00.250Z';
    const files = [{ blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }];
    await all(
      `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
       VALUES ($1, $2, '\\x00', 1, 'image/jpeg', 'a.jpg', 'k', $3, now())`,
      site.organisationId,
      blobId,
      device.person.userId,
    );
    await push(berlin, device, [
      pinEdit(site, 1, pinId),
      edit(site, 2, 'post.create', { id: site.newId(), pinId, taskId: null, type: 'Visuals', files, takenAt }),
    ]);
    const pulled = await pullAll(berlin, device.person);
    expect(rowsOf(pulled, 'post')).toMatchObject([{ takenAt, createdAt: '2026-03-02T08:00:00.000Z' }]);
    await pool.end();
  });

  it.each([
    ['a timestamp no column can store', { takenAt: '0000-01-01T00:00:00Z' }],
    ['a name with a zero byte', { caption: '\u0000' }],
  ])('rejects %s permanently', async (_what, content) => {
    const pinId = site.newId();
    const post = { id: site.newId(), pinId, taskId: null, type: 'Visuals', files: [], ...content };
    const blobId = site.newId();
    await all(
      `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
       VALUES ($1, $2, '\\x00', 1, 'image/jpeg', 'a.jpg', 'k', $3, now())`,
      site.organisationId,
      blobId,
      device.person.userId,
    );
    const file = { blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 };
    const reported: unknown[] = [];
    const reply = await push(
      site,
      device,
      [
        pinEdit(site, 1, pinId),
        edit(site, 2, 'post.create', { ...post, files: [file] }),
        pinEdit(site, 3, site.newId()),
      ],
      reported,
    );
    expect(reported).toEqual([]);
    expect(reply).toMatchObject({
      last: 3,
      results: [{}, { outcome: 'rejected', code: 'invalid_input' }, { outcome: 'applied' }],
    });
  });

  it('is never blocked by malformed edits', async () => {
    const reported: unknown[] = [];
    const odd = '\u0000\ud800';
    const mutations = [
      { n: 1, projectId: site.projectId, name: `pin.create${odd}`, input: { [odd]: odd }, at: odd },
      edit(site, 2, 'pin.create', { id: odd }),
      edit(site, 3, 'pin.create', {
        id: site.newId(),
        planId: null,
        x: null,
        y: null,
        content: { fields: { [site.newId()]: [{ [odd]: odd }] } },
      }),
      edit(site, 4, 'pin.create', {
        id: site.newId(),
        planId: null,
        x: null,
        y: null,
        [odd]: odd,
        content: { ratings: { [odd]: 1 } },
      }),
      edit({ projectId: site.newId() }, 5, 'pin.create', {}),
      { n: 6, skip: true as const },
      pinEdit(site, 7, site.newId()),
    ];
    const reply = await push(site, device, mutations, reported);
    expect(reported).toEqual([]);
    expect(reply.last).toBe(7);
    expect(reply.results.map((result) => result.outcome)).toEqual([...Array(5).fill('rejected'), 'skipped', 'applied']);
    expect((await push(site, device, mutations)).results.map((result) => result.outcome)).toEqual(
      reply.results.map((result) => result.outcome),
    );
  });

  it('treats ids as equal regardless of case', async () => {
    const [pinId, taskId] = [site.newId().replace(/.$/u, 'a'), site.newId().replace(/.$/u, 'b')];
    const task = { assigneeType: 'User', assigneeId: site.people.sam.userId, pinId: pinId.toUpperCase() };
    const reply = await push(site, device, [
      pinEdit(site, 1, pinId.toUpperCase()),
      edit(site, 2, 'task.create', { id: taskId.toUpperCase(), ...task }),
      edit(site, 3, 'task.update', { id: taskId, set: { dependsOn: [taskId.toUpperCase()] } }),
    ]);
    expect(reply.results).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }, { code: 'task_circle' }]);
    expect(rowsOf(await pullAll(site, device.person), 'task')).toMatchObject([{ id: taskId, pinId, dependsOn: [] }]);
  });

  it('prevents reusing or reaching an id of another project', async () => {
    const other = await makeSite(site.database, { newId: site.newId, organisationId: site.organisationId });
    const pinId = site.newId();
    await push(site, device, [pinEdit(site, 1, pinId, 'mine')]);
    const outsider = { person: other.people.ada, id: other.newId() };
    const reply = await push(other, outsider, [
      pinEdit(other, 1, pinId, 'stolen'),
      edit(other, 2, 'pin.update', { id: pinId, set: { title: 'stolen' } }),
      edit(other, 3, 'pin.create', { id: other.newId(), planId: site.planId, x: 0, y: 0, content: {} }),
      edit(site, 4, 'pin.update', { id: pinId, set: { title: 'stolen' } }),
      pinEdit(other, 5, other.newId(), 'own'),
    ]);
    expect(reply.results.map((result) => result.code)).toEqual([
      'already_exists',
      'not_found',
      'not_found',
      'not_entitled',
      undefined,
    ]);
    // The database refused the first edit after its number was assigned; the number goes to the next pin.
    expect(await pins()).toEqual([
      { number: 1, title: 'mine' },
      { number: 1, title: 'own' },
    ]);
    await expect(pullAll(site, outsider.person)).rejects.toMatchObject({ code: 'not_entitled' });
  });
});

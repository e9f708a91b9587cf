// A worker killed in the middle of an archive, and one killed in the middle of its import: the next one makes a whole
// archive, and a project in which nothing is missing or doubled.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { listArchives, requestArchive } from '@plumbline/core/features/archives/contract';
import {
  getMigration,
  mapMigration,
  proposedMapping,
  runMigration,
  startMigration,
} from '@plumbline/core/features/archives/import';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, expect, it } from 'vitest';
import { createWorld, writeRows } from '../../actors.ts';
import { commentRow, fileOf, pinRow, postRow } from '../../content.ts';
import { startTestCluster } from '../../database.ts';
import { unzip } from '../../interface/files/unzip.ts';
import { startTestServer } from '../../server.ts';
import { launch } from '../program.ts';
import { afterChange } from '../table-changes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-archive-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const SECRET_KEY = 'a key for tests that is long enough to be one';
const PINS = 450;
const PHOTOS = 3;

it('makes a whole archive, and imports it once, although workers are killed', async () => {
  const cluster = await startTestCluster();
  const server = await startTestServer({ cluster, now: new Date(), environment: { DATA_DIR: folder, SECRET_KEY } });
  const world = await createWorld(server);
  const { organisationId, projectId, roles, other } = world;
  const { services, database } = server;
  const { caller, userId } = roles.administrator;
  const by = { projectId, createdBy: userId };
  const keyOf = (id: string) => `blobs/${organisationId}/${id}`;

  async function store(bytes: Buffer, owner: { organisationId: string; userId: string }, mime: string) {
    const id = randomUUID();
    const sha256 = createHash('sha256').update(bytes).digest();
    await services.files.put(keyOf(id), Readable.from([bytes]));
    await recordBlob(services, owner, { id, key: keyOf(id), sha256, size: bytes.length, mime, name: 'a.jpg' });
    return id;
  }
  const bytesOf = (at: number) => Buffer.alloc(2_000, `photo ${at}`);
  const photos: string[] = [];
  for (let at = 0; at < PHOTOS; at += 1)
    photos.push(await store(bytesOf(at), { organisationId, userId }, 'image/jpeg'));
  await writeRows(server, world, (tx) => {
    for (let at = 0; at < PINS; at += 1) {
      const pin = pinRow(by, { number: at + 1 });
      tx.put('pin', pin);
      tx.put('comment', commentRow(by, pin.id));
      const photo = photos[at];
      if (photo) tx.put('post', postRow(by, pin.id, [fileOf(photo)]));
    }
  });

  const start = () =>
    launch({
      ...{ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY, ROLES: 'worker' },
      WORKER_RECOVERY_MS: '1000',
    });
  /** Kills the worker; what it held expires only after a while, and is moved into the past. */
  const kill = async (worker: ReturnType<typeof start>) => {
    await worker.end('SIGKILL');
    await database.root.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
    );
  };

  // A pipe in place of a photo stops the worker in the middle of the archive.
  const place = services.files.localPath?.(keyOf([...photos].sort()[1] ?? '')) ?? '';
  renameSync(place, `${place}.whole`);
  execFileSync('mkfifo', [place]);
  const { id } = await caller.call(requestArchive, { body: { projectIds: [projectId] } });
  const archiveNow = async () => (await caller.call(listArchives, {})).archives.find((one) => one.id === id);
  let worker = start();
  await afterChange(database.root, ['project_archive'], archiveNow, (one) => (one?.size ?? 0) > 0);
  await kill(worker);
  renameSync(`${place}.whole`, place);
  worker = start();
  const made = await afterChange(database.root, ['project_archive'], archiveNow, (one) => one?.state !== 'waiting');
  expect(made).toMatchObject({ state: 'ready' });
  const zip = (await world.nobody.raw({ method: 'GET', url: made?.url ?? '' })).raw;
  expect(createHash('sha256').update(zip).digest('hex')).toBe(made?.sha256);
  const files = unzip(zip);
  const hashes = (files.get('hashes.txt')?.toString() ?? '').trim().split('\n');
  expect(hashes).toHaveLength(files.size - 1);
  for (const line of hashes)
    expect(line).toBe(
      `${createHash('sha256')
        .update(files.get(line.slice(66)) ?? '')
        .digest('hex')}  ${line.slice(66)}`,
    );
  for (const [at, photo] of photos.entries()) expect(files.get(`files/${photo}.jpg`)).toEqual(bytesOf(at));

  // The worker waits for the lock after the pins have been written.
  const importer = other.administrator;
  const blobId = await store(zip, importer, 'application/zip');
  const params = { migrationId: randomUUID() };
  await importer.caller.call(startMigration, { body: { id: params.migrationId, blobId, fileName: 'archive.zip' } });
  const migrationNow = () => importer.caller.call(getMigration, { params });
  const read = await afterChange(database.root, ['migration'], migrationNow, ({ state }) => state !== 'extracting');
  const [project] = read.projects;
  if (!project) throw new Error(`no project: ${read.problem} ${read.detail}`);
  await importer.caller.call(mapMigration, { params, body: proposedMapping(project) });
  const lock = await database.root.connect();
  await lock.query('BEGIN; LOCK TABLE comment IN EXCLUSIVE MODE');
  await importer.caller.call(runMigration, { params });
  const countOf = async (table: 'pin' | 'post' | 'comment') =>
    Number(
      (
        await database.root.query(`SELECT FROM ${table} WHERE organisation_id = $1 AND project_id <> $2`, [
          other.organisationId,
          other.projectId,
        ])
      ).rowCount,
    );
  await afterChange(
    database.root,
    ['pin'],
    () => countOf('pin'),
    (count) => count === PINS,
  );
  await kill(worker);
  expect(await countOf('comment')).toBe(0);
  await lock.query('ROLLBACK');
  lock.release();
  worker = start();
  const done = await afterChange(database.root, ['migration'], migrationNow, ({ state }) => state !== 'migrating');
  expect(done).toMatchObject({ state: 'done', problem: null, detail: '' });
  expect([await countOf('pin'), await countOf('post'), await countOf('comment')]).toEqual([PINS, PHOTOS, PINS]);
  await worker.end();
  await server.close();
  await cluster.stop();
}, 240_000);

// A worker killed in the middle of checking, importing and undoing a list of pins, and of importing a BCF file: the next
// one goes on, and nothing is lost or doubled.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  checkBcfImport,
  checkPinImport,
  getPinImport,
  PIN_IMPORT_ACTION,
  runPinImport,
  undoPinImport,
} from '@plumbline/core/features/exchange/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { zipBuffer } from '@plumbline/server/office/zip-write';
import { afterAll, expect, it } from 'vitest';
import { createWorld, writeRows } from '../../actors.ts';
import { pinRow } from '../../content.ts';
import { startTestCluster } from '../../database.ts';
import { VERSION_2, zipped } from '../../interface/exchange/bcf-file.ts';
import { startTestServer } from '../../server.ts';
import { launch } from '../program.ts';
import { afterChange } from '../table-changes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-pin-import-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const SECRET_KEY = 'a key for tests that is long enough to be one';
/** Three batches of a check, and six of an import. */
const ROWS = 1_100;
/** In the second batch of a check, and in the fourth of an import. */
const MIDDLE = 700;
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

it('checks, imports and undoes once, although workers are killed', async () => {
  const cluster = await startTestCluster();
  const server = await startTestServer({ cluster, now: new Date(), environment: { DATA_DIR: folder, SECRET_KEY } });
  const world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const { caller, userId } = roles.administrator;
  const { root } = server.database;
  const own = pinRow({ projectId, createdBy: userId }, { number: 5_000 });
  await writeRows(server, world, (tx) => tx.put('pin', own));

  async function stored(bytes: Buffer, name: string): Promise<string> {
    const id = randomUUID();
    const key = `blobs/${organisationId}/${id}`;
    const sha256 = createHash('sha256').update(bytes).digest();
    await server.services.files.put(key, Readable.from([bytes]));
    const file = { id, key, sha256, size: bytes.length, mime: 'application/octet-stream', name };
    await recordBlob(server.services, { organisationId, userId }, file);
    return id;
  }
  const count = async (table: string, and = 'true') =>
    (await root.query(`SELECT FROM ${table} WHERE project_id = $1 AND ${and}`, [projectId])).rowCount;
  const here = (importId: string) => ({ params: { projectId, importId } });
  const ended = (importId: string, from: string) =>
    afterChange(
      root,
      ['pin_import'],
      () => caller.call(getPinImport, here(importId)),
      ({ state }) => state !== from,
    );
  const start = () =>
    launch({
      ...{ DATABASE_URL: server.database.url, DATA_DIR: folder, SECRET_KEY, ROLES: 'worker' },
      WORKER_RECOVERY_MS: '1000',
    });

  let worker = start();
  /** Begins work, and kills the worker while its transaction waits for what this statement holds; another one ends it. */
  async function killedAt(
    importId: string,
    state: string,
    hold: string,
    values: unknown[],
    begin: () => Promise<unknown>,
  ) {
    const holder = await root.connect();
    // No foreign keys: they would hold the import itself.
    await holder.query('BEGIN; SET LOCAL session_replication_role = replica');
    expect((await holder.query(hold, values)).rowCount).toBe(1);
    const [{ pid }] = (await holder.query('SELECT pg_backend_pid() AS pid')).rows;
    await begin();
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1::integer = ANY (pg_blocking_pids(pid))';
    await expect.poll(async () => (await root.query(waiting, [pid])).rowCount, { timeout: 60_000 }).toBe(1);
    await worker.end('SIGKILL');
    // What it held expires only after a while, and is moved into the past.
    await root.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
    );
    const before = await caller.call(getPinImport, here(importId));
    expect(before.state).toBe(state);
    await holder.query('ROLLBACK');
    holder.release();
    worker = start();
    return { before, after: await ended(importId, state) };
  }
  /** Holds the id of a pin that is to be created. */
  const HOLD_PIN = `INSERT INTO pin SELECT made.* FROM pin p JOIN pin_import_row r ON r.import_id = $1 AND r.line = $2,
    jsonb_populate_record(p, jsonb_build_object('id', r.pin_id, 'number', 6000)) made WHERE p.id = $3`;

  // The list, with a photo in each batch.
  const lines = Array.from({ length: ROWS }, (_, at) => `Pin ${at},Do ${at},${at % 100 === 0 ? 'a.jpg' : ''}\n`);
  const blobId = await stored(Buffer.from(`Title,Task,Photo\n${lines.join('')}`), 'pins.csv');
  const photosBlobId = await stored(await zipBuffer([{ name: 'a.jpg', bytes: PHOTO }]), 'photos.zip');
  const id = randomUUID();
  const columns = ['title', 'taskTitle', 'photos'];
  const rowOfCheck = `INSERT INTO pin_import_row (organisation_id, import_id, line, outcome, pin_id, task_id, adds_task, notes)
    VALUES ($1, $2, $3, 'bad', $2, $2, false, '[]')`;
  const checked = await killedAt(id, 'checking', rowOfCheck, [organisationId, id, MIDDLE], () =>
    caller.call(checkPinImport, { params: { projectId }, body: { id, blobId, photosBlobId, columns } }),
  );
  expect(checked.before.counts.create).toBe(500);
  expect(checked.after).toMatchObject({ state: 'checked', counts: { create: ROWS, present: 0, bad: 0 } });

  const imported = await killedAt(id, 'running', HOLD_PIN, [id, MIDDLE, own.id], () =>
    caller.call(runPinImport, here(id)),
  );
  expect(imported.before.done).toBe(600);
  expect(imported.after).toMatchObject({ state: 'done', done: ROWS, problem: null });
  const all = { pins: ROWS + 1, tasks: ROWS, photos: ROWS / 100 };
  const counts = async () => ({
    ...{ pins: await count('pin'), tasks: await count('task'), photos: await count('post') },
  });
  expect(await counts()).toEqual(all);
  const numbers = await root.query(
    'SELECT count(DISTINCT number)::int AS count, max(number) AS last FROM pin WHERE project_id = $1 AND id <> $2',
    [projectId, own.id],
  );
  expect(numbers.rows).toEqual([{ count: ROWS, last: ROWS }]);
  expect(await count('change', `action = '${PIN_IMPORT_ACTION}' AND entity = 'pin'`)).toBe(ROWS);

  const rowOfUndo =
    'SELECT FROM pin WHERE id = (SELECT pin_id FROM pin_import_row WHERE import_id = $1 AND line = $2) FOR UPDATE';
  const undone = await killedAt(id, 'undoing', rowOfUndo, [id, MIDDLE], () => caller.call(undoPinImport, here(id)));
  expect(undone.before.done).toBe(ROWS - 600);
  expect(undone.after).toMatchObject({ state: 'undone', done: 0 });
  expect([await count('pin', `status <> 'inactive'`), await count('task', `status <> 'inactive'`)]).toEqual([1, 0]);

  // A BCF file, whose files are stored before its rows.
  const bcf = randomUUID();
  await caller.call(checkBcfImport, {
    params: { projectId },
    body: { id: bcf, blobId: await stored(await zipped(VERSION_2), 'issues.bcf') },
  });
  await ended(bcf, 'checking');
  const topics = await killedAt(bcf, 'running', HOLD_PIN, [bcf, 1, own.id], () => caller.call(runPinImport, here(bcf)));
  expect(topics.before.done).toBe(0);
  expect(topics.after).toMatchObject({ state: 'done', done: 1, problem: null });
  expect(await counts()).toEqual({ pins: all.pins + 1, tasks: all.tasks + 1, photos: all.photos + 2 });
  expect([await count('comment'), await count('bcf_topic')]).toEqual([1, 1]);
  await worker.end();
  await server.close();
  await cluster.stop();
}, 240_000);

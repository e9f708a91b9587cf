// A worker killed in the middle of a large report: the next one continues with the last finished picture, the progress
// never goes back, and cancelling frees the worker.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  cancelReport,
  createReport,
  downloadReport,
  getReport,
  type Report,
} from '@plumbline/core/features/reports/contract';
import { examplePin } from '@plumbline/core/testing/rows';
import { openWord } from '@plumbline/server/features/reports/fixtures/word';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createWorld, writeRows } from '../actors.ts';
import { startTestCluster } from '../database.ts';
import { startTestServer } from '../server.ts';
import { launch } from './program.ts';
import { afterChange } from './table-changes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-report-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const PINS = 24;
const PHOTOS_PER_PIN = 5;
/** Width and height before the bytes of a finished picture. */
const HEADER_BYTES = 8;

const photo = (shade: number) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: { r: shade, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer();

it('continues a large report where a killed worker stopped, and stops a cancelled one at once', async () => {
  const cluster = await startTestCluster();
  const server = await startTestServer({ cluster, now: new Date() });
  const world = await createWorld(server);
  const { contributor } = world.roles;
  const { projectId } = world;
  const by = { projectId, createdBy: contributor.userId };
  const { services } = server;
  const { dataDir } = services.config;

  const keyOf = (id: string) => `blobs/${contributor.organisationId}/${id.replaceAll('-', '')}`;
  async function keep(bytes: Buffer): Promise<string> {
    const id = randomUUID();
    const key = keyOf(id);
    const { size, sha256 } = await services.files.put(key, Readable.from([bytes]));
    const hash = Buffer.from(sha256, 'hex');
    await recordBlob(services, contributor, { id, key, sha256: hash, size, mime: 'image/jpeg', name: 'a.jpg' });
    return id;
  }
  const pins = Array.from({ length: PINS }, (_, at) => examplePin({ id: randomUUID(), ...by, number: at + 1 }));
  const blobs: string[] = [];
  for (let at = 0; at < PINS * PHOTOS_PER_PIN; at += 1) blobs.push(await keep(await photo(at)));
  await writeRows(server, world, (tx) => {
    for (const [at, pin] of pins.entries()) {
      tx.put('pin', pin);
      const files = blobs.slice(at * PHOTOS_PER_PIN, (at + 1) * PHOTOS_PER_PIN).map((blobId) => {
        return { blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 400, height: 300 };
      });
      const post = { id: randomUUID(), ...by, pinId: pin.id, taskId: null, type: 'Visuals' as const, files };
      tx.put('post', { ...post, caption: '', active: true, takenAt: null, createdAt: pin.createdAt });
    }
  });

  const worker = () =>
    launch({
      DATABASE_URL: server.database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a key for tests that is long enough to be one',
      ROLES: 'worker',
      WORKER_CONCURRENCY: '1',
      WORKER_RECOVERY_MS: '1000',
    });
  const one = (reportId: string) => ({ params: { projectId, reportId } });
  const order = (pinIds: readonly string[]): Promise<Report> =>
    contributor.caller.call(createReport, {
      params: { projectId },
      body: {
        ...{ id: randomUUID(), title: 'Photos', templateId: 'builtin:photoPages', format: 'docx', language: 'en' },
        pinIds: [...pinIds],
      },
    });
  const percents: number[] = [];
  const until = (report: Report, there: (seen: Report) => boolean): Promise<Report> => {
    const read = async () => {
      const seen = await contributor.caller.call(getReport, one(report.id));
      if (report.id === large.id) percents.push(seen.percent);
      return seen;
    };
    return afterChange(server.database.root, ['report'], read, there);
  };

  // A pipe that nobody writes to stops the worker in the middle of a report, however fast it is.
  const middle = services.files.localPath?.(keyOf(blobs[blobs.length / 2] ?? '')) ?? '';
  const whole = `${middle}.whole`;
  const block = () => {
    renameSync(middle, whole);
    execFileSync('mkfifo', [middle]);
  };
  const unblock = () => {
    const pipe = openSync(middle, 'r+');
    renameSync(whole, middle);
    writeSync(pipe, readFileSync(middle));
    closeSync(pipe);
  };
  block();
  const large = await order(pins.map(({ id }) => id));
  let running = worker();
  await until(large, ({ percent }) => percent >= 30);
  await running.end('SIGKILL');
  unblock();
  const [content = ''] = readdirSync(path.join(dataDir, 'tmp', `report-${large.id}`));
  const finished = path.join(dataDir, 'tmp', `report-${large.id}`, content);
  const pictures = readdirSync(finished).filter((name) => /^picture\d+\.jpg$/u.test(name));
  expect(pictures.length).toBeGreaterThan(PINS);
  expect(pictures.length).toBeLessThan(PINS * PHOTOS_PER_PIN);
  // A mark that only a report with the pictures of the killed worker contains.
  const mark = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#00f' } })
    .jpeg()
    .toBuffer();
  for (const name of pictures) {
    const file = path.join(finished, name);
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, HEADER_BYTES), mark]));
  }
  // The lock of a dead worker expires only after a while; the test moves it into the past.
  await server.database.root.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
  );
  running = worker();
  await until(large, ({ state }) => state === 'done');
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  const file = await contributor.caller.send(downloadReport, one(large.id));
  const media = [...(await openWord(file.raw)).files].filter(([name]) => /\/picture\d+\.jpg$/u.test(name));
  expect(media).toHaveLength(PINS * PHOTOS_PER_PIN);
  expect(media.filter(([, bytes]) => bytes.equals(mark))).toHaveLength(pictures.length);

  block();
  const unwanted = await order(pins.map(({ id }) => id));
  const next = await order(pins.slice(0, 1).map(({ id }) => id));
  const isRunning = async () => {
    const found = await server.database.root.query(
      `SELECT FROM graphile_worker._private_jobs WHERE payload->>'reportId' = $1 AND locked_at IS NOT NULL`,
      [unwanted.id],
    );
    return found.rowCount === 1;
  };
  await afterChange(server.database.root, ['graphile_worker._private_jobs'], isRunning, Boolean);
  expect(await contributor.caller.call(cancelReport, one(unwanted.id))).toMatchObject({ state: 'canceled' });
  unblock();
  await until(next, ({ state }) => state === 'done');
  const stopped = await contributor.caller.call(getReport, one(unwanted.id));
  expect(stopped).toMatchObject({ state: 'canceled', blobId: null });
  // A worker removes the folder of a report after it has said that it is done.
  await running.end();
  expect(readdirSync(path.join(dataDir, 'tmp')).filter((name) => name.startsWith('report-'))).toEqual([]);
  await server.close();
  await cluster.stop();
}, 240_000);

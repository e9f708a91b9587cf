// Scheduled archives: one file per project in a folder or an S3 store, only when the project has changed.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operatorOverview } from '@plumbline/core/features/operator/contract';
import { schedulesOf, tasksOf } from '@plumbline/server/app/features';
import { readConfig } from '@plumbline/server/config/config';
import { archiveAll } from '@plumbline/server/features/archives/scheduled/jobs';
import { operatorKey } from '@plumbline/server/features/auth/operator-key';
import { s3Files } from '@plumbline/server/platform/files/s3';
import { planMissing } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World, writeRows } from '../actors.ts';
import { commentRow, pinRow, taskRow } from '../content.ts';
import { unzip } from '../interface/files/unzip.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { startS3 } from './s3-place.ts';

const TASK = 'archives.scheduled';
const DAY_MS = 86_400_000;

let folder: string;
let server: TestServer;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-archives-'));
  server = await startTestServer({ environment: { ARCHIVE_FOLDER: folder, ARCHIVE_KEEP: '2d' } });
  world = await createWorld(server);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const runJob = (signal = new AbortController().signal) =>
  tasksOf(server.services)[TASK]?.({}, { id: '1', attempt: 1, maxAttempts: 3, signal });
const projectFolder = () => path.join(folder, world.organisationId, world.projectId);
const stored = () => readdirSync(projectFolder()).toSorted();
const archives = () => stored().filter((name) => name.endsWith('.zip'));
const overview = async () =>
  (
    await world.roles.administrator.caller.call(operatorOverview, {
      body: { key: operatorKey(server.services.config) },
    })
  ).archives;

let pins = 0;
async function addPin(title: string): Promise<string> {
  const { organisationId, projectId, roles } = world;
  const by = { projectId, createdBy: roles.contributor.userId };
  pins += 1;
  const pin = pinRow(by, { number: pins, title });
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('pin', pin);
    tx.put('task', taskRow(by, pin.id, { status: 'open', number: pins, title: `Repair of ${title}` }));
    tx.put('task', taskRow(by, pin.id, { status: 'draft', title: `Draft of ${title}` }));
    tx.put('comment', commentRow(by, pin.id, { text: `Comment on ${title}` }));
  });
  return pin.id;
}

it('archives a project as its administrators see it, and again only after a change', async () => {
  const { services, clock } = server;
  await planMissing(services, schedulesOf(services));
  expect(await overview()).toEqual({ finishedAt: null, projects: 0, failedAt: null, error: null });
  clock.advance(DAY_MS);
  await runJob();
  const [first = '', hash] = stored();
  expect(stored()).toEqual([
    expect.stringMatching(/^[\w-]+-2\d{3}-[\d-]+T[\d-]+Z-[0-9a-f]{16}\.zip$/u),
    `${first}.sha256`,
  ]);
  const zip = readFileSync(path.join(projectFolder(), first));
  const sum = createHash('sha256').update(zip).digest('hex');
  expect(readFileSync(path.join(projectFolder(), hash ?? ''), 'utf8')).toBe(`${sum}  ${first}\n`);
  expect(await overview()).toMatchObject({ finishedAt: clock.now().toISOString(), failedAt: null });

  clock.advance(DAY_MS);
  await runJob();
  expect(archives()).toEqual([first]);

  const pinId = await addPin('Crack');
  await runJob();
  expect(archives()).toHaveLength(2);
  const newest = unzip(readFileSync(path.join(projectFolder(), archives().find((one) => one !== first) ?? '')));
  const rows = (part: string) => JSON.parse(String(newest.get(`projects/${world.projectId}/${part}.json`)));
  expect(rows('pin')).toMatchObject([{ id: pinId, title: 'Crack' }]);
  expect(rows('task')).toMatchObject([{ title: 'Repair of Crack' }]);
  expect(newest.has('index.html')).toBe(true);
});

it('keeps the newest archives of the configured number of days, and leaves other files alone', async () => {
  writeFileSync(path.join(projectFolder(), 'notes.txt'), 'of the operator');
  for (const title of ['Second', 'Third']) {
    server.clock.advance(DAY_MS);
    await addPin(title);
    await runJob();
  }
  expect(archives()).toHaveLength(2);
  expect(stored()).toHaveLength(5);
  const days = [0, 1].map((ago) => new Date(server.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10));
  for (const day of days) expect(archives().some((name) => name.includes(day))).toBe(true);
});

it('replaces an archive whose run was killed before its hash was stored', async () => {
  const [, newest = ''] = archives();
  rmSync(path.join(projectFolder(), `${newest}.sha256`));
  server.clock.advance(60_000);
  await runJob();
  expect(archives()).not.toContain(newest);
  expect(archives()).toHaveLength(2);
  expect(stored()).toHaveLength(5);
});

it('reports a project that cannot be archived, and archives the others', async () => {
  await addPin('Fourth');
  server.clock.advance(DAY_MS);
  const before = archives();
  // The place is full, or not writable: a file is where the folder of the project has to be.
  rmSync(projectFolder(), { recursive: true });
  writeFileSync(projectFolder(), '');
  await expect(runJob()).rejects.toThrow(/1 of \d+ projects could not be archived/u);
  expect(await overview()).toMatchObject({
    failedAt: server.clock.now().toISOString(),
    error: expect.stringContaining(world.projectId),
  });
  rmSync(projectFolder());
  await runJob();
  expect(before).not.toContain(archives()[0]);
  expect(await overview()).toMatchObject({ finishedAt: server.clock.now().toISOString(), failedAt: null, error: null });
});

it('stops when the worker does, and stores nothing incomplete', async () => {
  await addPin('Fifth');
  server.clock.advance(DAY_MS);
  const before = stored();
  await expect(runJob(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  expect(stored()).toEqual(before);
});

it('stores archives in a bucket', async () => {
  const place = await startS3();
  const environment = Object.fromEntries(
    Object.entries(place.environment).map(([name, value]) => [name.replace('BACKUP', 'ARCHIVE'), value]),
  );
  const { archive } = readConfig({ ...environment, DATA_DIR: folder });
  if (archive?.files.kind !== 's3') throw new Error('the settings name no bucket');
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of s3Files(archive.files as Parameters<typeof s3Files>[0]).list(
      `${world.organisationId}/`,
    ))
      found.push(key);
    return found;
  };
  try {
    expect(await archiveAll(server.services, archive)).toMatchObject({ failures: [] });
    const written = await keys();
    expect(written).toHaveLength(2);
    expect(await archiveAll(server.services, archive)).toMatchObject({ written: 0, failures: [] });
    expect(await keys()).toEqual(written);

    place.cut();
    const { failures, projects } = await archiveAll(server.services, archive);
    expect(failures).toHaveLength(projects);
  } finally {
    await place.close();
  }
});

// An archive of 10,000 pins with 10 GB of photos, made by a worker as in use, compared with a bare zip of the same files by
// Info-ZIP; and the memory of the worker. Needs `zip` and 25 GB of free disk; everything is deleted afterwards.
import { execFileSync } from 'node:child_process';
import { createHash, randomFillSync, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { listArchives, requestArchive } from '@plumbline/core/features/archives/contract';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { createWorld, makeProject, writeRows } from '@plumbline/testkit/actors';
import { commentRow, fileOf, pinRow, postRow, taskRow } from '@plumbline/testkit/content';
import { startTestCluster } from '@plumbline/testkit/database';
import { launch } from '@plumbline/testkit/program/program';
import { afterChange } from '@plumbline/testkit/program/table-changes';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';

const MB = 1_048_576;
const PINS = 10_000;
const PHOTOS = 5_000;
const PHOTO = 2 * MB;
/** Pins per transaction. */
const BATCH = 500;
/** Each is measured as often, in turns, and the totals are compared: the disk is not equally fast all the time. */
const ROUNDS = 2;
const TIME_RATIO_GOAL = 1.3;
const MEMORY_GOAL_MB = 300;

const folder = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'plumbline-bench-archive-'));
/** As the container and the launcher start it. */
const NODE_OPTIONS = '--max-semi-space-size=16';
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  SECRET_KEY: 'a key for benchmarks that is long enough to be one',
};
const cluster = await startTestCluster();
const server = await startTestServer({ cluster, now: new Date(), environment: settings });

async function store(organisationId: string): Promise<string[]> {
  const bytes = Buffer.alloc(PHOTO);
  const ids: string[] = [];
  for (let at = 0; at < PHOTOS; at += 1) {
    randomFillSync(bytes);
    const id = randomUUID();
    const sha256 = createHash('sha256').update(bytes).digest();
    const key = `blobs/${organisationId}/${sha256.toString('hex')}`;
    await server.services.files.put(key, Readable.from([bytes]));
    const about = { key, sha256, size: PHOTO, mime: 'image/jpeg', name: `IMG_${at}.jpg` };
    await recordBlob(server.services, { organisationId, userId: null }, { id, ...about });
    ids.push(id);
  }
  return ids;
}

/** Seconds for a bare zip of the photos, until it is on the disk as an archive is. */
async function bareZip(photos: string): Promise<{ seconds: number; bytes: number }> {
  const zip = path.join(folder, 'bare.zip');
  const begun = performance.now();
  execFileSync('zip', ['-0', '-q', '-r', zip, '.'], { cwd: photos });
  const handle = await open(zip, 'r');
  await handle.sync();
  await handle.close();
  const seconds = (performance.now() - begun) / 1_000;
  const { size } = statSync(zip);
  rmSync(zip);
  return { seconds, bytes: size };
}

/** The most memory that the process has had so far, in megabytes. */
const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

try {
  const world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const { userId, caller } = roles.administrator;
  const by = { projectId, createdBy: userId };
  const ids = await store(organisationId);
  for (let from = 0; from < PINS; from += BATCH)
    await writeRows(server, { organisationId, projectId }, (tx) => {
      for (let at = from; at < from + BATCH; at += 1) {
        const pin = pinRow(by, { number: at + 1, title: `Crack in wall ${at}` });
        tx.put('pin', pin);
        tx.put('comment', commentRow(by, pin.id, { text: `Seen on day ${at % 30}` }));
        if (at % 4 === 0)
          tx.put('task', taskRow(by, pin.id, { number: at + 1, assigneeType: 'User', assigneeId: userId }));
        const photo = ids[at];
        if (photo) tx.put('post', postRow(by, pin.id, [fileOf(photo, { size: PHOTO })]));
      }
    });
  // Else the worker would create the notifications about the new pins meanwhile.
  await readChanges(server.services, { organisationId, projectId });
  // As autovacuum does it in an installation in use.
  await server.database.root.query('ANALYZE');
  const photos = path.join(settings.DATA_DIR, 'files', 'blobs', organisationId);

  const requested = async (of: string) => {
    const begun = performance.now();
    const { id } = await caller.call(requestArchive, { body: { projectIds: [of] } });
    const read = async () =>
      (await caller.call(listArchives, {})).archives.find((one) => one.id === id && one.state !== 'waiting');
    const made = await afterChange(server.database.root, ['project_archive'], read, Boolean);
    if (made?.state !== 'ready') throw new Error('the archive failed');
    return { seconds: (performance.now() - begun) / 1_000, bytes: made.size };
  };
  const members: [typeof roles.administrator, 'administrator'][] = [[roles.administrator, 'administrator']];
  const empty = await makeProject(server, { organisationId, title: 'Empty', by: roles.administrator, members });
  const archive = async () => {
    const worker = launch({ ...settings, DATABASE_URL: server.database.url, ROLES: 'worker', NODE_OPTIONS });
    // The worker is ready once it has made an archive.
    await requested(empty);
    const idle = peakOf(worker.child.pid);
    const made = await requested(projectId);
    const memory = peakOf(worker.child.pid);
    await worker.end();
    rmSync(path.join(settings.DATA_DIR, 'files', 'archives'), { recursive: true });
    return { ...made, idle, memory };
  };

  const rows: (string | number)[][] = [];
  const seconds = { bare: 0, archive: 0 };
  let memory = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await bareZip(photos);
    rows.push(['bare zip', bare.bytes / MB, bare.seconds, '-', '-']);
    const made = await archive();
    rows.push(['archive', made.bytes / MB, made.seconds, made.idle, made.memory]);
    seconds.bare += bare.seconds;
    seconds.archive += made.seconds;
    memory = Math.max(memory, made.memory);
  }
  table(['', 'MB', 's', 'worker before, MB', 'worker at most, MB'], rows);
  judge('time of an archive to that of a bare zip', seconds.archive / seconds.bare, TIME_RATIO_GOAL);
  judge('memory of the worker, MB', memory, MEMORY_GOAL_MB);
} finally {
  await server.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

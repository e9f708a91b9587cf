// Photos of a project downloaded as one zip, 2,000 compared with 200: how much the server's memory grows meanwhile, and
// the time to the first byte and per megabyte.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createMediaExport } from '@plumbline/core/features/media/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { createWorld, writeRows } from '@plumbline/testkit/actors';
import { fileOf, pinRow, postRow } from '@plumbline/testkit/content';
import { startTestCluster } from '@plumbline/testkit/database';
import { startProgram } from '@plumbline/testkit/program/program';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';

const [FEW, MANY] = [200, 2_000];
const PHOTO = 300_000;
/** Number of distinct photos; the others are copies of these and are packed like any other. */
const DIFFERENT = 20;
const MB = 1_048_576;
/** Limit in megabytes for the additional memory of the server with ten times the photos. */
const GOAL = 40;

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-zip-'));
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  SECRET_KEY: 'a key for benchmarks that is long enough to be one',
};
const cluster = await startTestCluster();
const server = await startTestServer({ cluster, now: new Date(), environment: settings });
try {
  const world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const who = roles.administrator;
  const ids: string[] = [];
  const kept = { organisationId, userId: null };
  for (let at = 0; at < DIFFERENT; at += 1) {
    const bytes = randomBytes(PHOTO);
    const sha256 = createHash('sha256').update(bytes).digest();
    const key = `blobs/${organisationId}/${sha256.toString('hex')}`;
    await server.services.files.put(key, Readable.from([bytes]));
    const about = { key, sha256, size: PHOTO, mime: 'image/jpeg', name: `IMG_${at}.jpg` };
    const equal = Array.from({ length: MANY / DIFFERENT }, () => randomUUID());
    await Promise.all(equal.map((id) => recordBlob(server.services, kept, { id, ...about })));
    ids.push(...equal);
  }
  const by = { projectId, createdBy: who.userId };
  await writeRows(server, { organisationId, projectId }, (tx) => {
    const pin = pinRow(by, { number: 1, title: 'Wall' });
    tx.put('pin', pin);
    for (const id of ids) tx.put('post', postRow(by, pin.id, [fileOf(id)]));
  });
  const program = await startProgram({ ...settings, DATABASE_URL: server.database.url, ROLES: 'web' });
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

  const fetchZip = async (count: number) => {
    const body = { id: randomUUID(), blobIds: ids.slice(0, count) };
    const { url } = await who.caller.call(createMediaExport, { params: { projectId }, body });
    const begun = performance.now();
    const reply = await fetch(program.url + url);
    if (!reply.ok || !reply.body) throw new Error(`no zip: ${reply.status} ${await reply.text()}`);
    let [bytes, first, most] = [0, 0, 0];
    for await (const piece of reply.body) {
      if (bytes === 0) first = performance.now() - begun;
      bytes += piece.length;
      if (Math.floor(bytes / (8 * MB)) !== Math.floor((bytes - piece.length) / (8 * MB)))
        most = Math.max(most, memory());
    }
    if (bytes < count * PHOTO) throw new Error(`the zip is truncated: ${bytes} bytes`);
    return { first, most, perMegabyte: (performance.now() - begun) / (bytes / MB), size: bytes / MB };
  };
  await fetchZip(FEW);
  const few = await fetchZip(FEW);
  const many = await fetchZip(MANY);
  table(
    ['photos', 'MB', 'first byte, ms', 'ms a MB', 'server at most, MB'],
    [few, many].map((one, at) => [at === 0 ? `${FEW}` : `${MANY}`, one.size, one.first, one.perMegabyte, one.most]),
  );
  judge('more memory of the server for ten times the photos, MB', many.most - few.most, GOAL);
  await program.end();
} finally {
  await server.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

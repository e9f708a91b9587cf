// Large reports as in use: a site in the database with two photos of 12 megapixels and a plan detail for each pin, the
// program with its worker, and calls over HTTP. Measures the preview, the PDF of the whole site with the memory of all
// processes, its progress, what remains after the program is killed half-way, and how fast a report is cancelled. Then the
// PDF of some of the pins, by default a tenth, compared with bare LibreOffice converting the Word file of the same
// report, and the same as a template of the project. `node bench/report-program.ts [pins] [converted]`.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  cancelReport,
  createReport,
  createTemplate,
  downloadReport,
  downloadTemplate,
  getReport,
  previewReport,
  type Report,
} from '@plumbline/core/features/reports/contract';
import type { CallOf, Endpoint, ReplyOf } from '@plumbline/core/kernel/endpoint';
import { sheetPack } from '@plumbline/server/features/reports/fixtures/sheet-pack';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { createWorld, signIn, writeRows } from '@plumbline/testkit/actors';
import { addressOf } from '@plumbline/testkit/calls';
import { fileOf, pinRow, planRow, postRow, revisionRow, taskRow } from '@plumbline/testkit/content';
import { startTestCluster } from '@plumbline/testkit/database';
import { type Program, startProgram } from '@plumbline/testkit/program/program';
import { startTestServer } from '@plumbline/testkit/server';
import sharp from 'sharp';
import { judge } from './common/figures.ts';

const PINS = Number(process.argv[2] ?? 5_000);
/** Of the comparison with LibreOffice. */
const CONVERTED_PINS = Number(process.argv[3] ?? Math.ceil(PINS / 10));
const PHOTOS_PER_PIN = 2;
/** Files that the photos share: each photo is printed and embedded on its own. */
const FILES = 8;
const BATCH = 500;
const MAX_MEMORY_MB = 700;
const MAX_PREVIEW_MS = 2_000;
const MAX_CANCEL_MS = 2_000;
const SAMPLE_MS = 250;
const TOKEN_MS = 300_000;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'plumbline-bench-report-'));
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  SECRET_KEY: 'a key for benchmarks that is long enough to be one',
  NODE_OPTIONS: '--max-semi-space-size=16',
  WORKER_RECOVERY_MS: '1000',
};
const cluster = await startTestCluster();
const server = await startTestServer({ cluster, now: new Date(), environment: settings });
let program: Program | undefined;

const start = async () => {
  program = await startProgram({ ...settings, DATABASE_URL: server.database.url });
  return program;
};

/** Megabytes of a process and everything that it has started. */
function memoryOf(pid: number): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/u.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/mu.exec(status)?.[1]));
      sizes.set(Number(name), Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOwn = (id: number): boolean => id === pid || (id > 1 && isOwn(parents.get(id) ?? 0));
  return [...sizes].reduce((sum, [id, size]) => sum + (isOwn(id) ? size : 0), 0);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

try {
  const world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const { userId, caller } = roles.administrator;
  const by = { projectId, createdBy: userId };

  const keep = async (bytes: Buffer, name: string, mime: string) => {
    const id = randomUUID();
    const key = `blobs/${organisationId}/${id.replaceAll('-', '')}`;
    const { size, sha256 } = await server.services.files.put(key, Readable.from([bytes]));
    await recordBlob(server.services, roles.administrator, {
      ...{ id, key, size, mime, name },
      sha256: Buffer.from(sha256, 'hex'),
    });
    return id;
  };
  const files = await Promise.all(
    Array.from({ length: FILES }, async (_, at) => {
      const noise = { type: 'gaussian', mean: 110 + at * 8, sigma: 28 } as const;
      const image = sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise } });
      return keep(await image.resize(4_000, 3_000).jpeg({ quality: 85 }).toBuffer(), `${at}.jpg`, 'image/jpeg');
    }),
  );
  // A blob of its own for each photo, as after uploads.
  const copies = await server.database.root.query<{ id: string }>(
    `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
     SELECT b.organisation_id, gen_random_uuid(), b.sha256, b.size, b.mime, b.name, b.key, b.created_by, b.created_at
     FROM generate_series(1, $3) AS n JOIN blob b ON b.organisation_id = $1 AND b.id = ($2::uuid[])[1 + n % ${FILES}]
     RETURNING id`,
    [organisationId, files, PINS * PHOTOS_PER_PIN],
  );
  const photos = copies.rows.map(({ id }) => id);
  const pack = await keep(await sheetPack(), 'pack', 'application/octet-stream');
  const blobs = { packBlobId: pack, thumbBlobId: pack, previewBlobId: pack, originalBlobId: pack };
  const plan = planRow(by, { name: 'Ground floor' });
  const revision = revisionRow(by, plan.id, blobs, {
    ...{ widthPt: 1_190.55, heightPt: 841.89 },
    pyramid: { width: 3_508, height: 2_480, tileSize: 512, levels: 4 },
  });
  const pinIds: string[] = [];
  for (let from = 0; from < PINS; from += BATCH)
    await writeRows(server, world, (tx) => {
      if (from === 0) {
        tx.put('plan', { ...plan, currentRevisionId: revision.id });
        tx.put('revision', revision);
      }
      for (let at = from; at < Math.min(PINS, from + BATCH); at += 1) {
        const place = {
          planId: plan.id,
          x: 0.1 + (0.8 * ((at * 37) % 100)) / 100,
          y: 0.1 + (0.8 * ((at * 61) % 100)) / 100,
        };
        const pin = pinRow(by, {
          number: at + 1,
          title: `Crack in wall ${at}`,
          notes: 'From the lintel up.',
          ...place,
        });
        pinIds.push(pin.id);
        tx.put('pin', pin);
        tx.put('task', taskRow(by, pin.id, { number: at + 1, companyName: `Company ${at % 40}`, craft: 'Painter' }));
        const own = photos.slice(at * PHOTOS_PER_PIN, (at + 1) * PHOTOS_PER_PIN);
        tx.put(
          'post',
          postRow(
            by,
            pin.id,
            own.map((id) => fileOf(id)),
          ),
        );
      }
    });
  // As autovacuum does it in an installation in use.
  await server.database.root.query('ANALYZE');

  // An access token is valid for a quarter of an hour.
  let signedIn = { at: performance.now(), token: caller.token };
  const token = async () => {
    const age = performance.now() - signedIn.at;
    if (age > TOKEN_MS) {
      server.clock.advance(age);
      signedIn = { at: performance.now(), token: (await signIn(server, roles.administrator)).caller.token };
    }
    return signedIn.token;
  };
  async function send(endpoint: Endpoint, input: object): Promise<Response> {
    const { body } = input as { body?: unknown };
    const response = await fetch(`${program?.url}${addressOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${endpoint.name}: ${response.status} ${await response.text()}`);
    return response;
  }
  const call = async <E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<ReplyOf<E>> =>
    (await send(endpoint, input as object)).json() as Promise<ReplyOf<E>>;

  const content = (over: object = {}) =>
    ({ title: 'Walk', templateId: 'builtin:siteReport', format: 'pdf', language: 'en', ...over }) as never;
  const order = (over: object): Promise<Report> =>
    call(createReport, { params: { projectId }, body: content({ id: randomUUID(), ...over }) });
  const one = ({ id: reportId }: Report) => ({ params: { projectId, reportId } });
  const percents = new Map<string, number[]>();
  const until = async (report: Report, there: (seen: Report) => boolean): Promise<Report> => {
    for (;;) {
      const seen = await call(getReport, one(report));
      if (seen.state === 'running') percents.set(report.id, [...(percents.get(report.id) ?? []), seen.percent]);
      if (there(seen)) return seen;
      if (seen.state === 'failed') throw new Error(`the report failed: ${seen.problem}`);
      await sleep(SAMPLE_MS);
    }
  };
  const isDone = ({ state }: Report): boolean => state === 'done';
  const download = async (report: Report, name: string): Promise<string> => {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.from(await (await send(downloadReport, one(report))).arrayBuffer()));
    return file;
  };
  const size = (file: string): string => `${Math.round(statSync(file).size / 1_048_576)} MB`;
  const pagesOf = async (file: string): Promise<string> =>
    /Pages:\s+(\d+)/u.exec((await run('pdfinfo', [file]).catch(() => ({ stdout: '' }))).stdout)?.[1] ?? '?';

  /** Creates a report and says how long it took and how much memory everything together needed meanwhile. */
  const made = async (over: object) => {
    const pid = program?.child.pid ?? 0;
    const idle = memoryOf(pid);
    let most = idle;
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(pid));
    }, SAMPLE_MS);
    const { ms, result } = await timed(async () => until(await order(over), isDone));
    clearInterval(sampling);
    return { report: result, seconds: ms / 1_000, memory: most - idle };
  };

  await start();
  // The first preview and report start the processes that draw.
  const preview = () => timed(() => call(previewReport, { params: { projectId }, body: content({ filter: {} }) }));
  await preview();
  await made({ pinIds: pinIds.slice(0, 3) });
  const shown = [await preview(), await preview(), await preview()];
  if (shown.some(({ result }) => result.pages.length !== 3)) throw new Error('a preview without pages');
  judge(`preview of ${PINS} pins, ms`, Math.max(...shown.map(({ ms }) => ms)), MAX_PREVIEW_MS);

  const large = await made({ pinIds });
  const file = await download(large.report, 'large.pdf');
  const what = `${PINS} pins, ${photos.length} photos as PDF`;
  console.log(`${what}: ${large.seconds.toFixed(1)} s, ${size(file)}, ${await pagesOf(file)} pages`);
  judge('memory of all processes above idle, MB', large.memory, MAX_MEMORY_MB);
  const steps = percents.get(large.report.id) ?? [];
  judge('steps back of the progress', steps.filter((step, at) => step < (steps[at - 1] ?? 0)).length, 0);

  const unwanted = await order({ pinIds });
  await until(unwanted, ({ percent }) => percent >= 15);
  const { ms: cancelling } = await timed(() => call(cancelReport, one(unwanted)));
  const { ms: free } = await timed(async () => until(await order({ pinIds: pinIds.slice(0, 1) }), isDone));
  console.log(`cancelled after ${cancelling.toFixed(0)} ms`);
  judge('until the next small report is finished, ms', free, MAX_CANCEL_MS);

  const part = pinIds.slice(0, CONVERTED_PINS);
  const whole = await made({ pinIds: part });
  const interrupted = await order({ pinIds: part });
  await until(interrupted, ({ percent }) => percent >= 50);
  await program?.end('SIGKILL');
  // The lock of a dead worker expires only after a while.
  await server.database.root.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 hour'`,
  );
  await start();
  const rest = await timed(() => until(interrupted, isDone));
  const back = percents.get(interrupted.id) ?? [];
  judge('steps back of the progress after a kill', back.filter((step, at) => step < (back[at - 1] ?? 0)).length, 0);
  judge('time after a kill at 50 % to that of the whole report', rest.ms / 1_000 / whole.seconds, 0.8);

  const word = await made({ pinIds: part, format: 'docx' });
  const docx = await download(word.report, 'part.docx');
  console.log(`${part.length} pins as Word: ${word.seconds.toFixed(1)} s, ${size(docx)}`);
  console.log(`${part.length} pins as PDF: ${whole.seconds.toFixed(1)} s, ${whole.memory.toFixed(0)} MB above idle`);
  const bare = await timed(() =>
    run('soffice', [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', docx], {
      cwd: folder,
    }),
  ).catch(() => undefined);
  if (bare) {
    const pages = await pagesOf(path.join(folder, 'part.pdf'));
    console.log(`bare LibreOffice, from the finished Word file: ${(bare.ms / 1_000).toFixed(1)} s, ${pages} pages`);
    judge('PDF to Word file and bare LibreOffice', whole.seconds / (word.seconds + bare.ms / 1_000), 1);
    const template = await send(downloadTemplate, {
      params: { projectId, templateId: 'builtin:siteReport' },
      query: { language: 'en' },
    });
    const blobId = await keep(Buffer.from(await template.arrayBuffer()), 'own.docx', DOCX);
    const { id: templateId } = await call(createTemplate, {
      params: { projectId },
      body: { id: randomUUID(), blobId, title: 'Own' },
    });
    const own = await made({ pinIds: part, templateId });
    console.log(`${part.length} pins as PDF of a template of the project: ${own.seconds.toFixed(1)} s`);
    judge('memory of all processes with LibreOffice above idle, MB', own.memory, MAX_MEMORY_MB);
  }
} finally {
  await program?.end();
  await server.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

// Importing 100,000 pins with tasks from a CSV file, checked and imported: time, memory, and growth of the database, compared
// with 10,000.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkPinImport, getPinImport, runPinImport } from '@plumbline/core/features/exchange/contract';
import { pinImportTasks } from '@plumbline/server/features/exchange/import/jobs';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { createPerson, makeOrganisation, makeProject, signIn, writeRows } from '@plumbline/testkit/actors';
import { planRow } from '@plumbline/testkit/content';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';

const [FEW, MANY] = [10_000, 100_000];
/** Time and database of one pin of 100,000 to those of one of 10,000: neither may grow with the number. */
const RATIO_GOAL = 1.3;
/** Memory of 100,000 beyond that of 10,000. */
const MEMORY_GOAL_MB = 64;
const MB = 1_048_576;
const HEAD = 'ID;Titel;Kategorie;Plan;X;Y;Notizen;Aufgabe;Zuständig;Fällig am';
const COLUMNS = ['key', 'title', 'category', 'plan', 'x', 'y', 'notes', 'taskTitle', 'assignee', 'dueDate'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const csv = (count: number): string =>
  `${HEAD}\n${Array.from(
    { length: count },
    (_, n) =>
      `${n};Riss in Wand ${n};Gewerk ${n % 20};Erdgeschoss;0,${1 + (n % 9)};0,5;Raum ${n % 400};Ausbessern;person${n % 200}@example.org;${1 + (n % 28)}.12.2026\n`,
  ).join('')}`;

const server = await startTestServer({ environment: { CHECK_REPLIES: 'off' } });
try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Lea', lastName: 'Lang', admin: true });
  const lead = await signIn(server, person);
  const tasks = pinImportTasks(server.services);
  const { root } = server.database;

  async function newProject(title: string): Promise<string> {
    const projectId = await makeProject(server, {
      ...{ organisationId, title, by: lead },
      members: [[lead, 'administrator']],
    });
    const plan = planRow({ projectId, createdBy: lead.userId }, { name: 'Erdgeschoss' });
    await writeRows(server, { organisationId, projectId }, (tx) => tx.put('plan', plan));
    return projectId;
  }

  async function databaseMb(): Promise<number> {
    const found = await root.query<{ mb: number }>(
      'SELECT pg_database_size(current_database())::float8 / 1048576 AS mb',
    );
    return found.rows[0]?.mb ?? 0;
  }

  /** Seconds, and the maximum growth of the memory in use, in MB. */
  async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; held: number }> {
    collect();
    const before = process.memoryUsage().heapUsed;
    let most = before;
    const watch = setInterval(() => {
      // Only what survives a collection is in use; the rest is garbage not collected yet.
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed);
    }, 3_000);
    const begun = performance.now();
    await work();
    clearInterval(watch);
    return { seconds: (performance.now() - begun) / 1_000, held: (most - before) / MB };
  }

  async function round(count: number) {
    const projectId = await newProject(`Project ${count}`);
    const [importId, blobId] = [randomUUID(), randomUUID()];
    const key = `blobs/bench/${blobId}`;
    const { size, sha256 } = await server.services.files.put(key, Readable.from([Buffer.from(csv(count))]));
    const file = { id: blobId, key, sha256: Buffer.from(sha256, 'hex'), size, mime: 'text/csv', name: 'pins.csv' };
    await recordBlob(server.services, lead, file);
    const context = { id: 'job', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
    const work = async (task: 'pins.check' | 'pins.import') => tasks[task]?.({ organisationId, importId }, context);
    const before = await databaseMb();
    const body = { id: importId, blobId, columns: COLUMNS };
    await lead.caller.call(checkPinImport, { params: { projectId }, body });
    const check = await measured(() => work('pins.check'));
    await lead.caller.call(runPinImport, { params: { projectId, importId } });
    const run = await measured(() => work('pins.import'));
    const { done, state, counts } = await lead.caller.call(getPinImport, { params: { projectId, importId } });
    if (done !== count || state !== 'done') throw new Error(`${done} of ${count}: ${state} ${JSON.stringify(counts)}`);
    return { check, run, fileMb: size / MB, grown: (await databaseMb()) - before };
  }

  await round(500);
  const few = await round(FEW);
  const many = await round(MANY);

  table(
    ['', 's', 'held MB', 'file MB', 'database MB'],
    [
      [`check ${FEW}`, few.check.seconds, few.check.held, few.fileMb, '-'],
      [`import ${FEW}`, few.run.seconds, few.run.held, '-', few.grown],
      [`check ${MANY}`, many.check.seconds, many.check.held, many.fileMb, '-'],
      [`import ${MANY}`, many.run.seconds, many.run.held, '-', many.grown],
    ],
  );
  const perPin = (few.check.seconds + few.run.seconds) / FEW;
  judge(
    'time of a pin of 100,000 to one of 10,000',
    (many.check.seconds + many.run.seconds) / MANY / perPin,
    RATIO_GOAL,
  );
  judge('database of a pin of 100,000 to one of 10,000', many.grown / MANY / (few.grown / FEW), RATIO_GOAL);
  const held = ({ check, run }: typeof few) => Math.max(check.held, run.held);
  judge('memory of 100,000 beyond that of 10,000, MB', held(many) - held(few), MEMORY_GOAL_MB);
} finally {
  await server.close();
}

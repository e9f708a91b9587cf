// Importing 5,000 people from one list: checked, added to a project and invited, compared with bare inserts of the same
// accounts and members; the additional memory compared with a list of 500; and that an interrupted run resumes where it
// stopped.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Target } from '@plumbline/core/features/people/import/columns';
import { memberImports } from '@plumbline/core/features/people/import/contract';
import { peopleImportTasks } from '@plumbline/server/features/people/import/jobs';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { type Actor, createPerson, makeOrganisation, makeProject, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';

const PEOPLE = 5_000;
/** Bare inserts do without invitations, the change log and the search for existing accounts. */
const MAX_TIME_RATIO = 5;
const MAX_MEMORY_MB = 32;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const list = (mark: string, count: number): string =>
  `E-mail;First name;Last name;Company;Trade;Phone\n${Array.from(
    { length: count },
    (_, n) => `${mark}${n}@example.org;Anna ${n};Berger;Company ${n % 300};Drywall;+43 664 ${100_000 + n}\n`,
  ).join('')}`;

async function begin(server: TestServer, lead: Actor, projectId: string, content: string): Promise<string> {
  const [id, blobId] = [randomUUID(), randomUUID()];
  const key = `blobs/bench/${blobId}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([Buffer.from(content)]));
  const file = { id: blobId, key, sha256: Buffer.from(sha256, 'hex'), size, mime: 'text/csv', name: 'people.csv' };
  await recordBlob(server.services, lead, file);
  const columns: Target[] = ['email', 'firstName', 'lastName', 'companyName', 'craft', 'phone'];
  const body = { id, blobId, kind: 'members' as const, columns };
  await lead.caller.call(memberImports.check, { params: { projectId }, body });
  return id;
}

/** Duration in milliseconds, and the maximum growth of the heap in MB. */
async function measured(work: () => Promise<void>): Promise<{ time: number; heap: number }> {
  collect();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watch = setInterval(() => {
    // Only what survives a collection is in use; the rest is garbage not collected yet.
    collect();
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 3_000);
  const startedAt = performance.now();
  await work();
  const time = performance.now() - startedAt;
  clearInterval(watch);
  return { time, heap: Math.max(0, most - before) / 1_048_576 };
}

const server = await startTestServer({ environment: { CHECK_REPLIES: 'off' } });
try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Lea', lastName: 'Lang', admin: true });
  const lead = await signIn(server, person);
  const newProject = (title: string) =>
    makeProject(server, { organisationId, title, by: lead, members: [[lead, 'administrator']] });
  const tasks = peopleImportTasks(server.services);
  const work = async (task: 'people.check' | 'people.run', importId: string, signal = new AbortController().signal) =>
    tasks[task]?.({ organisationId, importId }, { id: 'job', attempt: 1, maxAttempts: 6, signal });
  const stateOf = (projectId: string, importId: string) =>
    lead.caller.call(memberImports.get, { params: { projectId, importId } });

  async function round(mark: string, count: number) {
    const projectId = await newProject(`Project ${mark}`);
    const id = await begin(server, lead, projectId, list(mark, count));
    const check = await measured(() => work('people.check', id) as Promise<void>);
    await lead.caller.call(memberImports.run, { params: { projectId, importId: id }, query: {} });
    const run = await measured(() => work('people.run', id) as Promise<void>);
    const { done, state } = await stateOf(projectId, id);
    if (done !== count || state !== 'done') throw new Error(`${done} of ${count} were taken in: ${state}`);
    return { check, run };
  }
  await round('warm', 200);
  const small = await round('few', 500);
  const full = await round('many', PEOPLE);

  const bareId = await newProject('Project bare');
  const db = await server.database.root.connect();
  const bare = await measured(async () => {
    for (let n = 0; n < PEOPLE; n += 1) {
      const userId = randomUUID();
      await db.query('BEGIN');
      await db.query(
        `INSERT INTO app_user (id, email, first_name, last_name, phone, created_at) VALUES ($1, $2, $3, 'Berger', '', now())`,
        [userId, `bare${n}@example.org`, `Anna ${n}`],
      );
      await db.query('INSERT INTO organisation_member (organisation_id, user_id, created_at) VALUES ($1, $2, now())', [
        organisationId,
        userId,
      ]);
      await db.query(
        `INSERT INTO member (organisation_id, id, project_id, position, user_id, first_name, last_name, email, company_name, craft, role, state)
         VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, 'Berger', $6, '', '', 'contributor', 'active')`,
        [organisationId, bareId, n + 10, userId, `Anna ${n}`, `bare${n}@example.org`],
      );
      await db.query('COMMIT');
    }
  });
  db.release();

  const stopping = await newProject('Project stopped');
  const stopped = await begin(server, lead, stopping, list('stopped', 1_000));
  await work('people.check', stopped);
  await lead.caller.call(memberImports.run, { params: { projectId: stopping, importId: stopped }, query: {} });
  const abort = new AbortController();
  const ended = Promise.resolve(work('people.run', stopped, abort.signal)).catch(() => undefined);
  while ((await stateOf(stopping, stopped)).done === 0) await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  await ended;
  const between = (await stateOf(stopping, stopped)).done;
  await work('people.run', stopped);
  const after = await stateOf(stopping, stopped);

  table(
    ['', 'ms', 'held MB'],
    [
      ['check 500', small.check.time, small.check.heap],
      [`check ${PEOPLE}`, full.check.time, full.check.heap],
      ['take in 500', small.run.time, small.run.heap],
      [`take in ${PEOPLE}`, full.run.time, full.run.heap],
      [`bare inserts of ${PEOPLE}`, bare.time, bare.heap],
    ],
  );
  console.log(`stopped after ${between} of 1000, then ${after.done}: ${after.state}`);
  judge('time against bare inserts', (full.check.time + full.run.time) / bare.time, MAX_TIME_RATIO);
  judge('memory of 5,000 beyond that of 500, in MB', full.run.heap - small.run.heap, MAX_MEMORY_MB);
  judge('people lost or doubled by a stop', Math.abs(after.done - 1_000), 0);
} finally {
  await server.close();
}

// Load on the whole program: users who read, edit, sync and upload at the same time, against one web process and against
// two, in the same run and on the same database. The generator runs on the same machine and takes its share of the cores.
// Afterwards every confirmed edit and upload must be in the database.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { me } from '@plumbline/core/features/auth/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { getProject, listProjects } from '@plumbline/core/features/projects/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { syncPull, syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { createPerson, makeOrganisation, makeProject, type Person, signIn } from '@plumbline/testkit/actors';
import { addressOf } from '@plumbline/testkit/calls';
import { startOwnCluster } from '@plumbline/testkit/database';
import { startProgram } from '@plumbline/testkit/program/program';
import { sendFile } from '@plumbline/testkit/program/upload';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, percentile, table } from './common/figures.ts';
import { fill } from './pins/fill.ts';

/** `LOAD_USERS`, `LOAD_SECONDS` and `LOAD_PINS` set others. */
const USERS = Number(process.env.LOAD_USERS ?? 250);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 20);
const PINS = Number(process.env.LOAD_PINS ?? 20_000);
/** Between two calls of a user who reads what has arrived: 250 users make about 250 calls a second. */
const PAUSE_MS = 1_000;
/** Users without a pause, who show how much the program can do at most. */
const HURRIED = 24;
const UPLOAD_BYTES = 64_000;
const SECRET_KEY = 'a key for the load benchmark that is long enough';
const PROCESSES = [1, 2];

type User = { index: number; token: string; headers: Record<string, string>; deviceId: string; edits: number };
type Kind = 'read' | 'pull' | 'edit' | 'upload';
type Measured = { kind: Kind; ms: number };

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-load-'));
const cluster = await startOwnCluster({ durable: true });
// Prepares the data; the programs below serve it.
const server = await startTestServer({ cluster, now: new Date(), environment: { SECRET_KEY } });

/** Edits go to a project of their own: the pins of the other one are written without the counter of their numbers. */
async function prepare(): Promise<{ users: User[]; projectId: string; editedId: string }> {
  const organisationId = await makeOrganisation(server, 'Load');
  const people: Person[] = [];
  for (let at = 0; at < USERS; at += 1) {
    const name = { firstName: 'User', lastName: String(at) };
    people.push(await createPerson(server, { organisationId, ...name, admin: at === 0 }));
  }
  const [chief, guest] = people;
  if (!chief || !guest) throw new Error('users are missing');
  const make = (title: string) =>
    makeProject(server, {
      ...{ organisationId, title, by: chief },
      members: people.map((person) => [person, 'administrator']),
    });
  const [projectId, editedId] = [await make('Load'), await make('Edits')];
  await fill(server, { projectId, count: PINS, by: chief.userId, guest: guest.userId });
  const users: User[] = [];
  for (const [index, person] of people.entries()) {
    const { caller } = await signIn(server, person);
    const headers = { authorization: `Bearer ${caller.token}`, ...(await caller.keyHeader()) };
    users.push({ index, token: caller.token ?? '', headers, deviceId: randomUUID(), edits: 0 });
  }
  return { users, projectId, editedId };
}

const { users, projectId, editedId } = await prepare();
const params = { projectId };
const head = Number(
  (await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [projectId])).rows[0]?.head,
);
const READS = [
  addressOf(listProjects, {}),
  addressOf(getProject, { params }),
  addressOf(listPlans, { params }),
  addressOf(listPins, { params, query: { status: 'open', size: 50 } }),
  addressOf(listTasks, { params, query: { size: 50 } }),
  addressOf(me, {}),
];
const PULL = addressOf(syncPull, { query: { projectId, from: head } });
const confirmed = { pins: [] as string[], files: new Map<string, string>() };

/** Against one program: each user has a connection of their own, as through a proxy with keep-alive. */
function clientOf(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: USERS });
  const send = (user: User, target: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const method = body ? 'POST' : 'GET';
      const json = body && { 'content-type': 'application/json' };
      const asked = request(
        url + target,
        { agent, method, headers: { ...user.headers, ...json } },
        async (response) => {
          let text = '';
          for await (const piece of response) text += String(piece);
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${target}: ${response.statusCode} ${text.slice(0, 300)}`));
        },
      );
      asked.on('error', reject);
      asked.end(body && JSON.stringify(body));
    });

  async function edit(user: User): Promise<void> {
    const id = randomUUID();
    const input = { id, planId: null, x: null, y: null };
    const n = user.edits + 1;
    const mutation = {
      n,
      id: randomUUID(),
      projectId: editedId,
      name: 'pin.create',
      input,
      at: new Date().toISOString(),
    };
    const reply = await send(user, addressOf(syncPush, {}), { deviceId: user.deviceId, mutations: [mutation] });
    const { last, results } = JSON.parse(reply) as PushReply;
    if (last !== n || results[0]?.outcome !== 'applied') throw new Error(`an edit was not applied: ${reply}`);
    user.edits = n;
    confirmed.pins.push(id);
  }

  async function upload({ token, index }: User): Promise<void> {
    const id = randomUUID();
    const bytes = Buffer.alloc(UPLOAD_BYTES, `${id} ${index}`);
    const file = { purpose: 'file', name: 'notes.txt', mime: 'text/plain' } as const;
    await sendFile({ token, id, ...file, bytes, urlOf: () => url });
    confirmed.files.set(id, createHash('sha256').update(bytes).digest('hex'));
  }

  /** Of 20 calls 14 read, 3 pull and 3 edit; every 40th is an upload. */
  async function act(user: User, at: number): Promise<Kind> {
    const kind: Kind = at % 40 === 39 ? 'upload' : at % 7 === 3 ? 'edit' : at % 7 === 5 ? 'pull' : 'read';
    if (kind === 'upload') await upload(user);
    else if (kind === 'edit') await edit(user);
    else await send(user, kind === 'pull' ? PULL : (READS[at % READS.length] ?? ''));
    return kind;
  }
  return { act, close: () => agent.destroy() };
}

/** All of `those` users act for `seconds`; the time of a call includes waiting for a free process. */
async function load(url: string, those: readonly User[], seconds: number, pauseMs: number) {
  const { act, close } = clientOf(url);
  const times: Measured[] = [];
  const failures: string[] = [];
  const startedAt = performance.now();
  const going = () => performance.now() - startedAt < seconds * 1_000;
  await Promise.all(
    those.map(async (user) => {
      // Users do not begin together.
      await wait((pauseMs * user.index) / those.length);
      for (let at = user.index; going(); at += 1) {
        const calledAt = performance.now();
        await act(user, at).then(
          (kind) => times.push({ kind, ms: performance.now() - calledAt }),
          (error: unknown) => failures.push(String(error)),
        );
        // A person who has waited does not wait again.
        await wait(Math.max(0, pauseMs - (performance.now() - calledAt)));
      }
    }),
  );
  close();
  return { rate: times.length / ((performance.now() - startedAt) / 1_000), times, failures };
}

const rows: (string | number)[][] = [];
const rates: number[] = [];
let failed = 0;
function note(name: string, processes: number, { rate, times, failures }: Awaited<ReturnType<typeof load>>): void {
  const all = times.map(({ ms }) => ms);
  const of = (kind: Kind) =>
    percentile(
      times.filter((one) => one.kind === kind).map(({ ms }) => ms),
      0.99,
    );
  const figures = [rate, percentile(all, 0.5), percentile(all, 0.99), of('read'), of('pull'), of('edit'), of('upload')];
  rows.push([name, String(processes), ...figures, String(failures.length)]);
  failed += failures.length;
  for (const failure of new Set(failures.slice(0, 3))) console.log(`failed: ${failure}`);
}

try {
  for (const processes of PROCESSES) {
    const program = await startProgram({
      ...{ DATA_DIR: folder, DATABASE_URL: server.database.url, SECRET_KEY, ROLES: 'web' },
      ...{ WEB_PROCESSES: String(processes), CALLS_PER_SECOND: '100000', PUBLIC_URL: 'http://localhost:8420' },
    });
    try {
      // Warms up caches and compiled code.
      await load(program.url, users, 8, PAUSE_MS);
      note(`${USERS} users`, processes, await load(program.url, users, SECONDS, PAUSE_MS));
      const most = await load(program.url, users.slice(0, HURRIED), SECONDS, 0);
      note(`${HURRIED} without pauses`, processes, most);
      rates.push(most.rate);
    } finally {
      await program.end();
    }
  }
  table(
    ['load', 'processes', 'calls /s', 'p50 ms', 'p99 ms', 'read p99', 'pull p99', 'edit p99', 'upload p99', 'failed'],
    rows,
  );
  const [one = 0, two = 0] = rates;
  console.log(
    `calls a second without pauses, two processes : one: ${(two / one).toFixed(2)} on ${availableParallelism()} cores`,
  );
  const pins = await server.database.root.query('SELECT id FROM pin WHERE id = ANY ($1::uuid[])', [confirmed.pins]);
  const files = await server.database.root.query<{ id: string; sha256: string }>(
    `SELECT id, encode(sha256, 'hex') AS sha256 FROM blob WHERE id = ANY ($1::uuid[])`,
    [[...confirmed.files.keys()]],
  );
  const kept = files.rows.filter(({ id, sha256 }) => confirmed.files.get(id) === sha256).length;
  console.log(`confirmed: ${confirmed.pins.length} edits, ${confirmed.files.size} uploads`);
  judge('confirmed edits and uploads lost', confirmed.pins.length - pins.rows.length + confirmed.files.size - kept, 0);
  judge('calls failed', failed, 0);
} finally {
  await server.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

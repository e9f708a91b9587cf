// Load on the whole program, each goal by itself, with one web process and with two, in the same run and on the same
// database: mixed calls of many users, sign-ins, pushes into one project, and open streams. Beside it the same statements
// without the program. The generator runs on the same machine and takes its share of the cores. Afterwards every confirmed
// edit and upload must be in the database.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnCluster } from '@plumbline/testkit/database';
import { type Program, startProgram } from '@plumbline/testkit/program/program';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, judgeLeast, table } from './common/figures.ts';
import { barePushes, bareReads } from './load/bare.ts';
import { type Client, type Confirmed, clientOf, pullOf, readsOf } from './load/client.ts';
import { figuresOf, hearEdits, type Kind, type Loaded, load, mixOf } from './load/goals.ts';
import { prepareCrowd, type User } from './load/people.ts';

/** `LOAD_USERS`, `LOAD_SECONDS` and `LOAD_PINS` set others; `LOAD_ONLY` names the loads to run, separated by commas. */
const USERS = Number(process.env.LOAD_USERS ?? 250);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 20);
const PINS = Number(process.env.LOAD_PINS ?? 20_000);
/** One call a second of every user. */
const PACE_MS = 1_000;
/** Users without a pause, who show how much the program can do at most. */
const HURRIED = 24;
const STREAMS_EACH = 8;
const SECRET_KEY = 'a key for the load benchmark that is long enough';
const PROCESSES = [1, 2];
const LOADS = ['mixed', 'most', 'sign-ins', 'pushes', 'streams', 'bare'] as const;
const wanted = new Set<string>(process.env.LOAD_ONLY?.split(',') ?? LOADS);
const GOALS = { p95: 100, signIns: 60, pushes: 200, heardMs: 1_000 };

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-load-'));
const cluster = await startOwnCluster({ durable: true });
// Prepares the data; the programs below serve it.
const server = await startTestServer({ cluster, now: new Date(), environment: { SECRET_KEY } });
const crowd = await prepareCrowd(server, USERS, PINS);
const { users, projectId } = crowd;
const hurried = users.slice(0, HURRIED);
const log = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [projectId]);
const reads = readsOf(crowd);
const pull = pullOf(projectId, Number(log.rows[0]?.head));
const confirmed: Confirmed = { pins: [], files: new Map() };

const rows: (string | number)[][] = [];
const HEADINGS = ['load', 'processes', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'];
let failed = 0;

/** Adds a load to the table, one row for each kind of call. */
function note(name: string, processes: number, loaded: Loaded, kinds: readonly (Kind | undefined)[] = [undefined]) {
  for (const kind of kinds) {
    const { rate, p50, p95, p99 } = figuresOf(loaded, kind);
    const failures = kind === undefined ? String(loaded.failures.length) : '';
    rows.push([kind ? `  ${kind}` : name, String(processes), rate, p50, p95, p99, failures]);
  }
  failed += loaded.failures.length;
  for (const failure of new Set(loaded.failures.slice(0, 3))) console.log(`failed: ${failure}`);
  return figuresOf(loaded);
}

/** The best of one process and two. */
const best = { p95: Number.POSITIVE_INFINITY, signIns: 0, pushes: 0, heardMs: Number.POSITIVE_INFINITY };

async function measure(client: Client, processes: number): Promise<void> {
  const mix = mixOf(client, reads, pull);
  const edit = (user: User) => client.edit(user).then((): Kind => 'edit');
  // Warms up caches and compiled code.
  await load(mix, users, 8, PACE_MS);
  if (wanted.has('mixed')) {
    const mixed = await load(mix, users, SECONDS, PACE_MS);
    const { p95 } = note(`${USERS} users`, processes, mixed, [undefined, 'read', 'pull', 'edit', 'upload']);
    best.p95 = Math.min(best.p95, p95);
  }
  if (wanted.has('most')) note(`${HURRIED} without pauses`, processes, await load(mix, hurried, SECONDS, 0));
  if (wanted.has('sign-ins')) {
    const signIn = (user: User) => client.signIn(user).then((): Kind => 'sign-in');
    best.signIns = Math.max(best.signIns, note('sign-ins', processes, await load(signIn, hurried, SECONDS, 0)).rate);
  }
  if (wanted.has('pushes')) {
    await load(edit, hurried, 4, 0);
    const pushed = note('pushes into one project', processes, await load(edit, hurried, SECONDS, 0));
    best.pushes = Math.max(best.pushes, pushed.rate);
  }
  if (wanted.has('streams')) {
    const { streams, openedMs, times } = await hearEdits(client, users, STREAMS_EACH, 5);
    const worst = Math.max(...times);
    console.log(
      `${streams} streams, ${processes} processes: opened in ${openedMs.toFixed(0)} ms, all heard of an edit within ${worst.toFixed(0)} ms`,
    );
    best.heardMs = Math.min(best.heardMs, worst);
  }
}

async function withProgram(processes: number, work: (program: Program) => Promise<void>): Promise<void> {
  const program = await startProgram({
    ...{ DATA_DIR: folder, DATABASE_URL: server.database.url, SECRET_KEY, ROLES: 'web' },
    ...{ WEB_PROCESSES: String(processes), CALLS_PER_SECOND: '100000', PUBLIC_URL: 'http://localhost:8420' },
  });
  try {
    await work(program);
  } finally {
    await program.end();
  }
}

async function measureBare(): Promise<void> {
  const [writer] = users;
  if (!writer) throw new Error('users are missing');
  const extent = { connections: 12, seconds: SECONDS / 2 };
  const read = await bareReads(server, writer, [...reads, pull], extent);
  const pushed = await barePushes(server, writer, crowd.bareId, extent);
  table(
    ['statements without the program', 'per call', 'calls per second'],
    [
      ['reads and pulls', read.statements, read.rate],
      ['pushes into one project', pushed.statements, pushed.rate],
    ],
  );
}

/** Confirmed edits and uploads that the database does not have, or not as they were sent. */
async function lost(): Promise<number> {
  const { root } = server.database;
  const pins = await root.query('SELECT FROM pin WHERE id = ANY ($1::uuid[])', [confirmed.pins]);
  const files = await root.query<{ id: string; sha256: string }>(
    `SELECT id, encode(sha256, 'hex') AS sha256 FROM blob WHERE id = ANY ($1::uuid[])`,
    [[...confirmed.files.keys()]],
  );
  const kept = files.rows.filter(({ id, sha256 }) => confirmed.files.get(id) === sha256).length;
  console.log(`confirmed: ${confirmed.pins.length} edits, ${confirmed.files.size} uploads`);
  return confirmed.pins.length - pins.rows.length + confirmed.files.size - kept;
}

try {
  for (const processes of PROCESSES)
    await withProgram(processes, async ({ url }) => {
      const client = clientOf(url, USERS, crowd, confirmed);
      await measure(client, processes);
      client.close();
    });
  table(HEADINGS, rows);
  if (wanted.has('bare')) await measureBare();
  console.log(`on ${availableParallelism()} cores, shared with the database and the generator`);
  if (wanted.has('mixed')) judge(`p95 of ${USERS} mixed calls a second, ms`, best.p95, GOALS.p95);
  if (wanted.has('sign-ins')) judgeLeast('sign-ins per second', best.signIns, GOALS.signIns);
  if (wanted.has('pushes')) judgeLeast('pushes per second into one project', best.pushes, GOALS.pushes);
  if (wanted.has('streams')) judge('ms until all streams heard of an edit', best.heardMs, GOALS.heardMs);
  judge('confirmed edits and uploads lost', await lost(), 0);
  judge('calls failed', failed, 0);
} finally {
  await server.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

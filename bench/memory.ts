// Memory of one process over a long time of moderate, mixed load: calls, edits, uploads, sign-ins, and live streams that
// come and go. `npm run bench -- memory 60` runs for 60 minutes.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startOwnCluster } from '@plumbline/testkit/database';
import { startProgram } from '@plumbline/testkit/program/program';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';
import { clientOf, pullOf, readsOf } from './load/client.ts';
import { type Kind, load, mixOf } from './load/goals.ts';
import { prepareCrowd, type User } from './load/people.ts';

const MINUTES = Number(process.argv[2] ?? 60);
const USERS = 60;
const PINS = 5_000;
/** Of each user: 20 calls a second in all. */
const PACE_MS = 3_000;
const SAMPLE_MS = 5_000;
/** The table has twelve lines; each shows the heap after a garbage collection, and the smallest sample of the rest. */
const LINES = 12;
/** The first lines, in which caches and compiled code are filled. */
const WARMING = 3;
const GOAL_MB_PER_HOUR = 10;
/** So many failed calls end the run: without its load, its figures mean nothing. */
const MAX_FAILED = 100;
const MB = 1_048_576;
const SECRET_KEY = 'a key for the memory benchmark that is long enough';

type Sample = { minute: number; rss: number; heap: number; external: number };

async function sample(url: string, startedAt: number): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'mu').exec(text)?.[1]) / MB;
  return {
    minute: (performance.now() - startedAt) / 60_000,
    rss: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
  };
}

/** Least squares: megabytes per hour. */
function slope(samples: readonly Sample[], of: 'rss' | 'heap' | 'external'): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map((one) => one[of]))];
  const over = samples.reduce((sum, one) => sum + (one.minute - x) * (one[of] - y), 0);
  return (60 * over) / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

/** Asks the inspector of the program to collect garbage. */
async function collectGarbage(said: string): Promise<void> {
  const socket = new WebSocket(/ws:\/\/\S+/u.exec(said)?.[0] ?? '');
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(socket, 'message');
  socket.close();
}

const least = (samples: readonly Sample[]): Sample => ({
  minute: samples.at(-1)?.minute ?? 0,
  rss: Math.min(...samples.map(({ rss }) => rss)),
  heap: Math.min(...samples.map(({ heap }) => heap)),
  external: Math.min(...samples.map(({ external }) => external)),
});

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-memory-'));
const cluster = await startOwnCluster({ log: console });
const server = await startTestServer({ cluster, now: new Date(), environment: { SECRET_KEY } });
const crowd = await prepareCrowd(server, USERS, PINS);
const program = await startProgram({
  ...{ DATA_DIR: folder, DATABASE_URL: server.database.url, SECRET_KEY },
  ...{ CALLS_PER_SECOND: '100000', PUBLIC_URL: 'http://localhost:8420', NODE_OPTIONS: '--inspect=127.0.0.1:0' },
});
try {
  const client = clientOf(program.url, USERS, crowd, { pins: [], files: new Map() });
  const log = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [crowd.projectId]);
  const mix = mixOf(client, readsOf(crowd), pullOf(crowd.projectId, Number(log.rows[0]?.head)));
  const streams = new Map<number, () => void>();
  /** Every 20th call signs in, every 10th opens the user's stream again. */
  const call = async (user: User, at: number): Promise<Kind> => {
    if (at % 10 === 9) {
      streams.get(user.index)?.();
      streams.set(user.index, await client.openStream(user, () => {}));
    }
    if (at % 20 !== 19) return mix(user, at);
    await client.signIn(user);
    return 'sign-in';
  };
  const broken = Promise.withResolvers<never>();
  let failed = 0;
  const act = (user: User, at: number) =>
    call(user, at).catch((error: unknown) => {
      failed += 1;
      if (failed === MAX_FAILED) broken.reject(error);
      throw error;
    });
  const startedAt = performance.now();
  const lines: Sample[] = [];
  let running = true;
  const watching = (async () => {
    for (let line = 1; line <= LINES; line += 1) {
      const samples: Sample[] = [];
      while (running && performance.now() - startedAt < (line * MINUTES * 60_000) / LINES) {
        samples.push(await sample(program.url, startedAt));
        await wait(SAMPLE_MS);
      }
      await collectGarbage(program.said());
      const shown = { ...least(samples), heap: (await sample(program.url, startedAt)).heap };
      lines.push(shown);
      const { minute, rss, heap, external } = shown;
      const figures = `heap ${heap.toFixed(1)} MB, external ${external.toFixed(1)} MB, RSS ${rss.toFixed(0)} MB`;
      console.log(`minute ${minute.toFixed(0)}: ${figures}`);
    }
  })();
  const { rate, times, failures } = await Promise.race([load(act, crowd.users, MINUTES * 60, PACE_MS), broken.promise]);
  running = false;
  await watching;
  for (const close of streams.values()) close();
  client.close();
  const warm = lines.slice(WARMING);
  console.log(`${times.length} calls, ${rate.toFixed(1)} a second; failed: ${failures.length} ${failures.slice(0, 3)}`);
  const growth = (['heap', 'external', 'rss'] as const).map((of) => slope(warm, of));
  table(['MB per hour', 'heap', 'external', 'RSS'], [['growth after the warm-up', ...growth]]);
  judge('growth of the heap, MB per hour', growth[0] ?? Number.NaN, GOAL_MB_PER_HOUR);
  judge('calls failed', failures.length, 0);
} catch (error) {
  console.log(`stopped after ${Math.round(process.uptime() / 60)} minutes:`, error);
  console.log(`the program printed:\n${program.said().slice(-4_000)}\nits database:\n${cluster.lastLog()}`);
  process.exitCode = 1;
} finally {
  await program.end();
  await server.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
// Users of a run that was stopped still make calls.
process.exit();

// One program that serves the web with two processes: clients cannot tell which of them answers, and lose nothing when one
// is killed.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH, syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { hashPassword } from '@plumbline/server/features/auth/passwords';
import { createUser, joinOrganisation } from '@plumbline/server/features/organisations/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../actors.ts';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { violations } from '../../sync/invariants.ts';
import { makeSite, pinEdit, pullAll, rowsOf, type TestSite } from '../../sync/site.ts';
import { type Program, startProgram } from '../program.ts';
import { keyHeader, signInTo } from '../sign-in.ts';

const EMAIL = 'carl@example.org';
/** Of one client in ten seconds. */
const MAX_CALLS = 200;
const EDITS = 30;

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-web-processes-'));
let cluster: TestCluster;
let site: TestSite;
let program: Program;
let signedIn: Record<string, string>;

beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
  const { organisationId, userId } = site.people.carl;
  const now = new Date();
  const passwordHash = await hashPassword(PASSWORD);
  await systemTransaction(site.database.pool, async (db) => {
    const name = { firstName: 'Carl', lastName: 'Cerny' };
    await createUser(db, { id: userId, email: EMAIL, passwordHash, ...name, accepted: true, now });
    await joinOrganisation(db, { organisationId, userId, now });
  });
  program = await startProgram({
    ...{ DATABASE_URL: site.database.url, DATA_DIR: scratch, ROLES: 'web', WEB_PROCESSES: '2' },
    CALLS_PER_SECOND: String(MAX_CALLS / 10),
  });
  const tokens = await signInTo(program.url, EMAIL, PASSWORD);
  signedIn = { authorization: `Bearer ${tokens.token}`, ...(await keyHeader(program.url, tokens)) };
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** The web processes, the oldest first. */
function pids(): number[] {
  const { pid } = program.child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/u).filter(Boolean).map(Number);
}

/** Runs `work` while only this process answers. */
async function onlyBy<T>(pid: number, work: () => Promise<T>): Promise<T> {
  const others = pids().filter((one) => one !== pid);
  for (const other of others) process.kill(other, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const other of others) process.kill(other, 'SIGCONT');
  }
}

type Reply = { status: number; text: string };

/** On a connection of its own. Undefined if it breaks. */
function send(target: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) {
  return new Promise<Reply | undefined>((resolve) => {
    const method = body ? 'POST' : 'GET';
    const json = body && { 'content-type': 'application/json' };
    const asked = request(
      program.url + target,
      { agent: false, method, headers: { ...json, ...headers } },
      async (response) => {
        let text = '';
        try {
          for await (const piece of response) text += String(piece);
          resolve({ status: response.statusCode ?? 0, text });
        } catch {
          resolve(undefined);
        }
      },
    );
    asked.on('error', () => resolve(undefined));
    asked.end(body && JSON.stringify(body));
  });
}

async function push(body: object): Promise<PushReply | undefined> {
  const reply = await send(versionedPath(syncPush.path), { headers: signedIn, body });
  return reply?.status === 200 ? (JSON.parse(reply.text) as PushReply) : undefined;
}

const metrics = async () => (await send('/metrics'))?.text ?? '';

/** Opens a live stream; `heard` resolves once an event names a head of at least `head`. */
async function openStream() {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(program.url + versionedPath(LIVE_PATH), { agent: false, headers: signedIn }, resolve);
    asked.on('error', reject);
    asked.end();
  });
  let text = '';
  let look = () => {};
  response.on('data', (piece: Buffer) => {
    text += String(piece);
    look();
  });
  const events = () =>
    [...text.matchAll(/^data: (.+)$/gmu)].map((found) => JSON.parse(found[1] ?? '') as { head: number });
  const heard = (head: number) =>
    new Promise<void>((resolve) => {
      look = () => events().some((event) => event.head >= head) && resolve();
      look();
    });
  return { status: response.statusCode, heard, close: () => response.destroy() };
}

it('notifies a device on one process of an edit on the other', async () => {
  const [first = 0, second = 0] = pids();
  for (const [here, there] of [
    [first, second],
    [second, first],
  ] as const) {
    const stream = await onlyBy(here, openStream);
    expect(stream.status).toBe(200);
    const reply = await onlyBy(there, () =>
      push({ deviceId: site.newId(), mutations: [pinEdit(site, 1, site.newId())] }),
    );
    expect(reply).toMatchObject({ last: 1 });
    const log = await site.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [site.projectId]);
    await stream.heard(Number(log.rows[0]?.head));
    stream.close();
  }
});

it('shows the metrics of all its processes', async () => {
  const text = await metrics();
  for (const name of ['main', 'web-1', 'web-2'])
    expect(text).toMatch(new RegExp(`^process_start_time_seconds\\{process="${name}"\\} \\d`, 'mu'));
  expect(text.match(/^# TYPE plumbline_http_request_duration_seconds /gmu)).toHaveLength(1);
  expect(text).toMatch(/^plumbline_database_up 1$/mu);
});

it('counts the calls of a client at both processes together', async () => {
  const [first = 0, second = 0] = pids();
  // An invented session is a client too.
  const headers = { authorization: `Bearer ${randomUUID()}` };
  const call = async () => (await send('/api/me', { headers }))?.status;
  const calls = () => Promise.all(Array.from({ length: 50 }, call));
  const before = await onlyBy(first, async () => [await calls(), await calls(), await calls()].flat());
  expect(new Set(before)).toEqual(new Set([401]));
  // 50 are left, and 50 more if the last calls have not been told yet; by itself, the process would answer 200.
  const after = await onlyBy(second, async () => [await calls(), await calls(), await calls()].flat());
  expect(after.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
  expect(new Set(after)).toEqual(new Set([401, 429]));
});

/** Resolves once both processes answer. */
async function allServe(): Promise<void> {
  const webs = async () => (await metrics()).match(/^process_start_time_seconds\{process="web-\d"\}/gmu);
  await expect.poll(webs, { timeout: 60_000 }).toHaveLength(2);
}

it('loses no confirmed edit when one of its processes is killed, and starts it again', async () => {
  const confirmed = [0, 0, 0];
  const earlier = rowsOf(await pullAll(site, site.people.vera), 'pin').length;
  const device = async (index: number) => {
    const deviceId = site.newId();
    const edits = Array.from({ length: EDITS }, (_, at) => pinEdit(site, at + 1, site.newId(), `${index}`));
    for (let done = 0; done < EDITS; ) {
      const reply = await push({ deviceId, mutations: edits.slice(Math.max(0, done - 1), done + 2) });
      if (!reply) {
        await wait(20);
        continue;
      }
      expect(reply.last).toBeGreaterThanOrEqual(done);
      done = reply.last;
      confirmed[index] = done;
    }
  };
  const working = Promise.all([0, 1, 2].map(device));
  for (const share of [0.25, 0.5]) {
    while (confirmed.reduce((sum, one) => sum + one, 0) < 3 * EDITS * share) await wait(5);
    process.kill(pids()[0] ?? 0, 'SIGKILL');
    await allServe();
  }
  await working;
  const pins = rowsOf(await pullAll(site, site.people.vera), 'pin');
  expect(pins).toHaveLength(earlier + 3 * EDITS);
  expect(await violations(site)).toEqual([]);
  expect(await metrics()).toMatch(/^plumbline_web_process_restarts_total\{process="main"\} 2$/mu);
});

it('stops with all its processes, even with replies in progress', async () => {
  const running = pids();
  const stream = await openStream();
  expect(stream.status).toBe(200);
  expect(await program.end()).toBe(0);
  for (const pid of running) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

// Two web processes and a worker on one PostgreSQL, behind a load balancer that goes by /readyz: PostgreSQL crashes, then
// every process is replaced, one after the other, while devices push. Nothing is lost or applied twice, and devices do not
// notice the replacement.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { versionedPath } from '@plumbline/core/kernel/services';
import { syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { hashPassword } from '@plumbline/server/features/auth/passwords';
import { createUser, joinOrganisation } from '@plumbline/server/features/organisations/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../actors.ts';
import { type OwnCluster, startOwnCluster } from '../../database.ts';
import { violations } from '../../sync/invariants.ts';
import { makeSite, pinEdit, pullAll, rowsOf, type TestSite } from '../../sync/site.ts';
import { launch, type Program, startProgram } from '../program.ts';
import { keyHeader, signInTo } from '../sign-in.ts';

const EMAIL = 'carl@example.org';
const DEVICES = 3;
/** How often the load balancer asks; processes keep serving for longer once they say that they end. */
const HEALTH_CHECK_MS = 100;
const DRAIN_DELAY_S = '1';
/** `npm run test-long -- rolling` sets how often everything is replaced. */
const ROUNDS = Number(process.env.ROUNDS ?? 0);

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-rolling-'));
let cluster: OwnCluster;
let site: TestSite;
let settings: Record<string, string>;
let webs: Program[] = [];
let worker: Omit<Program, 'url'> | undefined;
let signedIn: Record<string, string>;

/** What devices observed since it was last emptied: the statuses of responses, and the codes of broken connections. */
let observed: (number | string)[] = [];

const startWeb = (name: string) =>
  startProgram({ ...settings, ROLES: 'web', DATA_DIR: path.join(scratch, `web-${name}`) });
const startWorker = () => launch({ ...settings, ROLES: 'worker', DATA_DIR: path.join(scratch, 'worker') });

async function start(): Promise<void> {
  cluster = await startOwnCluster({ durable: true });
  site = await makeSite(await cluster.database());
  const { organisationId, userId } = site.people.carl;
  const now = new Date();
  const passwordHash = await hashPassword(PASSWORD);
  await systemTransaction(site.database.pool, async (db) => {
    const name = { firstName: 'Carl', lastName: 'Cerny' };
    await createUser(db, { id: userId, email: EMAIL, passwordHash, ...name, accepted: true, now });
    await joinOrganisation(db, { organisationId, userId, now });
  });
  settings = {
    DATABASE_URL: site.database.url,
    SECRET_KEY: 'the one key that all processes of this installation share',
    DRAIN_DELAY_S,
  };
  webs = await Promise.all(['a', 'b'].map(startWeb));
  worker = startWorker();
  const url = webs[0]?.url ?? '';
  const tokens = await signInTo(url, EMAIL, PASSWORD);
  signedIn = { authorization: `Bearer ${tokens.token}`, ...(await keyHeader(url, tokens)) };
}

let ready: string[] = [];
/** Keeps `ready` up to date until it is stopped. */
function balance(): () => Promise<void> {
  let stopped = false;
  const checking = (async () => {
    while (!stopped) {
      const answers = await Promise.all(
        webs.map(async ({ url }) => {
          const answer = await fetch(`${url}/readyz`).catch(() => undefined);
          await answer?.text();
          return answer?.status === 200 ? [url] : [];
        }),
      );
      ready = answers.flat();
      await wait(HEALTH_CHECK_MS);
    }
  })();
  return async () => {
    stopped = true;
    await checking;
  };
}

let calls = 0;
/** Sends to the ready web processes in turn. Undefined if that failed: the caller repeats it. */
async function push(body: object): Promise<PushReply | undefined> {
  calls += 1;
  const url = ready[calls % ready.length];
  if (url === undefined) return;
  try {
    const response = await fetch(url + versionedPath(syncPush.path), {
      method: 'POST',
      headers: { ...signedIn, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    observed.push(response.status);
    if (!response.ok) return void (await response.text());
    return (await response.json()) as PushReply;
  } catch (error) {
    observed.push((error as { cause?: { code?: string } }).cause?.code ?? String(error));
  }
}

type Load = { confirmed(): number; end(): Promise<void> };

/** Devices that push one edit after the other until `end`, which resolves once everything is confirmed. */
function load(): Load {
  const last: number[] = [];
  let ending = false;
  const device = async (index: number) => {
    const deviceId = site.newId();
    const edits = [pinEdit(site, 1, site.newId())];
    last[index] = 0;
    for (let done = 0; !ending || done < edits.length; ) {
      if (!ending && edits.length < done + 2) edits.push(pinEdit(site, edits.length + 1, site.newId(), `${index}`));
      const reply = await push({ deviceId, mutations: edits.slice(Math.max(0, done - 1), done + 2) });
      if (!reply) {
        await wait(20);
        continue;
      }
      // Once confirmed, an edit stays confirmed.
      expect(reply.last).toBeGreaterThanOrEqual(done);
      done = reply.last;
      last[index] = done;
    }
  };
  const working = Promise.all(Array.from({ length: DEVICES }, (_, index) => device(index)));
  return {
    confirmed: () => last.reduce((sum, one) => sum + one, 0),
    async end() {
      ending = true;
      await working;
    },
  };
}

/** Resolves once this many more edits are confirmed. */
async function moves(devices: Load, edits: number): Promise<void> {
  const enough = devices.confirmed() + edits;
  while (devices.confirmed() < enough) await wait(5);
}

/** How often each was observed since the last call. */
function figures(): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const one of observed) counted[one] = (counted[one] ?? 0) + 1;
  observed = [];
  return counted;
}

async function replaceAll(devices: Load): Promise<void> {
  for (const [index, name] of ['a', 'b'].entries()) {
    expect(await webs[index]?.end()).toBe(0);
    webs = webs.with(index, await startWeb(name));
    await moves(devices, 10);
  }
  expect(await worker?.end()).toBe(0);
  worker = startWorker();
}

describe.runIf(ROUNDS > 0)(`an installation of which every part is stopped ${ROUNDS} times`, () => {
  beforeAll(start);
  afterAll(async () => {
    await Promise.all([...webs, ...(worker ? [worker] : [])].map((program) => program.end('SIGKILL')));
    await cluster?.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it(
    'loses no confirmed edit, and refuses none while its processes are replaced',
    async () => {
      const stopBalancing = balance();
      const devices = load();
      for (let round = 1; round <= ROUNDS; round += 1) {
        await moves(devices, 30);
        figures();
        cluster.crash();
        await moves(devices, 30);
        const crash = figures();
        const before = Date.now();
        await replaceAll(devices);
        const replaced = figures();
        console.log(`round ${round}`, { crash, replaced, replacedMs: Date.now() - before });
        expect(Object.keys(crash).filter((one) => one !== '503')).toEqual(['200']);
        expect(Object.keys(replaced)).toEqual(['200']);
      }
      await devices.end();
      await stopBalancing();
      const pins = rowsOf(await pullAll(site, site.people.vera), 'pin').map((pin) => Number(pin.number));
      expect(pins.sort((a, b) => a - b)).toEqual(Array.from({ length: devices.confirmed() }, (_, index) => index + 1));
      expect(await violations(site)).toEqual([]);
    },
    ROUNDS * 300_000,
  );
});

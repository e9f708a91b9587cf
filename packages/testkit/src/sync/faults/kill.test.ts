// The whole program, killed without warning while devices push over the network.
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
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../actors.ts';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { type Program, startProgram } from '../../program/program.ts';
import { keyHeader, signInTo } from '../../program/sign-in.ts';
import { violations } from '../invariants.ts';
import { makeSite, pinEdit, pullAll, rowsOf, type TestSite } from '../site.ts';

const DEVICES = 3;
/** `npm run test-long -- kills` sets more. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Per device; enough to push between any two kills. */
const EDITS = 1 + 13 * KILLS;
const EMAIL = 'carl@example.org';

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-'));
let cluster: TestCluster;
let site: TestSite;
let program: Program;
let settings: Record<string, string>;

beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
  const { organisationId, userId } = site.people.carl;
  const now = new Date();
  await systemTransaction(site.database.pool, async (db) => {
    const name = { firstName: 'Carl', lastName: 'Cerny' };
    await createUser(db, {
      id: userId,
      email: EMAIL,
      passwordHash: await hashPassword(PASSWORD),
      ...name,
      accepted: true,
      now,
    });
    await joinOrganisation(db, { organisationId, userId, now });
  });
  settings = {
    DATABASE_URL: site.database.url,
    DATA_DIR: scratch,
    ROLES: 'web',
    SECRET_KEY: 'the one key that outlives every process of this test',
  };
  program = await startProgram(settings);
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** The headers of a signed-in browser. */
async function signIn(): Promise<Record<string, string>> {
  const tokens = await signInTo(program.url, EMAIL, PASSWORD);
  return { authorization: `Bearer ${tokens.token}`, ...(await keyHeader(program.url, tokens)) };
}

/** Undefined when the server does not respond, or responds with an error. */
async function send(signedIn: Record<string, string>, body: unknown): Promise<PushReply | undefined> {
  const response = await fetch(`${program.url}${versionedPath(syncPush.path)}`, {
    method: 'POST',
    headers: { ...signedIn, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  return (await response.json().catch(() => undefined)) as PushReply | undefined;
}

it(
  `loses nothing and applies nothing twice when killed ${KILLS} times during pushes`,
  async () => {
    const signedIn = await signIn();
    const acked: number[] = [];
    let unanswered = 0;
    const device = async (index: number) => {
      const deviceId = site.newId();
      const edits = Array.from({ length: EDITS }, (_, at) => pinEdit(site, at + 1, site.newId(), `${index}`));
      for (acked[index] = 0; acked[index] < EDITS; ) {
        const done = acked[index];
        const reply = await send(signedIn, { deviceId, mutations: edits.slice(Math.max(0, done - 1), done + 3) });
        if (!reply) {
          unanswered += 1;
          await wait(50);
          continue;
        }
        // Once confirmed, an edit stays confirmed.
        expect(reply.last).toBeGreaterThanOrEqual(done);
        acked[index] = reply.last;
      }
    };
    const working = Promise.all(Array.from({ length: DEVICES }, (_, index) => device(index)));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (DEVICES * EDITS * kill) / (KILLS + 1);
      while (acked.reduce((sum, one) => sum + one, 0) < enough) await wait(5);
      expect(await program.end('SIGKILL')).toBe('SIGKILL');
      program = await startProgram(settings);
    }
    await working;
    expect(unanswered).toBeGreaterThan(0);
    const pins = rowsOf(await pullAll(site, site.people.vera), 'pin').map((pin) => Number(pin.number));
    expect(pins.sort((a, b) => a - b)).toEqual(Array.from({ length: DEVICES * EDITS }, (_, index) => index + 1));
    expect(await violations(site)).toEqual([]);
  },
  KILLS * 60_000,
);

// Secrets do not leak: none appears in what the program logs, returns in errors, mails or stores.
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changePassword } from '@plumbline/core/features/account/contract';
import { makeSupportToken } from '@plumbline/core/features/account/devices-contract';
import { askPasswordReset, register, resetPassword } from '@plumbline/core/features/account/entry-contract';
import { beginOtp, confirmOtp } from '@plumbline/core/features/account/second-step-contract';
import { encryptionKey, me, revoke, token as tokenCall } from '@plumbline/core/features/auth/contract';
import { reportFaults } from '@plumbline/core/features/faults/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { versionedPath } from '@plumbline/core/kernel/services';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { hashPassword } from '@plumbline/server/features/auth/passwords';
import { createUser, joinOrganisation } from '@plumbline/server/features/organisations/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEB_CLIENT } from '../actors.ts';
import { startTestCluster, type TestCluster } from '../database.ts';
import { makeSite, type TestSite } from '../sync/site.ts';
import { type Program, startProgram } from './program.ts';

const EMAIL = 'carl@example.org';
const PASSWORD = 'Canary-one-7!';
const WRONG = 'Canary-wrong-8!';
const NEW = 'Canary-two-9!';
const RESET = 'Canary-three-4!';

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-secrets-'));
let cluster: TestCluster;
let site: TestSite;
let program: Program;

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
  program = await startProgram({
    DATABASE_URL: site.database.url,
    DATA_DIR: scratch,
    LOG_LEVEL: 'trace',
    SECRET_KEY: 'Canary-of-the-installation-that-is-long-enough',
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Error responses, and the secrets that must not appear anywhere. */
const refusals: string[] = [];
const secrets = new Set([PASSWORD, WRONG, NEW, RESET, 'Canary-of-the-installation']);

async function ask(endpoint: Endpoint, body: unknown, headers: Record<string, string> = {}, search = '') {
  const response = await fetch(program.url + versionedPath(endpoint.path) + search, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', origin: program.url, ...headers },
    ...(endpoint.method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  });
  const text = await response.text();
  if (!response.ok) refusals.push(text + JSON.stringify([...response.headers]));
  return { answer: response, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string> };
}

const signIn = (password: string) =>
  ask(tokenCall, { grant_type: 'password', username: EMAIL, password }, { authorization: WEB_CLIENT });

async function enter(password: string) {
  const { answer: response, body } = await signIn(password);
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  for (const cookie of cookies) secrets.add(cookie.slice(cookie.indexOf('=') + 1));
  secrets.add(body.access_token ?? '');
  return { authorization: `Bearer ${body.access_token}`, cookie: cookies.join('; '), refresh: body.refresh_token };
}

const mailed = async (): Promise<string[]> => {
  const folder = path.join(scratch, 'mail');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
};

it('no secret used during a day appears in logs, error responses, emails or the database', async () => {
  await signIn(WRONG);
  await ask(tokenCall, `{"grant_type":"password","username":"${EMAIL}","password":"${WRONG}`, {
    authorization: WEB_CLIENT,
  });
  const first = await enter(PASSWORD);
  const { authorization } = first;
  const key =
    (await ask(encryptionKey, { fingerprint: 'a-browser-of-carl-1234' }, { authorization, cookie: first.cookie })).body
      .key ?? '';
  secrets.add(key);
  const known = { authorization, 'user-encryption-key': key };
  expect((await ask(me, undefined, known)).answer.status).toBe(200);
  // In a query string, with the wrong scheme, with an extra character, and unauthenticated.
  await ask(me, undefined, known, `?access_token=${authorization.slice(7)}`);
  await ask(me, undefined, { authorization: `Basic ${authorization.slice(7)}` });
  await ask(me, undefined, { authorization: `${authorization}x`, 'user-encryption-key': `${key}x` });
  await ask(me, undefined, { authorization, 'user-encryption-key': `${WRONG}x` });
  await ask(changePassword, { password: WRONG, newPassword: NEW }, known);
  await ask(changePassword, { password: PASSWORD, newPassword: NEW, more: WRONG }, known);
  await ask(changePassword, { password: [PASSWORD], newPassword: { of: NEW } }, known);
  await ask(register, { password: WRONG, firstName: 1 });
  const otp = await ask(beginOtp, { password: PASSWORD }, known);
  expect(otp.answer.status).toBe(200);
  secrets.add(otp.body.secret ?? '');
  await ask(confirmOtp, { code: '000000' }, known);
  const helper = await ask(makeSupportToken, { password: PASSWORD }, known);
  secrets.add(helper.body.token ?? '');
  await ask(reportFaults, {
    faults: [
      {
        ...{ name: 'Error', version: 'x', at: new Date().toISOString() },
        ...{ message: authorization, stack: `at ?s=${key}`, path: `/activate/register/${authorization.slice(7)}` },
      },
    ],
  });
  // Refreshes the token, then replays the old refresh token, which ends the session and sends a mail.
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh, nonce: 'a-first-nonce' };
  const renewed = await ask(tokenCall, refresh, { authorization: WEB_CLIENT, cookie: first.cookie });
  secrets.add(renewed.body.access_token ?? '');
  for (const one of renewed.answer.headers.getSetCookie()) secrets.add(one.split(';')[0]?.split('=')[1] ?? '');
  await ask(tokenCall, { ...refresh, nonce: 'another-nonce' }, { authorization: WEB_CLIENT, cookie: first.cookie });
  const second = await enter(PASSWORD);
  await ask(changePassword, { password: PASSWORD, newPassword: NEW }, { authorization: second.authorization });
  await ask(askPasswordReset, undefined, {}, `?email=${encodeURIComponent(EMAIL)}`);
  await expect
    .poll(async () => (await mailed()).some((one) => one.includes('/forgotPassword#')), { timeout: 60_000 })
    .toBe(true);
  const link = (await mailed()).map((one) => /forgotPassword#([\w-]{43})/u.exec(one)?.[1]).find(Boolean) ?? '';
  await ask(resetPassword, { token: link, password: 'short' });
  expect((await ask(resetPassword, { token: link, password: RESET })).answer.status).toBe(200);
  await ask(resetPassword, { token: link, password: RESET });
  const third = await enter(RESET);
  await ask(revoke, undefined, { authorization: third.authorization });

  secrets.delete('');
  const rows: string[] = [];
  const tables = await site.database.root.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables.rows) {
    const all = await site.database.root.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
    rows.push(...all.rows.map(({ row }) => `${name} ${row}`));
  }
  const mails = await mailed();
  expect([refusals.length > 8, mails.length > 1, rows.length > 20, program.said().length > 200]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // The link appears in the mail and nowhere else.
  for (const text of [program.said(), ...refusals, ...rows]) expect(text).not.toContain(link);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7);
    for (const text of [program.said(), ...refusals, ...mails, ...rows]) expect(text).not.toContain(secret);
  }
  // PostgreSQL shows stored bytes as hex, so no secret may appear in hex either.
  const plain = [...secrets].map((secret) => Buffer.from(secret).toString('hex'));
  for (const row of rows) for (const hex of plain) expect(row).not.toContain(hex);
});

// Data on a device is encrypted: it is unreadable without the server's half of the key, and encryption loses no unsent
// edit.
import { type SyncServer, startSyncServer } from '@plumbline/testkit/simulator/browser-server';
import type { Change } from '@plumbline/testkit/simulator/memory-server';
import { madeId, PEOPLE, projectIdOf } from '@plumbline/testkit/simulator/seed-site';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';

const PROJECT = projectIdOf(1);
const PLAN = madeId(4, 1);
const ORGANISATION = madeId(8, 1);
const ADMIN = PEOPLE[0]?.userId ?? '';
const OTHER = PEOPLE[1]?.userId ?? '';
const CANARY = 'Canary-in-the-shaft';

let browser: Browser;
let server: SyncServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});

beforeEach(async () => {
  server = await startSyncServer();
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => console.error('page', error));
});
afterEach(async () => {
  await context.close();
  await server.close();
});

const run = <T>(code: string): Promise<T> =>
  // The result type is that of the code passed in.
  page.evaluate(`(async () => { const local = store.currentLocal(); ${code} })()`) as Promise<T>;

type UnlockOptions = { userId?: string; keepKey?: boolean };

/** Loads the page as after a reload, with a token of this user. Starts opening the store without waiting for it. */
async function load({ userId = ADMIN, keepKey = false }: UnlockOptions = {}): Promise<void> {
  const token = { token_type: 'bearer', access_token: userId, refresh_token: 'none', expires_in: 3_600 };
  const stored = JSON.stringify({ ...token, expires_at: Date.now() + 3_600_000 });
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  await page.evaluate(`localStorage.setItem('plumbline.token', ${JSON.stringify(stored)})`);
  const session = JSON.stringify({ userId, organisationId: ORGANISATION, keepKey });
  await page.evaluate(`void store.startLocal(${session}).then(() => store.currentLocal().open('${PROJECT}'))`);
}

const untilState = (expected: string) =>
  page.waitForFunction(`globalThis.store.currentLocal()?.project('${PROJECT}').state === '${expected}'`);
const untilSent = () => page.waitForFunction('store.currentLocal().status().pending === 0');
const applied = (): string[] =>
  server.store.state.log.map((change: Change) => `${change.cause.device?.n} ${change.cause.action}`);

const newPin = (n: number, title = CANARY) =>
  `await local.perform('${PROJECT}', 'pin.create', ${JSON.stringify({
    id: madeId(7, n),
    planId: PLAN,
    x: 0.5,
    y: 0.5,
    content: { title },
  })});`;

/** Everything in the page's databases as text: keys, values, files. */
const dump = () =>
  page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
    const words = async (value) => {
      if (value instanceof Blob) return value.text();
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof CryptoKey) return 'key ' + value.extractable;
      if (value && typeof value === 'object')
        return (await Promise.all(Object.entries(value).map(async ([k, v]) => k + '=' + await words(v)))).join(' ');
      return String(value);
    };
    const all = [];
    const bucket = await navigator.storageBuckets.open('unsent');
    const databases = [];
    for (const factory of [indexedDB, bucket.indexedDB])
      for (const { name } of await factory.databases()) databases.push(await done(factory.open(name)));
    for (const database of databases) {
      const { name } = database;
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(reading.getAllKeys()), done(reading.getAll())]);
        for (const [at, key] of keys.entries()) all.push(name + '/' + store + '/' + key + ': ' + await words(values[at]));
      }
      database.close();
    }
    return all;
  })()`) as Promise<string[]>;

test('databases reveal nothing of content, edits and files', async () => {
  await load({ keepKey: true });
  await untilState('ready');
  server.cut = true;
  await run(newPin(1));
  const kept = `const id = await local.keepBlob(new Blob(['${CANARY}'], { type: 'text/plain' }), { purpose: 'photo', name: '${CANARY}.txt' });`;
  const blobId = await run<string>(`${kept} return id;`);
  const lying = await dump();
  expect(lying.filter((one) => one.includes('Canary'))).toEqual([]);
  const stores = new Set(lying.map((one) => one.split('/')[1]));
  for (const store of ['pin', 'plan', 'member', 'edits', 'blobs', 'bytes', 'base', 'device'])
    expect(stores, store).toContain(store);
  // Data about other people in the project is encrypted too.
  const member = [...(server.store.state.sites.get(PROJECT)?.tables.get('member')?.values() ?? [])][0]?.row;
  const email = member && 'email' in member ? String(member.email) : '';
  expect(email).toContain('@');
  expect(lying.filter((one) => one.includes(email))).toEqual([]);
  expect(lying.filter((one) => one.includes('key true'))).toEqual([]);
  await expect.poll(() => run(`return (await local.blob('${blobId}')).text();`)).toBe(CANARY);
});

test('unsent edits survive signing out and another user, who sees none of them', async () => {
  await load({ keepKey: true });
  await untilState('ready');
  server.cut = true;
  await run(newPin(1) + newPin(2));
  await run('await store.stopLocal({ wipe: true }); store.forgetToken(); store.setDeviceKey(undefined);');
  server.cut = false;
  const left = await dump();
  expect(left.some((one) => one.includes('/edits/1'))).toBe(true);
  expect(left.some((one) => one.includes('/device/held'))).toBe(false);
  await load({ userId: OTHER, keepKey: true });
  await untilState('ready');
  await expect.poll(() => run('return local.status().pending;')).toBe(0);
  await run('await store.stopLocal({ wipe: true }); store.forgetToken(); store.setDeviceKey(undefined);');
  expect(applied()).toEqual([]);
  await load({ keepKey: true });
  await untilState('ready');
  await untilSent();
  expect(applied()).toEqual(['1 pin.create', '2 pin.create']);
});

test('without a key nothing opens; once the key arrives everything is there', async () => {
  await load();
  await untilState('ready');
  server.cut = true;
  await run(newPin(1));
  server.halves = null;
  server.cut = false;
  await load();
  await expect.poll(() => server.calls.filter((call) => call.endsWith('/encryptionKey')).length).toBeGreaterThan(1);
  await expect.poll(() => page.evaluate('store.currentLocal() === undefined')).toBe(true);
  server.halves = 'one';
  await page.evaluate("globalThis.dispatchEvent(new Event('online'))");
  await untilState('ready');
  await untilSent();
  expect(applied()).toEqual(['1 pin.create']);
});

test('coming back online while the key request is being refused triggers another request', async () => {
  server.halves = null;
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (arrive = resolve));
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/encryptionKey', async (route) => {
    const response = await route.fetch();
    arrive();
    await held;
    await route.fulfill({ response });
  });
  await load();
  await refused;
  server.halves = 'one';
  await page.evaluate("globalThis.dispatchEvent(new Event('online'))");
  release();
  await untilState('ready');
});

test('a device that opens offline keeps the key until the session ends', async () => {
  await load({ keepKey: true });
  await untilState('ready');
  server.cut = true;
  await run(newPin(1));
  await load({ keepKey: true });
  await untilState('ready');
  await expect.poll(() => run('return local.status().pending;')).toBe(1);
  // The server reports that the session has ended: from now on the key must come from the server.
  await run('store.forgetToken();');
  await expect.poll(async () => (await dump()).some((one) => one.includes('/device/held'))).toBe(false);
  server.cut = false;
  server.halves = null;
  await load({ keepKey: true });
  await page.waitForFunction('store !== undefined');
  await expect.poll(() => page.evaluate('store.currentLocal() === undefined')).toBe(true);
  server.halves = 'one';
  await page.evaluate("globalThis.dispatchEvent(new Event('online'))");
  await untilState('ready');
  await untilSent();
  expect(applied()).toEqual(['1 pin.create']);
});

test('the key is kept again once its user has signed in again', async () => {
  await load({ keepKey: true });
  await untilState('ready');
  const holds = async () => (await dump()).some((one) => one.includes('/device/held'));
  await expect.poll(() => holds()).toBe(true);
  await page.route('**/oauth/*/token', (route) => route.fulfill({ status: 400, json: { code: 'session_ended' } }));
  const signedIn = await page.evaluate("localStorage.getItem('plumbline.token')");
  await page.evaluate(`localStorage.setItem('plumbline.token', JSON.stringify({
    ...JSON.parse(localStorage.getItem('plumbline.token')), expires_at: 0 }))`);
  await page.evaluate("globalThis.dispatchEvent(new Event('online'))");
  await expect.poll(holds).toBe(false);
  const other = await context.newPage();
  await other.goto(server.origin);
  await other.evaluate(`localStorage.setItem('plumbline.token', ${JSON.stringify(signedIn)})`);
  await expect.poll(holds).toBe(true);
  server.cut = true;
  await load({ keepKey: true });
  await untilState('ready');
});

test('unencrypted data of an earlier version opens, is encrypted, and is sent', async () => {
  const name = `plumbline.${ORGANISATION}.${ADMIN}`;
  const edit = {
    ...{ n: 1, projectId: PROJECT, name: 'pin.create', at: '2026-03-02T09:00:00.000Z', blobs: [], state: 'queued' },
    input: { id: madeId(7, 1), planId: PLAN, x: 0.5, y: 0.5, content: { title: CANARY } },
  };
  const record = {
    id: madeId(6, 1),
    purpose: 'photo',
    name: `${CANARY}.txt`,
    mime: 'text/plain',
    size: 6,
    at: edit.at,
  };
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  await page.evaluate(`new Promise((resolve, reject) => {
    const entities = Object.entries(store.indexes);
    const opening = indexedDB.open('${name}', 1 + entities.length);
    opening.onupgradeneeded = () => {
      const made = opening.result;
      made.createObjectStore('base', { keyPath: ['entity', 'id'] }).createIndex('projectId', 'projectId');
      for (const name of ['edits', 'journal']) made.createObjectStore(name, { keyPath: 'n' });
      made.createObjectStore('blobs', { keyPath: 'id' });
      for (const name of ['bytes', 'device']) made.createObjectStore(name);
      made.createObjectStore('projects', { keyPath: 'projectId' });
      for (const [entity, fields] of entities) {
        const rows = made.createObjectStore(entity, { keyPath: 'id' });
        for (const field of fields) rows.createIndex(field, [field, 'id']);
      }
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const tx = opening.result.transaction(['edits', 'blobs', 'bytes', 'device', 'comment'], 'readwrite');
      tx.objectStore('edits').put(${JSON.stringify(edit)});
      tx.objectStore('blobs').put(${JSON.stringify({ ...record, state: 'there' })});
      tx.objectStore('bytes').put(new Blob(['${CANARY}']), '${record.id}');
      for (let n = 0; n < 1200; n += 1)
        tx.objectStore('comment').put({ id: 'c' + n, projectId: 'elsewhere', pinId: 'p', taskId: null, text: '${CANARY}' });
      tx.objectStore('device').put({ deviceId: '${madeId(6, 2)}', userId: '${ADMIN}', timeline: null, next: 2, settled: 0 }, 'device');
      tx.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
  server.cut = true;
  server.cut = false;
  await load();
  await untilState('ready');
  await untilSent();
  expect(applied()).toEqual(['1 pin.create']);
  const lying = await dump();
  expect(lying.filter((one) => one.includes('Canary'))).toEqual([]);
  expect(lying.filter((one) => one.includes('/comment/'))).toHaveLength(1_200);
  await expect.poll(() => run(`return (await local.blob('${record.id}')).text();`)).toBe(CANARY);
});

test('edits under a changed key are kept and reported, and open again with the old key', async () => {
  await load();
  await untilState('ready');
  server.cut = true;
  await run(newPin(1));
  server.halves = 'two';
  // The page that still has the first key must not send the edit.
  await page.goto('about:blank');
  server.cut = false;
  await load();
  await untilState('ready');
  await expect
    .poll(() => run('const { pending, locked } = local.status(); return { pending, locked };'))
    .toEqual({
      pending: 0,
      locked: 1,
    });
  server.halves = 'one';
  await load();
  await untilState('ready');
  await untilSent();
  expect(applied()).toEqual(['1 pin.create']);
  await expect.poll(() => run('return local.status().locked;')).toBeUndefined();
});

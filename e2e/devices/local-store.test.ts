// The local store in a real browser: loading, edits, several tabs, lost connections, removal. The server is simulated
// in memory.
import type { Rows } from '@plumbline/core/site/entities';
import { type SyncServer, startSyncServer } from '@plumbline/testkit/simulator/browser-server';
import type { Change } from '@plumbline/testkit/simulator/memory-server';
import { madeId, PEOPLE, pinOf, projectIdOf, type SiteRows, withRows } from '@plumbline/testkit/simulator/seed-site';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';

const PROJECT = projectIdOf(1);
const PLAN = madeId(4, 1);
const ADMIN = PEOPLE[0]?.userId ?? '';

let browser: Browser;
let server: SyncServer;
let context: BrowserContext;

beforeAll(async () => {
  browser = await openBrowser();
});

beforeEach(async () => {
  server = await startSyncServer();
  context = await browser.newContext();
  await signIn(ADMIN);
});
afterEach(async () => {
  await context.close();
  await server.close();
});

async function signIn(userId: string): Promise<void> {
  const token = { token_type: 'bearer', access_token: userId, refresh_token: 'none', expires_in: 3_600 };
  const stored = JSON.stringify({ ...token, expires_at: Date.now() + 3_600_000 });
  await context.addInitScript(`localStorage.setItem('plumbline.token', ${JSON.stringify(stored)})`);
}

/** Runs code on the page; `local` is the open local store, `ids` holds the ids used by the tests. */
function run<T>(page: Page, code: string): Promise<T> {
  const ids = JSON.stringify({ project: PROJECT, plan: PLAN, admin: ADMIN });
  // The result type is that of the code passed in.
  return page.evaluate(
    `(async () => { const ids = ${ids}; const local = store.currentLocal(); ${code} })()`,
  ) as Promise<T>;
}

const READ = `const read = (entity, field, value) => new Promise((resolve) => {
  const query = local.rows.query(entity, field, value);
  const stop = query.subscribe(() => { stop(); resolve(query.snapshot()); });
  if (query.snapshot()) { stop(); resolve(query.snapshot()); }
});`;

async function openTab(userId = ADMIN): Promise<Page> {
  const page = await context.newPage();
  await openIn(page, userId);
  return page;
}

async function openIn(page: Page, userId = ADMIN): Promise<void> {
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => console.error('page', error));
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  const session = JSON.stringify({ userId, organisationId: madeId(8, 1), keepKey: true });
  await page.evaluate(
    `store.startLocal(${session}).then(() => { globalThis.close1 = store.currentLocal().open('${PROJECT}'); })`,
  );
}

/** The device is back online, and the page is told. */
async function goOnline(page: Page): Promise<void> {
  server.cut = false;
  await run(page, "globalThis.dispatchEvent(new Event('online'));");
}

const state = (page: Page) => run<{ state: string }>(page, 'return local.project(ids.project);');
const untilState = (page: Page, expected: string) =>
  page.waitForFunction(`store.currentLocal().project('${PROJECT}').state === '${expected}'`);
const untilSent = (page: Page) => page.waitForFunction('store.currentLocal().status().pending === 0');
const pins = (page: Page) =>
  run<{ id: string; title: string; number: number | null }[]>(page, `${READ} return read('pin', 'planId', ids.plan);`);

function newPin(n: number, title: string): string {
  const input = { id: madeId(7, n), planId: PLAN, x: 0.5, y: 0.5, content: { title } };
  return `await local.perform(ids.project, 'pin.create', ${JSON.stringify(input)});`;
}

function put(rows: SiteRows): void {
  server.store.change((old) => {
    const site = old.sites.get(PROJECT);
    return site ? { ...old, sites: new Map(old.sites).set(PROJECT, withRows(site, rows)) } : old;
  });
}

const applied = (): string[] =>
  server.store.state.log.map((change: Change) => `${change.cause.device?.n} ${change.cause.action}`);

test('an edit shows at once, is sent, and returns with its number', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(page, newPin(1, 'Crack'));
  await expect.poll(() => pins(page)).toMatchObject([{ title: 'Crack' }]);
  await untilSent(page);
  expect(applied()).toEqual(['1 pin.create']);
  await page.waitForFunction(
    `(async () => (await store.currentLocal().rows.query('pin', 'planId', '${PLAN}').snapshot())?.[0]?.number === 1)()`,
  );
});

test('an edit that breaks a rule leaves nothing behind', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  const code = await run(
    page,
    `try { await local.perform(ids.project, 'pin.update', { id: ids.plan, set: { title: 'x' } }); }
    catch (error) { return error.code; }`,
  );
  expect(code).toBe('not_found');
  await expect.poll(() => run(page, 'return local.status().pending;')).toBe(0);
});

test('offline edits survive a reload and are sent once back online', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'One') + newPin(2, 'Two'));
  await page.waitForFunction('store.currentLocal().status().offline');
  await page.close();
  // The page itself comes from the server, so it loads while the API calls are cut off.
  const again = await openTab();
  await untilState(again, 'ready');
  await expect.poll(() => pins(again)).toHaveLength(2);
  await expect.poll(() => run(again, 'return local.status().pending;')).toBe(2);
  await goOnline(again);
  await untilSent(again);
  expect(applied()).toEqual(['1 pin.create', '2 pin.create']);
});

test('a project that was never loaded says so offline', async () => {
  server.cut = true;
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  const session = JSON.stringify({ userId: ADMIN, organisationId: madeId(8, 1), keepKey: true });
  await page.evaluate(`void store.startLocal(${session}).then(() => store.currentLocal().open('${PROJECT}'))`);
  // Without a first key nothing can be stored: the store stays closed and reports the reason.
  await page.waitForFunction("globalThis.store.closedFailure()?.state === 'failed'");
  server.cut = false;
  await page.evaluate("globalThis.dispatchEvent(new Event('online'))");
  await page.waitForFunction('globalThis.store.currentLocal() !== undefined');
  await run(page, "globalThis.dispatchEvent(new Event('online'));");
  await untilState(page, 'ready');
});

test('two tabs show the same data, share one edit sequence, and send each edit once', async () => {
  const first = await openTab();
  const second = await openTab();
  await Promise.all([untilState(first, 'ready'), untilState(second, 'ready')]);
  const many = (from: number) => Array.from({ length: 10 }, (_, at) => newPin(from + at, 'Pin')).join('');
  await Promise.all([run(first, many(1)), run(second, many(101))]);
  await Promise.all([untilSent(first), untilSent(second)]);
  expect(applied()).toHaveLength(20);
  expect(new Set(applied().map((one) => one.split(' ')[0])).size).toBe(20);
  await Promise.all(
    [first, second].map((page) =>
      page.waitForFunction(
        `(async () => { ${READ.replaceAll('local.', 'store.currentLocal().')} const rows = await read('pin', 'planId', '${PLAN}'); return rows.length === 20 && rows.every((row) => row.number !== null); })()`,
      ),
    ),
  );
  await first.close();
  await run(second, newPin(500, 'After'));
  await untilSent(second);
  expect(applied()).toHaveLength(21);
});

/** Whether no tab has a transaction open: one that waits for a suspended tab does not start. Runs in the page. */
async function canWrite(): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = database.transaction([...database.objectStoreNames], 'readwrite');
    const isFree = await new Promise<boolean>((resolve) => {
      writing.oncomplete = () => resolve(true);
      setTimeout(() => resolve(false), 1_000);
    });
    database.close();
    if (!isFree) return false;
  }
  return true;
}

/**
 * Suspends a tab at its next step as an operating system suspends a hidden one: between two transactions, since
 * browsers let running ones complete first.
 */
async function putToSleep(system: CDPSession, page: Page, other: Page): Promise<void> {
  await system.send('Debugger.enable');
  for (;;) {
    const paused = new Promise((resolve) => system.once('Debugger.paused', resolve));
    await system.send('Debugger.pause');
    const step = page.evaluate('void setTimeout(() => undefined)').catch(() => undefined);
    await paused;
    const writing = await other.evaluate(
      "navigator.locks.query().then(({ held }) => held.some((lock) => lock.name.endsWith('.write')))",
    );
    if (!writing && (await other.evaluate(canWrite))) return;
    await system.send('Debugger.resume');
    await step;
  }
}

test('a suspended tab does not block the others', async () => {
  const first = await openTab();
  await untilState(first, 'ready');
  const second = await openTab();
  await untilState(second, 'ready');
  const system = await context.newCDPSession(first);
  await putToSleep(system, first, second);
  await run(second, newPin(1, 'From the other tab'));
  await untilSent(second);
  expect(applied()).toEqual(['1 pin.create']);
  await system.send('Debugger.disable');
  await run(first, newPin(2, 'From the first again'));
  await untilSent(first);
  expect(applied()).toEqual(['1 pin.create', '2 pin.create']);
});

test('changes by other people appear without a reload', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(
    page,
    `${READ} local.rows.query('pin', 'planId', ids.plan).subscribe(() => undefined); await read('pin', 'planId', ids.plan);`,
  );
  await expect.poll(() => server.calls.includes('/api/v2/sync/live')).toBe(true);
  put([['pin', pinOf(PROJECT, PLAN, 9)]]);
  server.announce(PROJECT);
  await page.waitForFunction(`store.currentLocal().rows.query('pin', 'planId', '${PLAN}').snapshot()?.length === 1`);
});

test('a photo is stored, shown, uploaded, and only then referenced', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(page, newPin(1, 'With photo'));
  const post = { id: madeId(7, 2), pinId: madeId(7, 1), taskId: null, type: 'Visuals', caption: '', takenAt: null };
  const blobId = await run<string>(
    page,
    `
    const blobId = await local.keepBlob(new Blob(['picture'], { type: 'image/png' }), { purpose: 'photo', name: 'a.png' });
    const files = [{ blobId, name: 'a.png', mime: 'image/png', size: 7, width: 1, height: 1 }];
    await local.perform(ids.project, 'post.create', { ...${JSON.stringify(post)}, files });
    return blobId;`,
  );
  await untilSent(page);
  expect(server.store.state.blobs.has(blobId)).toBe(true);
  expect(applied()).toEqual(['1 pin.create', '2 post.create']);
  await expect.poll(() => run(page, `return (await local.blob('${blobId}')).text();`)).toBe('picture');
});

test('pending requests resume immediately once back online, however long they have waited', async () => {
  const page = await context.newPage();
  await page.clock.install();
  await openIn(page);
  await untilState(page, 'ready');
  const live = () => server.calls.filter((call) => call.endsWith('/sync/live')).length;
  const sent = () => server.calls.filter((call) => call.endsWith('/files')).length;
  await expect.poll(live).toBeGreaterThan(0);
  server.cut = true;
  const kept = `return await local.keepBlob(new Blob(['picture'], { type: 'image/png' }), { purpose: 'photo', name: 'a.png' });`;
  const blobId = await run<string>(page, kept);
  // The clock advances only in the test, until both have reached their longest retry delay.
  await page.clock.pauseAt(Date.now() + 60_000);
  const tried = async () => {
    await page.clock.runFor(60_000);
    return Math.min(live(), sent());
  };
  await expect.poll(tried).toBeGreaterThan(9);
  server.cut = false;
  const before = live();
  await run(page, "globalThis.dispatchEvent(new Event('online'));");
  await expect.poll(() => server.store.state.blobs.has(blobId)).toBe(true);
  await expect.poll(live).toBeGreaterThan(before);
});

test('live updates resume as soon as the user has signed in again', async () => {
  const page = await context.newPage();
  await page.clock.install();
  await openIn(page);
  await untilState(page, 'ready');
  const live = () => server.calls.filter((call) => call.endsWith('/sync/live')).length;
  await expect.poll(live).toBeGreaterThan(0);
  // From here on no wait ends by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/oauth/*/token', (route) => route.fulfill({ status: 400, json: { code: 'session_ended' } }));
  await page.evaluate(`localStorage.setItem('plumbline.token', JSON.stringify({
    ...JSON.parse(localStorage.getItem('plumbline.token')), expires_at: 0 }))`);
  server.cut = true;
  server.cut = false;
  await run(page, 'local.sendNow();');
  await expect.poll(() => run(page, 'return local.status().signedOut;')).toBe(true);
  const before = live();
  // Every page opened here brings a session.
  const other = await context.newPage();
  await other.goto(server.origin);
  await expect.poll(live).toBeGreaterThan(before);
});

test('an edit the server refuses is reported, undone, and can be discarded', async () => {
  put([['pin', pinOf(PROJECT, PLAN, 9)]]);
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, `await local.perform(ids.project, 'pin.update', { id: '${madeId(5, 9)}', set: { title: 'Mine' } });`);
  put([['pin', { ...pinOf(PROJECT, PLAN, 9), status: 'closed', title: 'Closed' }]]);
  await goOnline(page);
  await page.waitForFunction('store.currentLocal().status().rejected.length === 1');
  await expect
    .poll(() => run(page, 'return local.status().rejected;'))
    .toMatchObject([{ n: 1, name: 'pin.update', code: 'pin_locked' }]);
  await run(page, 'await local.edits.discard(1);');
  await page.waitForFunction('store.currentLocal().status().rejected.length === 0');
  await expect.poll(async () => (await pins(page)).map((pin) => pin.title)).toEqual(['Closed']);
});

test('removal from a project deletes its data', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  const member = [...(server.store.state.sites.get(PROJECT)?.tables.get('member')?.values() ?? [])]
    .map((one) => one.row)
    .find((row) => 'userId' in row && row.userId === ADMIN);
  put([['member', { ...member, state: 'removed' } as SiteRows[number][1]]]);
  await run(page, "globalThis.dispatchEvent(new Event('online'));");
  await untilState(page, 'gone');
  const left = await run<number>(page, `${READ} return (await read('plan', 'projectId', ids.project)).length;`);
  expect(left).toBe(0);
});

test('a member who was added back can retry a refused edit without opening the project', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  const site = server.store.state.sites.get(PROJECT);
  const [member] = [...(site?.tables.get('member')?.values() ?? [])].map((one) => one.row as Rows['member']);
  if (!member) throw new Error('no member');
  server.cut = true;
  await run(page, newPin(1, 'Kept'));
  put([['member', { ...member, state: 'removed' }]]);
  await goOnline(page);
  await page.waitForFunction('store.currentLocal().status().rejected.length === 1');
  await untilState(page, 'gone');
  await page.evaluate('globalThis.close1()');
  put([['member', member]]);
  await run(page, 'await local.edits.retry(local.status().rejected[0].n);');
  await untilSent(page);
  expect(applied()).toEqual(['2 pin.create']);
  await page.waitForFunction('store.currentLocal().status().rejected.length === 0');
});

const FACTORIES = `[indexedDB, (await navigator.storageBuckets.open('unsent')).indexedDB]`;

/** The names of the databases and of their copies. */
const databaseNames = (page: Page) =>
  page.evaluate(`(async () => Promise.all(${FACTORIES}.map(async (factory) =>
    (await factory.databases()).map(({ name }) => name))))()`) as Promise<string[][]>;

/** Closes the store, and deletes its database, as a browser does that finds it damaged, or the copy. */
async function lose(page: Page, which: 'database' | 'copy'): Promise<void> {
  await run(page, 'await store.stopLocal({ wipe: false });');
  await page.evaluate(`(async () => {
    const factory = ${FACTORIES}[${which === 'copy' ? 1 : 0}];
    for (const { name } of await factory.databases()) await new Promise((resolve, reject) => {
      const deleting = factory.deleteDatabase(name);
      deleting.onsuccess = resolve;
      deleting.onerror = () => reject(deleting.error);
    });
  })()`);
}

test('edits, files and drafts survive the loss of the database, and nothing is sent twice', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(page, newPin(1, 'Sent'));
  await untilSent(page);
  // Until it is read back it would be sent once more, and count as waiting.
  await expect.poll(async () => (await pins(page))[0]?.number ?? null).not.toBeNull();
  server.cut = true;
  await run(page, newPin(2, 'Unsent'));
  const blobId = await run<string>(
    page,
    `await local.keepDraft('sketch 1', new Blob(['lines']));
     return local.keepBlob(new Blob(['photo'], { type: 'image/png' }), { purpose: 'photo', name: 'a.png' });`,
  );
  await lose(page, 'database');
  await openIn(page);
  await page.waitForFunction('store.currentLocal()?.status().restored === true');
  const kept = `return [local.status().pending, local.status().uploads, await (await local.blob('${blobId}')).text(),
    await (await local.draft('sketch 1')).text()];`;
  await expect.poll(() => run(page, kept)).toEqual([1, 1, 'photo', 'lines']);
  await goOnline(page);
  await untilState(page, 'ready');
  await untilSent(page);
  await page.waitForFunction('store.currentLocal().status().uploads === 0');
  expect(applied()).toEqual(['1 pin.create', '2 pin.create']);
  await expect.poll(async () => (await pins(page)).map(({ title }) => title).sort()).toEqual(['Sent', 'Unsent']);
  await run(page, newPin(3, 'Later'));
  await untilSent(page);
  expect(applied()).toEqual(['1 pin.create', '2 pin.create', '3 pin.create']);
});

test('a lost copy is created again, and an existing database is not replaced by its copy', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'Unsent'));
  await lose(page, 'copy');
  await openIn(page);
  await untilState(page, 'ready');
  await expect.poll(() => run(page, 'return local.status().restored;')).toBeUndefined();
  await lose(page, 'database');
  await openIn(page);
  await page.waitForFunction('store.currentLocal()?.status().restored === true');
  await goOnline(page);
  await untilSent(page);
  expect(applied()).toEqual(['1 pin.create']);
});

test('the number of lost edits is known when the browser deletes the database and its copy', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'Unsent'));
  await expect.poll(() => run(page, 'return local.status().pending;')).toBe(1);
  await lose(page, 'copy');
  await lose(page, 'database');
  // A new database needs a key.
  server.cut = false;
  await openIn(page);
  await page.waitForFunction('store.currentLocal()?.status().lost === 1');
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(2, 'Later'));
  await run(page, 'local.forgetLost();');
  await lose(page, 'database');
  await openIn(page);
  await page.waitForFunction('store.currentLocal()?.status().restored === true');
  await expect.poll(() => run(page, 'return [local.status().pending, local.status().lost];')).toEqual([1, 0]);
});

test('an edit that does not fit into the copy is refused, and stored in neither database', async () => {
  // The copy has the first version of its database.
  await context.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
      if ('isFull' in globalThis && this.transaction.db.version === 1)
        throw new DOMException('Failed to write blobs (IOError)', 'DataError');
      return put.apply(this, given);
    };
  });
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'Before'));
  const code = (edit: string) =>
    run<string>(page, `try { ${edit} return 'stored'; } catch (error) { return error.code ?? String(error); }`);
  await page.evaluate('globalThis.isFull = true');
  const refused = [
    await code(newPin(2, 'Refused')),
    await code(`await local.keepBlob(new Blob(['photo']), { purpose: 'photo', name: 'a.png' });`),
  ];
  expect(refused).toEqual(['device_full', 'device_full']);
  await expect.poll(() => run(page, 'return [local.status().pending, local.status().uploads];')).toEqual([1, 0]);
  await page.evaluate('delete globalThis.isFull');
  await run(page, newPin(3, 'After'));
  await lose(page, 'database');
  await openIn(page);
  await page.waitForFunction('store.currentLocal()?.status().restored === true');
  await goOnline(page);
  await untilSent(page);
  await expect.poll(async () => (await pins(page)).map(({ title }) => title).sort()).toEqual(['After', 'Before']);
});

test('a database that the browser closes is opened again, and nothing is lost or sent twice', async () => {
  // As Chromium does when a write fails because the disk is full.
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, ...named) {
      const request = open.apply(this, named);
      const close = () => {
        request.result.close();
        request.result.dispatchEvent(new Event('close'));
      };
      if (named[0].startsWith('plumbline.'))
        request.addEventListener('success', () => Object.assign(globalThis, { close }));
      return request;
    };
  });
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'Before'));
  await run(page, 'globalThis.before = local; globalThis.close();');
  await page.waitForFunction('![undefined, before].includes(store.currentLocal())');
  await run(page, 'local.open(ids.project);');
  await untilState(page, 'ready');
  await run(page, newPin(2, 'After'));
  await goOnline(page);
  await untilSent(page);
  expect(applied()).toEqual(['1 pin.create', '2 pin.create']);
});

test('wiping deletes all stored data', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(page, 'await store.stopLocal({ wipe: true });');
  const names = await databaseNames(page);
  expect(names).toEqual([[], []]);
});

test('wiping keeps drafts for their user', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  await run(page, `await local.keepDraft('sketch 1', new Blob(['lines']));`);
  await run(page, 'await store.stopLocal({ wipe: true });');
  await page.close();
  const again = await openTab();
  await untilState(again, 'ready');
  await expect.poll(() => run(again, `return (await local.draft('sketch 1')).text();`)).toBe('lines');
});

test('wiping keeps unsent edits and sends them when their user is back', async () => {
  const page = await openTab();
  await untilState(page, 'ready');
  server.cut = true;
  await run(page, newPin(1, 'Unsent'));
  await run(page, 'await store.stopLocal({ wipe: true });');
  server.cut = false;
  await page.close();
  const again = await openTab();
  await untilState(again, 'ready');
  await untilSent(again);
  expect(applied()).toEqual(['1 pin.create']);
});

test('a first load of 5,000 rows is complete', async () => {
  put(Array.from({ length: 5_000 }, (_, n): SiteRows[number] => ['pin', pinOf(PROJECT, PLAN, n + 1)]));
  const page = await openTab();
  await page.evaluate(`globalThis.longest = 0; (() => { let last = performance.now(); const beat = () => {
    const now = performance.now(); longest = Math.max(longest, now - last); last = now; setTimeout(beat); }; beat(); })()`);
  await untilState(page, 'ready');
  const rows = await run<number>(page, `${READ} return (await read('pin', 'planId', ids.plan)).length;`);
  const figures = await page.evaluate('({ longest, all: performance.now() })');
  console.info('5,000 rows', figures);
  expect(rows).toBe(5_000);
  expect((await state(page)).state).toBe('ready');
}, 60_000);

// The connection breaks in the middle of each kind of request that the local store makes: everything entered arrives
// once, and nothing waits for a request that has failed.
import { LINE_FAULTS, type SyncServer, startSyncServer } from '@plumbline/testkit/simulator/browser-server';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { createdOn, IS_READY, IS_SENT, openStore, SAVE } from '../support/store-page.ts';

/** The first requests of each kind fail. */
const BROKEN = 2;
/** So large that a photo arrives in several parts. */
const PHOTO_BYTES = 400_000;
const KINDS = [
  'POST /api/v2/encryptionKey',
  'GET /api/v2/sync/pull',
  'GET /api/v2/sync/live',
  'POST /api/v2/sync/push',
  'POST /api/v2/files',
  'PATCH /api/v2/files/:id',
];

let browser: Browser;
let server: SyncServer;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  server = await startSyncServer();
});
afterEach(() => server.close());

/** Waits for a condition as a user does who keeps returning to the app, so that no delay before a retry is waited for. */
const returningUntil = (condition: string) => `new Promise((resolve) => {
  const look = () => {
    if (${condition}) return resolve();
    globalThis.dispatchEvent(new Event('online'));
    setTimeout(look, 200);
  };
  look();
})`;

test.each(LINE_FAULTS)('sends each edit once although requests fail: %s', async (fault) => {
  const calls = new Map<string, number>();
  server.fault = (call) => {
    const count = (calls.get(call) ?? 0) + 1;
    calls.set(call, count);
    return count <= BROKEN ? fault : undefined;
  };
  const context = await browser.newContext();
  const page = await openStore(context, server);
  await page.evaluate(returningUntil(IS_READY));
  const [rows, blobId] = await page.evaluate<[string[], string]>(
    `(async () => { const ids = []; const blob = await (${SAVE})(${PHOTO_BYTES}, (id) => ids.push(id)); return [ids, blob]; })()`,
  );
  await page.evaluate(returningUntil(IS_SENT));
  await expect.poll(() => page.evaluate('store.currentLocal().status().rejected')).toEqual([]);
  expect(createdOn(server).rows.toSorted()).toEqual(rows.toSorted());
  expect(server.store.state.blobs.has(blobId)).toBe(true);
  expect(KINDS.filter((kind) => !calls.has(kind))).toEqual([]);
  await context.close();
});

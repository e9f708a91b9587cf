// Kills a real browser at random moments while it saves pins, tasks, comments and photos, online and offline: everything
// it has acknowledged arrives, and nothing arrives twice. BROWSER_KILLS sets the number of kills.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SyncServer, startSyncServer } from '@plumbline/testkit/simulator/browser-server';
import { madeId, PEOPLE, projectIdOf } from '@plumbline/testkit/simulator/seed-site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKillable } from '../support/killable-browser.ts';

const KILLS = Number(process.env.BROWSER_KILLS ?? 3);
const PROJECT = projectIdOf(1);
const PLAN = madeId(4, 1);
const USER = PEOPLE[0]?.userId ?? '';
/** Edits that a browser has acknowledged before it is killed. */
const MAX_ACKNOWLEDGED = 12;
/** A photo is large enough that a kill interrupts saving it. */
const PHOTO_BYTES = 400_000;

let server: SyncServer;
let folder: string;
beforeAll(async () => {
  server = await startSyncServer();
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-kills-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

type Running = { page: Page; kill(): Promise<void> };

/** Starts the browser with the profile of the previous one, and opens the local store. */
async function start(): Promise<Running> {
  const { context, kill } = await startKillable(folder);
  const token = { token_type: 'bearer', access_token: USER, refresh_token: 'none', expires_in: 3_600 };
  const stored = JSON.stringify({ ...token, expires_at: Date.now() + 3_600_000 });
  await context.addInitScript(`localStorage.setItem('plumbline.token', ${JSON.stringify(stored)})`);
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  const session = JSON.stringify({ userId: USER, organisationId: madeId(8, 1), keepKey: true });
  await page.evaluate(`store.startLocal(${session}).then(() => { store.currentLocal().open('${PROJECT}'); })`);
  await page.waitForFunction(`store.currentLocal().project('${PROJECT}').state === 'ready'`);
  return { page, kill };
}

/** Saves without end, and logs the id of each row once the device has acknowledged it. Runs in the page. */
const SAVING = `(async () => {
  const local = store.currentLocal();
  const act = (name, input) => local.perform('${PROJECT}', name, input).then(() => console.log('acknowledged ' + input.id));
  for (;;) {
    const pinId = crypto.randomUUID();
    await act('pin.create', { id: pinId, planId: '${PLAN}', x: 0.5, y: 0.5, content: { title: pinId } });
    await act('task.create', { id: crypto.randomUUID(), pinId, assigneeType: 'User', assigneeId: '${USER}', content: { title: 'Task' } });
    await act('comment.create', { id: crypto.randomUUID(), pinId, taskId: null, text: 'Comment' });
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const photo = new Blob(Array.from({ length: Math.ceil(${PHOTO_BYTES} / 65_536) }, () => bytes), { type: 'image/png' });
    const blobId = await local.keepBlob(photo, { purpose: 'photo', name: 'a.png' });
    const files = [{ blobId, name: 'a.png', mime: 'image/png', size: photo.size, width: 1, height: 1 }];
    await act('post.create', { id: crypto.randomUUID(), pinId, taskId: null, type: 'Visuals', caption: '', takenAt: null, files });
  }
})()`;

test(`${KILLS} killed browsers lose nothing and send nothing twice`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
  const acknowledged = new Set<string>();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const running = await start();
    // Every other browser saves offline, so that much waits for the next.
    server.cut = kills % 2 === 1;
    const wanted = 1 + Math.floor(Math.random() * MAX_ACKNOWLEDGED);
    const enough = new Promise<void>((resolve) => {
      let count = 0;
      running.page.on('console', (message) => {
        const id = /^acknowledged (\S+)$/u.exec(message.text())?.[1];
        if (id === undefined) return;
        acknowledged.add(id);
        count += 1;
        if (count >= wanted) resolve();
      });
    });
    // Ends only with an error, at the latest when the browser is killed.
    const saving = running.page.evaluate(SAVING);
    await Promise.race([enough, saving]);
    saving.catch(() => undefined);
    await running.kill();
    server.cut = false;
  }
  const last = await start();
  await last.page.waitForFunction(
    'store.currentLocal().status().pending === 0 && store.currentLocal().status().uploads === 0',
    undefined,
    { timeout: 60_000 },
  );
  await expect.poll(() => last.page.evaluate('store.currentLocal().status().rejected')).toEqual([]);
  await last.kill();
  const created = server.store.state.log.flatMap(({ writes }) =>
    writes.filter(({ before }) => before === undefined).map(({ id }) => id),
  );
  const arrived = new Set(created);
  expect([...acknowledged].filter((id) => !arrived.has(id))).toEqual([]);
  expect(created).toHaveLength(arrived.size);
  const edits = server.store.state.log.flatMap(({ cause }) =>
    cause.device ? [`${cause.device.id} ${cause.device.n}`] : [],
  );
  expect(new Set(edits).size).toBe(edits.length);
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
});

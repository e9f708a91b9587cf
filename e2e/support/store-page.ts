// A page with nothing but the local store, opened as `store`, on a server simulated in memory.
import type { SyncServer } from '@plumbline/testkit/simulator/browser-server';
import { madeId, PEOPLE, projectIdOf } from '@plumbline/testkit/simulator/seed-site';
import type { BrowserContext, Page } from 'playwright-core';

export const PROJECT = projectIdOf(1);
export const PLAN = madeId(4, 1);
export const USER = PEOPLE[0]?.userId ?? '';

/** The condition, for `page.waitForFunction`. */
export const IS_READY = `store.currentLocal()?.project('${PROJECT}').state === 'ready'`;
export const IS_SENT = 'store.currentLocal().status().pending === 0 && store.currentLocal().status().uploads === 0';

/** Opens the page, signed in, and begins to open the store and the project. */
export async function openStore(context: BrowserContext, server: SyncServer): Promise<Page> {
  const token = { token_type: 'bearer', access_token: USER, refresh_token: 'none', expires_in: 3_600 };
  const stored = JSON.stringify({ ...token, expires_at: Date.now() + 3_600_000 });
  await context.addInitScript(`localStorage.setItem('plumbline.token', ${JSON.stringify(stored)})`);
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.waitForFunction('globalThis.store !== undefined');
  const session = JSON.stringify({ userId: USER, organisationId: madeId(8, 1), keepKey: true });
  await page.evaluate(`void store.startLocal(${session}).then(() => { store.currentLocal().open('${PROJECT}'); })`);
  return page;
}

/**
 * A function for the page: saves a pin with a task, a comment and a photo of `bytes` bytes, and reports the id of each
 * row through `acknowledged` once the device has stored it.
 */
export const SAVE = `async (bytes, acknowledged) => {
  const local = store.currentLocal();
  const act = async (name, input) => {
    await local.perform('${PROJECT}', name, input);
    acknowledged(input.id);
  };
  const pinId = crypto.randomUUID();
  await act('pin.create', { id: pinId, planId: '${PLAN}', x: 0.5, y: 0.5, content: { title: pinId } });
  await act('task.create', { id: crypto.randomUUID(), pinId, assigneeType: 'User', assigneeId: '${USER}', content: { title: 'Task' } });
  await act('comment.create', { id: crypto.randomUUID(), pinId, taskId: null, text: 'Comment' });
  const part = crypto.getRandomValues(new Uint8Array(65_536));
  const photo = new Blob(Array.from({ length: Math.ceil(bytes / part.length) }, () => part), { type: 'image/png' });
  const blobId = await local.keepBlob(photo, { purpose: 'photo', name: 'a.png' });
  const files = [{ blobId, name: 'a.png', mime: 'image/png', size: photo.size, width: 1, height: 1 }];
  await act('post.create', { id: crypto.randomUUID(), pinId, taskId: null, type: 'Visuals', caption: '', takenAt: null, files });
  return blobId;
}`;

/** The ids of all rows that the server has created, and the edits that did so: both without repetition if all went well. */
export function createdOn(server: SyncServer): { rows: string[]; edits: string[] } {
  const { log } = server.store.state;
  return {
    rows: log.flatMap(({ writes }) => writes.filter(({ before }) => before === undefined).map(({ id }) => id)),
    edits: log.flatMap(({ cause }) => (cause.device ? [`${cause.device.id} ${cause.device.n}`] : [])),
  };
}

// A disk that is full in the middle of a photo: the photo is refused, everything stored before is kept and sent, and
// saving works again once there is space. The disk is a small file system in memory, which only root on Linux can mount.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SyncServer, startSyncServer } from '@plumbline/testkit/simulator/browser-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKillable } from '../support/killable-browser.ts';
import { createdOn, IS_READY, IS_SENT, openStore, PROJECT, SAVE } from '../support/store-page.ts';

const DISK = '96m';
const LEFT_BYTES = 6_000_000;
const PHOTO_BYTES = 1_500_000;

let server: SyncServer;
const disk = await mkdtemp(path.join(tmpdir(), 'plumbline-disk-'));
const isMounted = await mounted();
beforeAll(async () => {
  server = await startSyncServer();
});
afterAll(async () => {
  await server?.close();
  if (isMounted) execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
});

async function mounted(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Saves until a write is refused, and returns the reason with the ids of everything acknowledged before. */
const SAVE_UNTIL_FULL = `(async () => {
  const ids = [];
  for (let round = 0; round < 40; round += 1) {
    try {
      await (${SAVE})(${PHOTO_BYTES}, (id) => ids.push(id));
    } catch (error) {
      return { ids, code: typeof error.code === 'string' ? error.code : error.name + ': ' + error.message };
    }
  }
  return { ids, code: 'never full' };
})()`;

/**
 * Chromium may have closed the database when a write failed, and even deleted it. It is opened again, from its copy if
 * necessary, and what failed meanwhile is saved.
 */
const SAVE_ONCE_OPEN = `(async () => {
  const ids = [];
  let opened;
  for (;;) {
    try {
      const local = store.currentLocal();
      if (local !== opened) local.open('${PROJECT}');
      opened = local;
      await (${SAVE})(100_000, (id) => ids.push(id));
      return ids;
    } catch (error) {
      if (${IS_READY} && error.name !== 'InvalidStateError') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
})()`;

test.skipIf(!isMounted)(
  'rejects what does not fit, keeps stored data, and continues once there is space again',
  async () => {
    const filler = path.join(disk, 'filler');
    const running = await startKillable(path.join(disk, 'profile'));
    // As for an installed app: otherwise Chromium may delete everything where space is short.
    const session = await running.context.browser()?.newBrowserCDPSession();
    await session?.send('Browser.grantPermissions', { permissions: ['durableStorage'] });
    const page = await openStore(running.context, server);
    await page.waitForFunction(IS_READY);
    server.cut = true;
    const { bavail, bsize } = await statfs(disk);
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES), 1));
    const { ids, code } = await page.evaluate<{ ids: string[]; code: string }>(SAVE_UNTIL_FULL);
    expect(code).toBe('device_full');
    expect(ids.length).toBeGreaterThan(0);
    await rm(filler);
    // If the database was restored, the project must be read again.
    server.cut = false;
    const more = await page.evaluate<string[]>(SAVE_ONCE_OPEN);
    await running.kill();

    const again = await startKillable(path.join(disk, 'profile'));
    const reopened = await openStore(again.context, server);
    await reopened.waitForFunction(IS_READY);
    await reopened.waitForFunction(IS_SENT);
    await expect.poll(() => reopened.evaluate('store.currentLocal().status().rejected')).toEqual([]);
    await again.kill();
    const { rows, edits } = createdOn(server);
    expect([...ids, ...more].filter((id) => !rows.includes(id))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
    expect(new Set(edits).size).toBe(edits.length);
  },
);

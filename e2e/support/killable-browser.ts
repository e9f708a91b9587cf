// A browser in a process of its own with a profile on disk, which a test kills without warning and starts again.
import { spawn } from 'node:child_process';
import { type BrowserContext, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumPath, FLAGS } from './browser.ts';

export type KillableBrowser = {
  context: BrowserContext;
  kill(): Promise<void>;
  /** Ends it as its user does: cookies, which are written every 30 seconds, are on disk then. */
  close(): Promise<void>;
};

/** Starts a browser on the profile in this folder. It ends with the test at the latest, also if that fails. */
export async function startKillable(profile: string, moreFlags: readonly string[] = []): Promise<KillableBrowser> {
  const flags = [...FLAGS, ...moreFlags, `--user-data-dir=${profile}`, '--remote-debugging-port=0', '--headless'];
  const child = spawn(chromiumPath(), flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  // Debian starts the browser from a shell, which ends first: the output is closed once the browser itself has ended, and
  // only then can the next one open the profile.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isEnded = false;
  child.once('close', () => {
    isEnded = true;
  });
  const kill = () => {
    // The browser's own processes belong to its group.
    if (child.pid !== undefined && !isEnded) process.kill(-child.pid, 'SIGKILL');
    return ended;
  };
  onTestFinished(kill);
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const found = /DevTools listening on (\S+)/u.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the browser did not start: ${text}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no profile');
  return {
    context,
    kill,
    async close() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await ended;
    },
  };
}

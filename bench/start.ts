// From `npm start` with installed packages and a built page until the sign-in page is served: the first start, and a
// start on existing data.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plumbline/testkit/program/program';
import { table } from './common/figures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function measure(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  for (;;) {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('<script')) break;
    if (child.exitCode !== null) throw new Error('npm start has ended');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  // As a terminal does: signals npm and all processes it has started.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
  return seconds;
}

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-'));
try {
  await measure(path.join(folder, 'warm'));
  const first = await measure(path.join(folder, 'data'));
  const again = await measure(path.join(folder, 'data'));
  table(
    ['start', 'seconds'],
    [
      ['first, makes the database', first],
      ['again, on its data', again],
    ],
  );
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

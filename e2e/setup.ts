// Runs before the journeys of a lane: builds the web client as the launcher does, and starts one installation with the
// demo.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProgram } from '@plumbline/testkit/program/program';
import type { TestProject } from 'vitest/node';
import { makeDemo } from './make-demo.ts';

export type Installation = {
  url: string;
  /** URL that the program accepts for a push service; a test may start one there. */
  pushService: string;
  dataDir: string;
  /** Connection string of its database, as the superuser. */
  rootUrl: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    installation: Installation;
  }
}

const BUILD = fileURLToPath(new URL('../tools/launch.mjs', import.meta.url));

const run = promisify(execFile);

let end: (() => Promise<void>) | undefined;

/** A port that was free a moment ago; the journey about push notifications opens it later. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Reads the connection string from the files of the running database. */
function rootUrlOf(dataDir: string): string {
  const database = path.join(dataDir, 'database');
  const { owner } = JSON.parse(readFileSync(path.join(database, 'passwords.json'), 'utf8')) as { owner: string };
  const cluster = path.join(database, 'cluster');
  const [, , , port = '', socket = ''] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  // PostgreSQL started as root names its socket relative to the cluster.
  return `postgres://postgres:${owner}@/plumbline?${new URLSearchParams({ host: path.resolve(cluster, socket), port })}`;
}

export async function setup(project: TestProject): Promise<void> {
  // The same build as `npm run build`; it is skipped if nothing has changed.
  await run(process.execPath, [BUILD, 'build']);
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
  const dataDir = path.join(folder, 'data');
  const prepared = process.env.PLUMBLINE_PREPARED;
  // Keeps the owners of the files: PostgreSQL starts only on files of its own user.
  if (prepared) await run('cp', ['-a', prepared, dataDir]);
  else await makeDemo(dataDir);
  const pushService = `http://127.0.0.1:${await freePort()}`;
  const program = await startProgram({
    DEMO: 'on',
    LOG_LEVEL: 'info',
    CHECK_REPLIES: 'on',
    WORKER_CONCURRENCY: '1',
    DATA_DIR: dataDir,
    PUSH_SERVICES: pushService,
  });
  end = async () => {
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  project.provide('installation', { url: program.url, pushService, dataDir, rootUrl: rootUrlOf(dataDir) });
}

export async function teardown(): Promise<void> {
  await end?.();
}

// Before the journeys: the browser program built as the launcher builds it, and one program running with its demo.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProgram } from '@plumbline/testkit/program/program';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
    /** Where a push service may be started that the program speaks to. */
    pushService: string;
  }
}

const BUILD = fileURLToPath(new URL('../tools/launch.mjs', import.meta.url));

let end: (() => Promise<void>) | undefined;

/** A port nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function setup(project: TestProject): Promise<void> {
  const given = process.env.PLUMBLINE_URL;
  if (given !== undefined) {
    project.provide('url', given);
    project.provide('pushService', process.env.PLUMBLINE_PUSH_SERVICE ?? '');
    return;
  }
  // As `npm run build` does; nothing is built anew where nothing has changed.
  await promisify(execFile)(process.execPath, [BUILD, 'build']);
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
  const pushService = `http://127.0.0.1:${await freePort()}`;
  const program = await startProgram({
    ...{ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'info', CHECK_REPLIES: 'on' },
    PUSH_SERVICES: pushService,
  });
  end = async () => {
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  await program.saying('the demo project is complete');
  project.provide('url', program.url);
  project.provide('pushService', pushService);
}

export async function teardown(): Promise<void> {
  await end?.();
}

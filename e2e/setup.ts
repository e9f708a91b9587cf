// Before the journeys: the browser program built as the launcher builds it, and one installation with its demo for each lane they go in.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Settings, startProgram } from '@plumbline/testkit/program/program';
import type { TestProject } from 'vitest/node';

import { LANES } from './lanes.ts';

export type Installation = {
  url: string;
  /** Where a push service may be started that the program speaks to. */
  pushService: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    installations: Installation[];
  }
}

const BUILD = fileURLToPath(new URL('../tools/launch.mjs', import.meta.url));

const run = promisify(execFile);

let end: (() => Promise<void>) | undefined;

/** A port nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Made by the program of one lane, and copied to the others while nobody writes. */
async function makeDemo(folder: string, settings: Settings): Promise<void> {
  const program = await startProgram({ ...settings, DATA_DIR: folder });
  for (const what of ['the demo project', 'the model of the demo project'])
    await program.saying(`"${what} is complete"`);
  const ended = await program.end();
  if (ended !== 0) throw new Error(`the program that made the demo ended with ${ended}:\n${program.said()}`);
}

export async function setup(project: TestProject): Promise<void> {
  const given = process.env.PLUMBLINE_URL;
  if (given !== undefined) {
    project.provide('installations', [{ url: given, pushService: process.env.PLUMBLINE_PUSH_SERVICE ?? '' }]);
    return;
  }
  // As `npm run build` does; nothing is built anew where nothing has changed.
  await run(process.execPath, [BUILD, 'build']);
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
  const settings = { DEMO: 'on', LOG_LEVEL: 'info', CHECK_REPLIES: 'on' };
  const folders = Array.from({ length: LANES }, (_, lane) => path.join(folder, `${lane}`));
  const [first = folder, ...others] = folders;
  await makeDemo(first, settings);
  // With their owners: who may not read the files of a database does not start one.
  for (const other of others) await run('cp', ['-a', first, other]);
  const lanes = await Promise.all(
    folders.map(async (DATA_DIR) => {
      const pushService = `http://127.0.0.1:${await freePort()}`;
      return { pushService, program: await startProgram({ ...settings, DATA_DIR, PUSH_SERVICES: pushService }) };
    }),
  );
  end = async () => {
    await Promise.all(lanes.map(({ program }) => program.end()));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  project.provide(
    'installations',
    lanes.map(({ program: { url }, pushService }) => ({ url, pushService })),
  );
}

export async function teardown(): Promise<void> {
  await end?.();
}

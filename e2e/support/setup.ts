// Runs before the journeys: builds the web client as the launcher does, and starts an installation with the demo for
// each lane.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_ORGANISATION } from '@plumbline/server/features/demo/ids';
import { shrink } from '@plumbline/server/rendering/resizing/shrink';
import { rootUrlOf } from '@plumbline/testkit/postgres/root-url';
import { freePort, type Program, startProgram } from '@plumbline/testkit/program/program';
import type { TestProject } from 'vitest/node';

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
    /** One for each lane. */
    installations: Installation[];
  }
}

const BUILD = fileURLToPath(new URL('../../tools/launch.mjs', import.meta.url));

const run = promisify(execFile);

let end: (() => Promise<void>) | undefined;

/** Creates a data folder with the demo. */
async function makeDemo(folder: string): Promise<void> {
  const program = await startProgram({ DEMO: 'on', LOG_LEVEL: 'info', DATA_DIR: folder });
  for (const what of ['the demo project', 'the model of the demo project'])
    await program.saying(`"${what} is complete"`);
  const ended = await program.end();
  if (ended !== 0) throw new Error(`the program that made the demo ended with ${ended}:\n${program.said()}`);
  await makeThumbnails(path.join(folder, 'files'));
}

const JPEG = 0xff_d8;

/** Makes the thumbnails of the demo's photos: each journey that shows some would make them again in its organisation. */
async function makeThumbnails(files: string): Promise<void> {
  const originals = path.join(files, 'blobs', DEMO_ORGANISATION);
  for (const sha256 of await readdir(originals)) {
    const original = await readFile(path.join(originals, sha256));
    if (original.readUInt16BE(0) !== JPEG) continue;
    const sizes = path.join(files, 'sizes', DEMO_ORGANISATION, sha256);
    await mkdir(sizes, { recursive: true });
    await writeFile(path.join(sizes, 'thumb.webp'), await shrink(original, 'thumb'));
  }
}

/** Starts an installation on a copy of the demo's data. */
async function startInstallation(demo: string, folder: string): Promise<Installation & { program: Program }> {
  const dataDir = path.join(folder, 'data');
  await mkdir(folder);
  // Keeps the owners of the files: PostgreSQL starts only on files of its own user.
  await run('cp', ['-a', demo, dataDir]);
  // Free a moment ago; the journey about push notifications opens it later.
  const pushService = `http://127.0.0.1:${await freePort()}`;
  const program = await startProgram({
    DEMO: 'on',
    LOG_LEVEL: 'info',
    CHECK_REPLIES: 'on',
    WORKER_CONCURRENCY: '1',
    // The only worker does what the journeys wait for.
    TESSERACT_PATH: '/none/tesseract',
    DATA_DIR: dataDir,
    PUSH_SERVICES: pushService,
  });
  return { url: program.url, pushService, dataDir, rootUrl: rootUrlOf(dataDir), program };
}

export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
  const demo = path.join(folder, 'demo');
  // The same build as `npm run build`; it is skipped if nothing has changed.
  await Promise.all([run(process.execPath, [BUILD, 'build']), makeDemo(demo)]);
  const started = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, (_, lane) =>
      startInstallation(demo, path.join(folder, `lane-${lane + 1}`)),
    ),
  );
  end = async () => {
    for (const { program } of started) await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  project.provide(
    'installations',
    started.map(({ program: _, ...installation }) => installation),
  );
}

export async function teardown(): Promise<void> {
  await end?.();
}

// Before the journeys: the browser program built as the launcher builds it, and one program running with its demo.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram } from '@plumbline/testkit/program/program';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../tools/launch/web.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
  }
}

let end: (() => Promise<void>) | undefined;

export async function setup(project: TestProject): Promise<void> {
  await buildWeb(process.execPath);
  const given = process.env.PLUMBLINE_URL;
  if (given !== undefined) {
    project.provide('url', given);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
  const program = await startProgram({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'info', CHECK_REPLIES: 'on' });
  end = async () => {
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  await program.saying('the demo project is complete');
  project.provide('url', program.url);
}

export async function teardown(): Promise<void> {
  await end?.();
}

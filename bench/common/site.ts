// A running program for benchmarks: started as an operator starts it, with a temporary data folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD, demoEmail } from '@plumbline/testkit/demo';
import { rootUrlOf } from '@plumbline/testkit/postgres/root-url';
import { type Program, startProgram } from '@plumbline/testkit/program/program';
import { signInTo } from '@plumbline/testkit/program/sign-in';

export type Site = Program & { token: string; rootUrl: string; close(): Promise<void> };

export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-'));
  const program = await startProgram({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'info', ...settings });
  const { token } = await signInTo(program.url, demoEmail('anna'), DEMO_PASSWORD);
  return {
    ...program,
    token,
    rootUrl: rootUrlOf(folder),
    async close() {
      await program.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

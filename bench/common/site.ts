// A running program for benchmarks: started as its operator does, on a data folder that goes away.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from '@plumbline/server/features/demo/people';
import { WEB_CLIENT } from '@plumbline/testkit/actors';
import { type Program, startProgram } from '@plumbline/testkit/program/program';

export type Site = Program & { token: string; close(): Promise<void> };

export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-'));
  const program = await startProgram({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'info', ...settings });
  const answer = await fetch(`${program.url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: emailOf(DEMO_PEOPLE[0]), password: DEMO_PASSWORD }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    ...program,
    token,
    async close() {
      await program.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

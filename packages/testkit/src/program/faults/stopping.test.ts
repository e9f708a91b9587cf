// Stopping under load: every request that reached a server is answered.
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { startProgram } from '../program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-stopping-'));
let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

type Outcome = { status?: number; leave?: boolean; error?: string };

const ask = (url: string, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const requested = request(`${url}/api/openapi.json`, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, leave: response.headers.connection === 'close' }),
      );
      response.on('error', (error) => resolve({ error: error.message }));
    });
    requested.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    requested.end();
  });

it('keeps serving after reporting that it is not ready, so that proxies can switch', async () => {
  const { url } = await cluster.database();
  const settings = { DATABASE_URL: url, ROLES: 'web', DRAIN_DELAY_S: '2' };
  const program = await startProgram({ ...settings, DATA_DIR: path.join(folder, 'drained') });
  const ended = program.end('SIGTERM');
  let ready = 200;
  while (ready === 200) ready = (await fetch(`${program.url}/readyz`)).status;
  expect(ready).toBe(503);
  // On a new connection, since the last reply closed the one before.
  expect((await fetch(`${program.url}/api/openapi.json`)).status).toBe(200);
  expect(await ended).toBe(0);
});

it('answers every accepted request, and closes its connections so that clients move to another server', async () => {
  const database = await cluster.database();
  const settings = { DATABASE_URL: database.url, ROLES: 'web' };
  const webs = await Promise.all(
    ['a', 'b'].map((name) => startProgram({ ...settings, DATA_DIR: path.join(folder, name) })),
  );
  const [first, second] = webs.map(({ url }) => url);
  let going = true;
  const failed: Outcome[] = [];
  let answered = 0;
  const answers = new EventEmitter();
  // Like a proxy: keeps its connection, and switches to the other server when asked to close it.
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let url = first ?? '';
    while (going) {
      const outcome = await ask(url, agent);
      if (outcome.status !== 200) failed.push(outcome);
      answered += 1;
      answers.emit('answer');
      if (outcome.leave) url = second ?? '';
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 12 }, client);
  const more = async (count: number) => {
    for (const goal = answered + count; answered < goal; ) await once(answers, 'answer');
  };
  await more(60);
  expect(await webs[0]?.end('SIGTERM')).toBe(0);
  await more(30);
  going = false;
  await Promise.all(clients);
  await webs[1]?.end();
  expect(failed).toEqual([]);
});

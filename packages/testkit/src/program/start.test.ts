// The program starts, stops, restarts and refuses to start, as an operator sees it.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, type Program, startProgram } from './program.ts';
import { ONE_REQUEST, signInTo } from './sign-in.ts';

const folders: string[] = [];
const dataDir = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-program-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const signIn = (url: string) => signInTo(url, 'anna.berger@plumbline.example', 'Plumb-line-2026');

const get = (url: string) => fetch(url, { headers: ONE_REQUEST });

const call = (url: string, token: string, method: string, address: string, body?: object) =>
  fetch(`${url}${address}`, {
    method,
    headers: {
      ...ONE_REQUEST,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('a first start', () => {
  const folder = dataDir();
  // Only the demo accounts matter here: without a worker the demo project is not created.
  const settings = { DATA_DIR: folder, DEMO: 'on', ROLES: 'web' };
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(settings);
  });
  afterAll(async () => {
    await program.end();
  });

  it('prints the demo login, and the login works', async () => {
    expect(program.said()).toContain('anna.berger@plumbline.example');
    expect(program.said()).toContain('Plumb-line-2026');
    expect((await signIn(program.url)).status).toBe(200);
  });

  it('answers health checks and serves its API description', async () => {
    const bodies = await Promise.all(['/healthz', '/readyz', '/api/openapi.json'].map((one) => get(program.url + one)));
    expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await bodies[2]?.json()).toMatchObject({ openapi: '3.1.0' });
    expect((await get(`${program.url}/api/docs/`)).status).toBe(200);
  });

  it('refuses to start a second program on the same data folder, and names the reason', async () => {
    const second = launch(settings);
    await second.saying('is in use by another running Plumbline');
    expect(await second.end()).toBe(1);
    expect((await get(`${program.url}/readyz`)).status).toBe(200);
  });

  it('keeps all data after it was killed, and stops cleanly on Ctrl-C', async () => {
    const { token } = await signIn(program.url);
    const id = randomUUID();
    const created = await call(program.url, token, 'POST', '/api/projects-api/projects', {
      id,
      title: 'Kept through a kill',
    });
    expect(created.status).toBe(200);
    expect(await program.end('SIGKILL')).toBe('SIGKILL');
    program = await startProgram(settings);
    const again = await signIn(program.url);
    const found = await call(program.url, again.token, 'GET', `/api/projects-api/projects/${id}`);
    expect(await found.json()).toMatchObject({ title: 'Kept through a kill' });
    expect(await program.end('SIGINT')).toBe(0);
    program = await startProgram(settings);
    expect((await get(`${program.url}/healthz`)).status).toBe(200);
  });
});

describe('a start that fails', () => {
  it('names the port in use and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const folder = dataDir();
    const program = launch({ DATA_DIR: folder, PORT: String(port), ROLES: 'web' });
    await program.saying(`Port ${port} is taken`);
    // Before anything was started.
    expect(existsSync(path.join(folder, 'database'))).toBe(false);
    expect(program.said()).toContain('PORT=');
    expect(await program.end()).toBe(1);
    taken.close();
  });

  it('names the folder that is not writable', async () => {
    const folder = dataDir();
    chmodSync(folder, 0o500);
    // Root can write anywhere, so a path below a file is used for it.
    const blocked = process.getuid?.() === 0 ? '/dev/null/plumbline' : folder;
    const program = launch({ DATA_DIR: blocked });
    await program.saying('DATA_DIR');
    expect(program.said()).toMatch(/cannot be written/u);
    expect(await program.end()).toBe(1);
    chmodSync(folder, 0o700);
  });

  it('names every invalid setting', async () => {
    const program = launch({ DATA_DIR: dataDir(), PORT: 'eighty', ROLES: 'cook', S3_BUCKET: 'plans' });
    await program.saying('The settings need a change');
    expect(program.said()).toMatch(/PORT takes a port number[\s\S]*ROLES takes/u);
    expect(await program.end()).toBe(1);
  });
});

// Global setup of a test run: starts the PostgreSQL that all tests share.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type SharedPostgres, sharedPostgres, shareWithWorkers } from './shared.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

let folder: string | undefined;
let child: ChildProcess | undefined;

export async function setup(): Promise<void> {
  // Several projects use this setup; the first one starts the server for all.
  if (sharedPostgres()) return;
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-postgres-'));
  // A separate process that stops when its stdin closes, however this process ends.
  const server = spawn(process.execPath, [SERVE, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  child = server;
  const line = await Promise.race([
    once(createInterface(server.stdout), 'line').then(([text]) => text as string),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`PostgreSQL for tests ended with ${code}`))),
  ]);
  shareWithWorkers(JSON.parse(line) as SharedPostgres);
}

export async function teardown(): Promise<void> {
  if (!child || !folder) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
  shareWithWorkers(undefined);
  await rm(folder, { recursive: true, force: true });
}

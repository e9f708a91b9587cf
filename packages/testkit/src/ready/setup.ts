// Before the tests of a run: one database cluster with the schema of today, which each test file copies.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { READY_CLUSTER } from './name.ts';

const MAKE = fileURLToPath(new URL('./make.ts', import.meta.url));

let folder: string | undefined;

export async function setup(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-ready-'));
  await promisify(execFile)(process.execPath, [MAKE, folder]);
  process.env[READY_CLUSTER] = folder;
}

export async function teardown(): Promise<void> {
  if (folder) await rm(folder, { recursive: true, force: true });
}

import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from './embedded/processes.ts';
import { type EmbeddedPostgres, FolderInUse, startEmbeddedPostgres } from './embedded.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const START_DATABASE = fileURLToPath(new URL('./embedded/fixtures/start-database.ts', import.meta.url));
const silent = { info() {}, warn() {}, error() {} };

let dataDir: string;
const running = new Set<EmbeddedPostgres>();
const children = new Set<ChildProcess>();

/** A data folder with a stopped database, for tests that are not about creating one. */
let template: string;

beforeAll(async () => {
  template = mkdtempSync(path.join(tmpdir(), 'plumbline-pg-template-'));
  await (await startEmbeddedPostgres({ dataDir: template, log: silent, fsync: false })).stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** Copies the stopped database into the data folder, with the owners of its files. */
const copyTemplate = (folder = dataDir) => execFileSync('cp', ['-a', path.join(template, 'database'), folder]);

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-pg-'));
});

/** The server that a test left running on `folder`. */
function postmaster(folder: string): number | undefined {
  const file = path.join(folder, 'database/cluster/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  for (const database of running) await database.stop();
  running.clear();
  const pid = postmaster(dataDir);
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir: folder, log: silent, fsync: false });
  running.add(database);
  return database;
}

type Started = { url: string; pid: number; error?: string };

/** Another program that uses the folder, in its own process. */
async function startProgram(
  folder: string,
  options: SpawnOptions = {},
): Promise<{ child: ChildProcess; started: Started }> {
  const child = spawn(process.execPath, [START_DATABASE, folder], { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  children.add(child);
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return { child, started: JSON.parse(line) as Started };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startEmbeddedPostgres', () => {
  it('keeps its data over a restart and accepts only the program', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const rows = await query<{ user: string; super: string; net: string }>(
      first.url,
      "SELECT current_user AS user, current_setting('is_superuser') AS super, current_setting('listen_addresses') AS net",
    );
    expect(rows).toEqual([{ user: 'plumbline', super: 'off', net: '' }]);
    await expect(query(first.url.replace(/:[^:@]+@/u, ':guess@'), 'SELECT 1')).rejects.toThrow(/password/u);
    expect(statSync(path.join(dataDir, 'database')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDir, 'database/passwords.json')).mode & 0o777).toBe(0o600);
    await first.stop();
    expect(isAlive(first.pid())).toBe(false);

    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('waits for the disk by default', async () => {
    copyTemplate();
    const database = await startEmbeddedPostgres({ dataDir, log: silent });
    running.add(database);
    expect(
      await query(
        database.url,
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting <> 'on'",
      ),
    ).toEqual([]);
  });

  it('takes over the running database of a killed program', async () => {
    copyTemplate();
    const { child, started } = await startProgram(dataDir);
    await query(started.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(started.pid)).toBe(true);

    const again = await start();
    expect(again.pid()).toBe(started.pid);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await again.stop();
    expect(isAlive(started.pid)).toBe(false);
  });

  it('starts again after the program and the database were killed', async () => {
    copyTemplate();
    const { child, started } = await startProgram(dataDir);
    await query(started.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    child.kill('SIGKILL');
    process.kill(started.pid, 'SIGKILL');
    await once(child, 'exit');
    const again = await start();
    expect(again.pid()).not.toBe(started.pid);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('refuses a second program on the folder and names the process of the first', async () => {
    copyTemplate();
    const { child, started } = await startProgram(dataDir);
    const second = start();
    await expect(second).rejects.toThrow(FolderInUse);
    await expect(second).rejects.toThrow(new RegExp(`process ${child.pid} on`, 'u'));
    expect(await query(started.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('gives the folder to one of two programs that start at the same time', async () => {
    const [a, b] = await Promise.all([startProgram(dataDir), startProgram(dataDir)]);
    const errors = [a.started.error, b.started.error].filter((error) => error !== undefined);
    expect(errors).toEqual([expect.stringMatching(/in use by another running Plumbline/u)]);
  });

  // After SIGTERM a server waits for its clients before it ends.
  it.each(['SIGKILL', 'SIGTERM'] as const)('restarts a database that received %s while in use', async (signal) => {
    copyTemplate();
    const database = await start();
    const before = database.pid();
    process.kill(before, signal);
    for (;;) {
      if (database.pid() !== before && (await query(database.url, 'SELECT 1').catch(() => undefined))) break;
      await wait(20);
    }
    await database.stop();
    expect(isAlive(database.pid())).toBe(false);
  });

  it('ignores a stale process ID that now belongs to another program', async () => {
    copyTemplate();
    const other = spawn('sleep', ['60'], IS_ROOT ? ownerOf(path.join(dataDir, 'database/cluster')) : {});
    children.add(other);
    writeFileSync(path.join(dataDir, 'database/cluster/postmaster.pid'), `${other.pid}\n${dataDir}\n`);
    const again = await start();
    expect(await query(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });

  it('starts over when creating the database was interrupted', async () => {
    mkdirSync(path.join(dataDir, 'database/cluster.making/base'), { recursive: true });
    writeFileSync(path.join(dataDir, 'database/starting.pid'), '999999\n1');
    const database = await start();
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('puts the socket into a short folder when the path is too long', async () => {
    const long = path.join(dataDir, 'a-very-long-name'.repeat(6), 'with a blank, and a comma');
    mkdirSync(long, { recursive: true });
    copyTemplate(long);
    const database = await start(long);
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const host = new URL(database.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
    expect(host.startsWith(path.join(tmpdir(), 'plumbline-'))).toBe(true);
    await database.stop();
    rmSync(host, { recursive: true, force: true });
  });

  it('listens on no TCP port', async () => {
    copyTemplate();
    const database = await start();
    const port = new URL(database.url.replace('@/', '@x/')).searchParams.get('port');
    const refused = createConnection({ host: '127.0.0.1', port: Number(port) });
    const outcome = await Promise.race([
      once(refused, 'connect').then(() => 'connected'),
      once(refused, 'error').then(() => 'refused'),
    ]).catch(() => 'refused');
    refused.destroy();
    expect(outcome).toBe('refused');
  });
});

function ownerOf(file: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(file);
  return { uid, gid };
}

function statusOf(pid: number): { uid: number; capabilities: string } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'mu').exec(status)?.[1] ?? '';
  return { uid: Number(field('Uid')), capabilities: field('CapEff') };
}

function expectUnprivileged(database: EmbeddedPostgres): void {
  const { uid, capabilities } = statusOf(database.pid());
  expect(uid).toBeGreaterThan(0);
  expect(capabilities).toMatch(/^0+$/u);
}

describe.runIf(IS_ROOT)('startEmbeddedPostgres as root', () => {
  it('runs the server as another user without any permissions of root', async () => {
    chmodSync(dataDir, 0o755);
    expectUnprivileged(await start());
  });

  it('works in a data folder below a folder that only root can enter, with spaces and umlauts', async () => {
    const closed = path.join(dataDir, 'root only');
    const folder = path.join(closed, 'Büro & Söhne');
    mkdirSync(folder, { recursive: true });
    chmodSync(closed, 0o700);
    const first = await start(folder);
    expectUnprivileged(first);
    await query(first.url, 'CREATE EXTENSION pg_trgm; CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    const second = await start(folder);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await second.stop();
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(statSync(closed).uid).toBe(0);
  });

  it('keeps data when a server below a closed folder is killed', async () => {
    const closed = path.join(dataDir, 'closed');
    mkdirSync(path.join(closed, 'data'), { recursive: true });
    chmodSync(closed, 0o700);
    copyTemplate(path.join(closed, 'data'));
    const { child, started } = await startProgram(path.join(closed, 'data'));
    await query(started.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await start(path.join(closed, 'data'));
    expect(again.pid()).toBe(started.pid);
    process.kill(started.pid, 'SIGKILL');
    // The killed server may still answer for a moment.
    await expect.poll(() => again.pid(), { timeout: 20_000 }).not.toBe(started.pid);
    await expect
      .poll(() => query(again.url, 'SELECT n FROM kept').catch(() => []), { timeout: 20_000 })
      .toEqual([{ n: 42 }]);
    expectUnprivileged(again);
    await again.stop();
  });

  it('restores ownership of a database that root copied into place', async () => {
    copyTemplate();
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    const copy = path.join(dataDir, 'copy');
    spawnSync('cp', ['-r', path.join(dataDir, 'database'), copy]);
    mkdirSync(path.join(dataDir, 'restored'));
    spawnSync('mv', [copy, path.join(dataDir, 'restored/database')]);
    expect(statSync(path.join(dataDir, 'restored/database/cluster/base')).uid).toBe(0);
    const again = await start(path.join(dataDir, 'restored'));
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await again.stop();
  });

  it.each(['database', 'database/cluster', 'database/cluster/PG_VERSION'])(
    'tells an ordinary user that %s belongs to root, and how root can change that',
    async (foreign) => {
      copyTemplate();
      spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, dataDir]);
      spawnSync('chown', ['-R', '0:0', path.join(dataDir, foreign)]);
      const { started } = await startProgram(dataDir, NOBODY);
      expect(started.error).toContain(path.join(dataDir, foreign));
      expect(started.error).toContain(`chown -R nobody: '${dataDir}'`);
    },
  );

  it('continues with the folder of an ordinary user as that user', async () => {
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const { child, started } = await startProgram(dataDir, NOBODY);
    expect(started.error).toBeUndefined();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const database = await start();
    expect(statusOf(database.pid()).uid).toBe(NOBODY.uid);
  });
});

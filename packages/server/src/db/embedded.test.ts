import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from './embedded/processes.ts';
import { type EmbeddedPostgres, FolderInUse, startEmbeddedPostgres } from './embedded.ts';

const ROOT = process.getuid?.() === 0;
const HOLD = fileURLToPath(new URL('./embedded/fixtures/hold.ts', import.meta.url));
const silent = { info() {}, warn() {}, error() {} };

let dataDir: string;
const running = new Set<EmbeddedPostgres>();
const children = new Set<ChildProcess>();

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-pg-'));
});

/** Whatever a test left at work on its folder. */
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

type Told = { url: string; pid: number; error?: string };

/** Another program on the folder, in its own process. */
async function startProgram(folder: string, options: SpawnOptions = {}): Promise<{ child: ChildProcess; told: Told }> {
  const child = spawn(process.execPath, [HOLD, folder], { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  children.add(child);
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return { child, told: JSON.parse(line) as Told };
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
  it('starts, keeps its data over a stop, and is for the program only', async () => {
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

  it('waits for the disk unless a test says otherwise', async () => {
    const database = await startEmbeddedPostgres({ dataDir, log: silent });
    running.add(database);
    expect(
      await query(
        database.url,
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting <> 'on'",
      ),
    ).toEqual([]);
  });

  it('takes over the database of a killed program, with its data', async () => {
    const { child, told } = await startProgram(dataDir);
    await query(told.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(told.pid)).toBe(true);

    const again = await start();
    expect(again.pid()).toBe(told.pid);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await again.stop();
    expect(isAlive(told.pid)).toBe(false);
  });

  it('comes back when program and database were killed', async () => {
    const { child, told } = await startProgram(dataDir);
    await query(told.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    child.kill('SIGKILL');
    process.kill(told.pid, 'SIGKILL');
    await once(child, 'exit');
    const again = await start();
    expect(again.pid()).not.toBe(told.pid);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('refuses a second program on the folder, by a name to stop it by', async () => {
    const { told, child } = await startProgram(dataDir);
    const second = start();
    await expect(second).rejects.toThrow(FolderInUse);
    await expect(second).rejects.toThrow(new RegExp(`process ${child.pid} on`, 'u'));
    expect(await query(told.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('lets one of two programs have the folder that start at once', async () => {
    const [a, b] = await Promise.all([startProgram(dataDir), startProgram(dataDir)]);
    const errors = [a.told.error, b.told.error].filter((error) => error !== undefined);
    expect(errors).toEqual([expect.stringMatching(/in use by another running Plumbline/u)]);
  });

  it('starts a database again that was killed under it', async () => {
    const database = await start();
    const before = database.pid();
    process.kill(before, 'SIGKILL');
    for (;;) {
      if (database.pid() !== before && (await query(database.url, 'SELECT 1').catch(() => undefined))) break;
      await wait(20);
    }
    await database.stop();
    expect(isAlive(database.pid())).toBe(false);
  });

  it('is not misled by a process number left behind that is another program now', async () => {
    await (await start()).stop();
    const other = spawn('sleep', ['60'], ROOT ? ownerOf(path.join(dataDir, 'database/cluster')) : {});
    children.add(other);
    writeFileSync(path.join(dataDir, 'database/cluster/postmaster.pid'), `${other.pid}\n${dataDir}\n`);
    const again = await start();
    expect(await query(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });

  it('begins again where making the database was cut short', async () => {
    mkdirSync(path.join(dataDir, 'database/cluster.making/base'), { recursive: true });
    writeFileSync(path.join(dataDir, 'database/starting.pid'), '999999\n1');
    const database = await start();
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('uses a short folder for the socket where the path is too long for one', async () => {
    const long = path.join(dataDir, 'a-very-long-name'.repeat(6), 'with a blank, and a comma');
    mkdirSync(long, { recursive: true });
    const database = await start(long);
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const host = new URL(database.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
    expect(host.startsWith(path.join(tmpdir(), 'plumbline-'))).toBe(true);
    await database.stop();
    rmSync(host, { recursive: true, force: true });
  });

  it('listens on no port', async () => {
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

describe.runIf(ROOT)('started by root', () => {
  it("runs the server as somebody else, without any of root's rights where the folder can be entered", async () => {
    chmodSync(dataDir, 0o755);
    const database = await start();
    const status = readFileSync(`/proc/${database.pid()}/status`, 'utf8');
    expect(Number(/^Uid:\s+(\d+)/mu.exec(status)?.[1])).toBeGreaterThan(0);
    expect(/^CapEff:\s+0+$/mu.test(status)).toBe(true);
  });

  it('works below a folder that only root may enter', async () => {
    const closed = path.join(dataDir, 'closed');
    mkdirSync(path.join(closed, 'data'), { recursive: true });
    spawnSync('chmod', ['700', closed]);
    const database = await start(path.join(closed, 'data'));
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const status = readFileSync(`/proc/${database.pid()}/status`, 'utf8');
    expect(Number(/^Uid:\s+(\d+)/mu.exec(status)?.[1])).toBeGreaterThan(0);
    await database.stop();
  });

  it('gives the database back to whom it belonged where a copy made by root is put in its place', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    const copy = path.join(dataDir, 'copy');
    spawnSync('cp', ['-r', path.join(dataDir, 'database'), copy]);
    mkdirSync(path.join(dataDir, 'back'));
    spawnSync('mv', [copy, path.join(dataDir, 'back/database')]);
    expect(statSync(path.join(dataDir, 'back/database/cluster/base')).uid).toBe(0);
    const again = await start(path.join(dataDir, 'back'));
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await again.stop();
  });

  it.each(['database', 'database/cluster', 'database/cluster/PG_VERSION'])(
    "tells an ordinary user that %s is root's, and what root has to do",
    async (foreign) => {
      await (await start()).stop();
      const nobody = { uid: 65_534, gid: 65_534 };
      spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir]);
      spawnSync('chown', ['-R', '0:0', path.join(dataDir, foreign)]);
      const { told } = await startProgram(dataDir, nobody);
      expect(told.error).toContain(path.join(dataDir, foreign));
      expect(told.error).toContain(`chown -R nobody: '${dataDir}'`);
    },
  );

  it('goes on with the folder of an ordinary user, as that user', async () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { child, told } = await startProgram(dataDir, nobody);
    expect(told.error).toBeUndefined();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const database = await start();
    const status = readFileSync(`/proc/${database.pid()}/status`, 'utf8');
    expect(Number(/^Uid:\s+(\d+)/mu.exec(status)?.[1])).toBe(nobody.uid);
  });
});

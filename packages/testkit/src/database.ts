// Databases for tests: each is a new copy of the template, in the PostgreSQL that all test files share or in one that
// belongs to the test file.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabasePool, openDatabase, openPool } from '@plumbline/server/db/pool';
import type { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { type ClusterOptions, inDatabase, REQUESTS, silent, startCluster, TEMPLATE } from './postgres/cluster.ts';
import { sharedPostgres } from './postgres/shared.ts';

export type Pool = ReturnType<typeof openPool>;
/** A connection of a pool, in a transaction or not. */
export type Connection = Parameters<Parameters<typeof tenantTransaction>[2]>[0];

export type TestDatabase = {
  name: string;
  /** The connection URL of the program. */
  url: string;
  pool: DatabasePool;
  /**
   * Connected as the superuser, to whom no policy applies: to tamper with rows, end connections and read everything.
   */
  root: Pool;
  close(): Promise<void>;
};

/** The databases of one test file. */
export type TestCluster = {
  /** A new, empty database with the current schema. */
  database(): Promise<TestDatabase>;
  /** A new database with the content of this one, like a restored backup. Ends open connections to it. */
  copy(of: TestDatabase): Promise<TestDatabase>;
  /** Drops the databases, and stops the server if it belongs to this test file. */
  stop(): Promise<void>;
};

/** A cluster that belongs to one test file, for tests that stop PostgreSQL. */
export type OwnCluster = TestCluster & {
  /**
   * Ends PostgreSQL like a power cut, after which it is started again. Returns once every process of it has ended, and
   * before the program can notice: no statement succeeds between this call and the restart.
   */
  crash(): void;
  /** The end of PostgreSQL's log. */
  lastLog(): string;
};

/** Uses the PostgreSQL that all test files share. Outside test runs, where there is none, starts a new one. */
export async function startTestCluster(): Promise<TestCluster> {
  const shared = sharedPostgres();
  return shared ? databasesIn(shared, async () => {}) : startOwnCluster();
}

/** Starts a PostgreSQL for this test file. Only a `durable` one keeps confirmed writes over a crash. */
export async function startOwnCluster({
  durable = false,
  log,
}: Pick<ClusterOptions, 'durable' | 'log'> = {}): Promise<OwnCluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const cluster = await startCluster(dataDir, { durable, log, templateFolder: sharedPostgres()?.templateFolder });
  return {
    ...databasesIn(cluster, () => cluster.stop()),
    crash() {
      process.kill(cluster.pid(), 'SIGQUIT');
      // Removed by the main process, which ends last. A wait that yields would let the program finish its work first.
      const turn = new Int32Array(new SharedArrayBuffer(4));
      while (existsSync(path.join(dataDir, 'database/cluster/postmaster.pid'))) Atomics.wait(turn, 0, 0, 1);
    },
    lastLog: () => readFileSync(path.join(dataDir, 'database/postgres.log'), 'utf8').slice(-2_000),
  };
}

type Server = { url: string; rootUrl: string; workerRootUrls?: string[] };

function databasesIn(
  { url: serverUrl, rootUrl, workerRootUrls = [] }: Server,
  stopServer: () => Promise<void>,
): TestCluster {
  const owners = [rootUrl, ...workerRootUrls].map((one) => openPool(one, silent, 1));
  const onEach = (sql: string, values: string[] = []) => Promise.all(owners.map((owner) => owner.query(sql, values)));
  const open = new Set<TestDatabase>();

  async function make(template: string): Promise<TestDatabase> {
    const name = `test_${randomBytes(8).toString('hex')}`;
    // Copying the files takes half of the time of writing every page to the log, and nobody waits for the disk.
    await onEach(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER plumbline STRATEGY file_copy`);
    const url = inDatabase(serverUrl, name);
    const database: TestDatabase = {
      name,
      url,
      pool: openDatabase(url, REQUESTS, silent),
      root: openPool(inDatabase(rootUrl, name), silent, 4),
      async close() {
        if (!open.delete(database)) return;
        await Promise.all([database.pool.end(), database.root.end()]);
        await onEach(`DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
    open.add(database);
    return database;
  }

  return {
    database: () => make(TEMPLATE),
    async copy({ name }) {
      await onEach('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
      return make(name);
    },
    async stop() {
      for (const database of open) await database.close();
      await Promise.all(owners.map((owner) => owner.end()));
      await stopServer();
    },
  };
}

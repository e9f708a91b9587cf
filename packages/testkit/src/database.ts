// Databases for tests: each is a fresh copy of the template in the PostgreSQL that all test files share, or in one of a
// file's own.
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabasePool, openDatabase, openPool } from '@plumbline/server/db/pool';
import type { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { inDatabase, REQUESTS, silent, startCluster, TEMPLATE } from './postgres/cluster.ts';
import { sharedPostgres } from './postgres/shared.ts';

export type Pool = ReturnType<typeof openPool>;
/** A connection of a pool, within a transaction or not. */
export type Connection = Parameters<Parameters<typeof tenantTransaction>[2]>[0];

export type TestDatabase = {
  name: string;
  /** The connection of the program. */
  url: string;
  pool: DatabasePool;
  /** As the superuser, to whom no policy applies: to tamper with rows, to end connections, to read everything. */
  root: Pool;
  close(): Promise<void>;
};

/** Databases of one test file. */
export type TestCluster = {
  /** A new database with the schema of today and nothing in it. */
  database(): Promise<TestDatabase>;
  /** A new database with everything that is in this one, like a restored backup. Ends open connections to it. */
  copy(of: TestDatabase): Promise<TestDatabase>;
  /** Drops the databases, and stops the server when it is this file's own. */
  stop(): Promise<void>;
};

/** A cluster of a test file's own, for tests that stop PostgreSQL. */
export type OwnCluster = TestCluster & {
  /** Ends PostgreSQL immediately, like a power cut; the program starts it again. */
  crash(): void;
};

/** Uses the PostgreSQL that all files share. Without one (outside of test runs) it starts its own. */
export async function startTestCluster(): Promise<TestCluster> {
  const shared = sharedPostgres();
  return shared ? databasesIn(shared, async () => {}) : startOwnCluster();
}

/** Starts a PostgreSQL of the file's own. Only a `durable` one keeps over a crash what it has confirmed. */
export async function startOwnCluster({ durable = false } = {}): Promise<OwnCluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const cluster = await startCluster(dataDir, { durable, templateFolder: sharedPostgres()?.templateFolder });
  return {
    ...databasesIn(cluster, () => cluster.stop()),
    crash() {
      process.kill(cluster.pid(), 'SIGQUIT');
    },
  };
}

type Server = { url: string; rootUrl: string };

function databasesIn({ url: serverUrl, rootUrl }: Server, stopServer: () => Promise<void>): TestCluster {
  const owner = openPool(rootUrl, silent, 1);
  const open = new Set<TestDatabase>();

  async function make(template: string): Promise<TestDatabase> {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await owner.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER plumbline`);
    const url = inDatabase(serverUrl, name);
    const database: TestDatabase = {
      name,
      url,
      pool: openDatabase(url, REQUESTS, silent),
      root: openPool(inDatabase(rootUrl, name), silent, 4),
      async close() {
        if (!open.delete(database)) return;
        await Promise.all([database.pool.end(), database.root.end()]);
        await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
    open.add(database);
    return database;
  }

  return {
    database: () => make(TEMPLATE),
    async copy({ name }) {
      await owner.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
      return make(name);
    },
    async stop() {
      for (const database of open) await database.close();
      await owner.end();
      await stopServer();
    },
  };
}

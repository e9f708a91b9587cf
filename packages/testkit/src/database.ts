// Databases for tests: one embedded PostgreSQL for a test file, and as many fresh databases in it as the tests want.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plumbline/server/db/embedded';
import { migrate } from '@plumbline/server/db/migrate';
import { openPool } from '@plumbline/server/db/pool';
import type { tenantTransaction } from '@plumbline/server/db/tx/transaction';

export type Pool = ReturnType<typeof openPool>;
/** One connection of a pool, within a transaction or not. */
export type Connection = Parameters<Parameters<typeof tenantTransaction>[2]>[0];

const TEMPLATE = 'test_template';
const silent = { info() {}, warn() {}, error() {} };

export type TestDatabase = {
  name: string;
  /** As the program connects. */
  url: string;
  pool: Pool;
  /** As the superuser, for whom no rule holds: to tamper, to kill connections, to look everywhere. */
  root: Pool;
  close(): Promise<void>;
};

export type TestCluster = {
  /** A new database with the schema of today and nothing in it. */
  database(): Promise<TestDatabase>;
  /** Another database with all that is in this one, as a backup put back would be. Open connections to it are lost. */
  copy(of: TestDatabase): Promise<TestDatabase>;
  /** PostgreSQL ends at once, as in a power cut, and is started again by the program. */
  crash(): void;
  stop(): Promise<void>;
};

function inDatabase(url: string, name: string): string {
  return url.replace(/@\/[^?]+/u, `@/${name}`);
}

/** Starts the cluster; its files go with `stop`. Only a `durable` one keeps over a crash what it has confirmed. */
export async function startTestCluster({ durable = false } = {}): Promise<TestCluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silent, fsync: durable });
  try {
    return await overServer(dataDir, server);
  } catch (error) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function overServer(dataDir: string, server: EmbeddedPostgres): Promise<TestCluster> {
  const passwords = JSON.parse(readFileSync(path.join(dataDir, 'database/passwords.json'), 'utf8')) as {
    owner: string;
  };
  const rootUrl = server.url.replace(/\/\/[^@]+@/u, `//postgres:${passwords.owner}@`);
  const owner = openPool(inDatabase(rootUrl, 'postgres'), silent, 1);
  await owner.query(`CREATE DATABASE ${TEMPLATE} OWNER plumbline`);
  const template = openPool(inDatabase(server.url, TEMPLATE), silent, 2);
  await migrate(template);
  await template.end();

  const open = new Set<TestDatabase>();
  let made = 0;
  // CREATE DATABASE wants its template to itself.
  let making: Promise<unknown> = Promise.resolve();

  async function make(template: string): Promise<TestDatabase> {
    made += 1;
    const name = `test_${made}`;
    const creation = making.then(() => owner.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER plumbline`));
    making = creation.catch(() => {});
    await creation;
    const url = inDatabase(server.url, name);
    const database: TestDatabase = {
      name,
      url,
      pool: openPool(url, silent),
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
    crash() {
      process.kill(server.pid(), 'SIGQUIT');
    },
    async stop() {
      for (const { pool, root } of open) await Promise.all([pool.end(), root.end()]);
      await owner.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

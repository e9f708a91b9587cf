// Databases for tests: one embedded PostgreSQL for a test file, and as many fresh databases in it as the tests want.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plumbline/server/db/embedded';
import { migrate } from '@plumbline/server/db/migrate';
import { openPool } from '@plumbline/server/db/pool';
import type { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { READY_CLUSTER } from './ready/name.ts';

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
  const ready = process.env[READY_CLUSTER];
  // With their owners: who may not read the files of a database does not start one.
  if (ready) execFileSync('cp', ['-a', `${ready}/.`, dataDir]);
  const server = await startEmbeddedPostgres({ dataDir, log: silent, fsync: durable });
  try {
    return await overServer(dataDir, server, ready !== undefined);
  } catch (error) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a cluster with the template in `dataDir`, and stops it: see READY_CLUSTER. */
export async function makeReadyCluster(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: silent, fsync: false });
  try {
    const owner = openPool(rootUrlOf(dataDir, server), silent, 1);
    await makeTemplate(owner, server);
    await owner.end();
  } finally {
    await server.stop();
  }
}

/** As the superuser, in the database that every cluster has. */
function rootUrlOf(dataDir: string, server: EmbeddedPostgres): string {
  const passwords = JSON.parse(readFileSync(path.join(dataDir, 'database/passwords.json'), 'utf8')) as {
    owner: string;
  };
  return inDatabase(server.url.replace(/\/\/[^@]+@/u, `//postgres:${passwords.owner}@`), 'postgres');
}

async function makeTemplate(owner: Pool, server: EmbeddedPostgres): Promise<void> {
  await owner.query(`CREATE DATABASE ${TEMPLATE} OWNER plumbline`);
  const template = openPool(inDatabase(server.url, TEMPLATE), silent, 2);
  await migrate(template);
  await template.end();
}

async function overServer(dataDir: string, server: EmbeddedPostgres, hasTemplate: boolean): Promise<TestCluster> {
  const rootUrl = rootUrlOf(dataDir, server);
  const owner = openPool(rootUrl, silent, 1);
  if (!hasTemplate) await makeTemplate(owner, server);

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

// PostgreSQL clusters for tests, with a template database that has the current schema.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plumbline/server/db/embedded';
import { migrate } from '@plumbline/server/db/migrate';
import { type Login, openPool } from '@plumbline/server/db/pool';
import { ensureRequestRole, requestLogin } from '@plumbline/server/db/request-role';

export const TEMPLATE = 'test_template';
/** The login that requests use, in all databases of a cluster. */
export const REQUESTS = requestLogin(Buffer.from('a key for tests'));
export const silent = { info(_said: unknown) {}, warn(_said: unknown) {}, error(_said: unknown) {} };

/** Enough for all workers, whose tests start several servers each. */
const MAX_CONNECTIONS = 600;

export type RunningCluster = {
  /** The connection URL of the program's user. */
  url: string;
  /** The connection URL of the superuser, in the database that every cluster has. */
  rootUrl: string;
  /** The process id of the current server process. */
  pid(): number;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
};

export function inDatabase(url: string, name: string): string {
  return url.replace(/@\/[^?]+/u, `@/${name}`);
}

function rootUrlOf(dataDir: string, server: EmbeddedPostgres): string {
  const passwords = JSON.parse(readFileSync(path.join(dataDir, 'database/passwords.json'), 'utf8')) as {
    owner: string;
  };
  return inDatabase(server.url.replace(/\/\/[^@]+@/u, `//postgres:${passwords.owner}@`), 'postgres');
}

function loginOf(url: string): Login {
  const [, user = '', password = ''] = /\/\/([^:]+):([^@]+)@/u.exec(url) ?? [];
  return { user, password };
}

async function makeTemplate(rootUrl: string, server: EmbeddedPostgres): Promise<void> {
  const root = openPool(rootUrl, silent, 1);
  await root.query(`CREATE DATABASE ${TEMPLATE} OWNER plumbline`);
  await root.query(`ALTER SYSTEM SET max_connections = ${MAX_CONNECTIONS}`);
  const template = openPool(inDatabase(server.url, TEMPLATE), silent, 2);
  await migrate(template);
  await ensureRequestRole(template, REQUESTS);
  await template.end();
  // Each test opens connections: checking a password takes longer than anything else about a new one.
  await root.query('SET scram_iterations = 1');
  const logins = [loginOf(rootUrl), loginOf(server.url), REQUESTS];
  for (const { user, password } of logins) await root.query(`ALTER ROLE ${user} PASSWORD '${password}'`);
  await root.end();
}

/** Creates a cluster with the template in `dataDir`, and leaves it stopped. */
export async function makeTemplateCluster(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir, log: silent, fsync: false });
  try {
    await makeTemplate(rootUrlOf(dataDir, server), server);
  } finally {
    await server.stop();
  }
}

export type ClusterOptions = {
  /** A stopped cluster to copy; without it, the template is created again. */
  templateFolder?: string | undefined;
  /** Keeps confirmed writes over a crash, which is slower. */
  durable?: boolean;
  /** What is said of a server that ended unexpectedly and of its restart. */
  log?: typeof silent | undefined;
};

/** Starts a cluster with the template in `dataDir`. */
export async function startCluster(
  dataDir: string,
  { templateFolder, durable = false, log = silent }: ClusterOptions = {},
): Promise<RunningCluster> {
  if (templateFolder === undefined) await makeTemplateCluster(dataDir);
  else {
    mkdirSync(dataDir, { recursive: true });
    // Keeps the owner of the files: PostgreSQL starts only on files of its own user.
    execFileSync('cp', ['-a', `${templateFolder}/.`, dataDir]);
  }
  const server = await startEmbeddedPostgres({ dataDir, log, fsync: durable });
  return {
    url: server.url,
    rootUrl: rootUrlOf(dataDir, server),
    pid: () => server.pid(),
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

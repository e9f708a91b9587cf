// A whole server for tests: real PostgreSQL, real files, stored mail, the real application. Only the clock is fixed.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Application, createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { readConfig } from '@plumbline/server/config/config';
import { type SetClock, setClock } from '@plumbline/server/platform/clock/clock';
import type { Services } from '@plumbline/server/platform/services';
import { startTestCluster, type TestCluster, type TestDatabase } from './database.ts';

type LogEntry = { level: 'warn' | 'error' | 'fatal'; details: unknown; message: string };

/** Prints nothing and keeps warnings and errors, so that a test can check that there were none. */
function recordingLog(): { log: Services['log']; kept: LogEntry[] } {
  const kept: LogEntry[] = [];
  const keep =
    (level: LogEntry['level']) =>
    (details: unknown, message = ''): void =>
      void kept.push({ level, details, message });
  const silent = (): void => {};
  const log = {
    level: 'warn',
    fatal: keep('fatal'),
    error: keep('error'),
    warn: keep('warn'),
    info: silent,
    debug: silent,
    trace: silent,
    silent,
    child: () => log,
  };
  // As much of the real log as the program uses.
  return { log: log as unknown as Services['log'], kept };
}

export const START = new Date('2026-03-02T09:00:00.000Z');

export type TestServer = Application & {
  services: Services;
  clock: SetClock;
  database: TestDatabase;
  /** Warnings and errors the server has logged. */
  logged: LogEntry[];
  /** Opens a free port on the first call; resolves to the base URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
};

export type ServerOptions = {
  /** For several servers on one database, or several clusters in one test file. */
  cluster?: TestCluster;
  /** Settings in addition to the defaults, by environment variable name. */
  environment?: Record<string, string>;
  now?: Date;
};

/** Starts a server on a new database; `close` removes everything it created. */
export async function startTestServer({ cluster, environment, now = START }: ServerOptions = {}): Promise<TestServer> {
  const owned = cluster ? undefined : await startTestCluster();
  const database = await (owned ?? cluster)?.database();
  if (!database) throw new Error('a server needs a cluster');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-test-data-'));
  const clock = setClock(now);
  const { log, kept } = recordingLog();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_URL: 'http://localhost:8420',
    SECRET_KEY: 'a key for tests that is long enough to be one',
    DATABASE_URL: database.url,
    CHECK_REPLIES: 'on',
    DEMO: 'off',
    CALLS_PER_SECOND: '1000000',
    ...environment,
  });
  const services = buildServices(config, { pool: database.pool, log, clock });
  const application = await createApp(services);
  let listening: Promise<string> | undefined;
  return {
    ...application,
    services,
    clock,
    database,
    logged: kept,
    listen() {
      listening ??= application.app.listen({ port: 0, host: '127.0.0.1' }).then(() => {
        const { port } = application.app.server.address() as AddressInfo;
        return `http://127.0.0.1:${port}`;
      });
      return listening;
    },
    async close() {
      await application.app.close();
      await database.close();
      await owned?.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

// The entry point: reads the configuration, prepares the database, then starts the web server and the worker as
// configured. Shuts down cleanly on a signal.
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { WrongOwner } from '../config/data-folder-owner.ts';
import { ConfigError } from '../config/variables.ts';
import { EmbeddedDatabaseError, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate, SchemaError } from '../db/migrate.ts';
import { type DatabasePool, openDatabase } from '../db/pool.ts';
import { ensureRequestRole, requestLogin } from '../db/request-role.ts';
import { writeOperatorKey } from '../features/account/operator.ts';
import { startCopyingChanges } from '../features/backups/continuous/copying.ts';
import { prepareDemo } from '../features/demo/prepare.ts';
import { watchChanges } from '../features/notifications/sweep.ts';
import { startMonitoring } from '../http/monitoring/metrics.ts';
import { instanceKey } from '../http/security/instance-key.ts';
import { createLog } from '../platform/log.ts';
import { observeProcess } from '../platform/metrics.ts';
import { startWorker } from '../platform/queue/postgres.ts';
import { startScheduleCheck } from '../platform/queue/schedule.ts';
import type { Services } from '../platform/services.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import { createApp } from './app.ts';
import { schedulesOf, tasksOf } from './features.ts';
import { buildServices } from './services.ts';

/**
 * A started component. Components stop in reverse order; after `atMost` milliseconds the next one is stopped anyway.
 */
type ShutdownStep = { stop: () => Promise<unknown>; atMost: number };
/** What to stop, and how much longer the shutdown may take because proxies are given time. */
type Shutdown = { stops: ShutdownStep[]; delayMs: number };

/** Time limit for the whole shutdown and for its parts. The database gets the remaining time to write to disk. */
const STOP_MS = 20_000;
const ROLES_MS = 12_000;
const POOL_MS = 1_000;
const TRACES_MS = 2_000;
/**
 * Time for requests in progress once clients have been asked to leave; a stalled client would keep its connection open
 * forever.
 */
const CLOSE_MS = 5_000;

class PortTaken extends Error {}

async function databaseUrl(config: Config, log: Logger, stops: ShutdownStep[]): Promise<string> {
  if (config.database.kind === 'server') return config.database.url;
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    archive: Boolean(config.backup?.continuousDays),
  });
  stops.push({ stop: () => postgres.stop(), atMost: STOP_MS });
  return postgres.url;
}

/** Opens the database with the schema of this version and the role that requests connect as. */
async function prepareDatabase(config: Config, log: Logger, stops: ShutdownStep[]): Promise<DatabasePool> {
  const login = requestLogin(instanceKey(config.secretKey, 'database'));
  const pool = openDatabase(await databaseUrl(config, log, stops), login, log);
  stops.push({ stop: () => pool.end(), atMost: POOL_MS });
  const applied = await migrate(pool);
  if (applied.length > 0) log.info({ applied }, 'the schema is up to date');
  await ensureRequestRole(pool, login);
  return pool;
}

const portTaken = (port: number, variable: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new PortTaken(
    `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 1} npm start`,
  );
};

/** Health and metrics on their own port; returns how to close it. */
async function openMonitoring(services: Services, port: number): Promise<() => Promise<void>> {
  const readiness = { stopping: false };
  const { app, close } = await startMonitoring(services, readiness, port).catch(portTaken(port, 'METRICS_PORT'));
  services.log.info({ address: app.server.address() }, 'health and metrics are served');
  return async () => {
    readiness.stopping = true;
    await close();
  };
}

async function start(shutdown: Shutdown): Promise<void> {
  const { stops } = shutdown;
  const config = readConfig();
  if (config.roles.includes('web')) shutdown.delayMs = config.drainDelayMs;
  const log = createLog(config.logLevel);
  if (config.tracing) stops.push({ stop: await startTracing(config.tracing, log), atMost: TRACES_MS });
  // Every installation needs it: approving domains and reading kept messages demand this key.
  const operatorKeyFile = writeOperatorKey(config);
  const pool = await prepareDatabase(config, log, stops);
  const services = buildServices(config, { pool, log });
  const demo = config.demo ? await prepareDemo(services) : undefined;

  observeProcess(services.metrics);
  const roles: (() => Promise<void>)[] = [];
  stops.push({ stop: () => Promise.all(roles.map((stop) => stop())), atMost: ROLES_MS + shutdown.delayMs });
  if (config.roles.includes('worker')) {
    const { workerConcurrency: concurrency, workerRecoveryMs: recoveryMs } = config;
    const onEnd = (task: string, outcome: string, ms: number) =>
      services.metrics.jobs.observe({ task, outcome }, ms / 1_000);
    const worker = await startWorker(pool, tasksOf(services), { concurrency, recoveryMs, log, onEnd });
    log.info({ concurrency }, 'the worker is running');
    roles.push(() => worker.stop());
    roles.push(startScheduleCheck(services, schedulesOf(services)));
    roles.push(watchChanges(services));
    roles.push(startCopyingChanges(services));
  }
  if (config.metricsPort !== null) roles.push(await openMonitoring(services, config.metricsPort));
  if (config.roles.includes('web')) {
    const { app, leave } = await createApp(services);
    roles.push(async () => {
      await leave();
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
      await app.close();
      clearTimeout(late);
    });
    await app.listen({ port: config.port, host: config.host }).catch(portTaken(config.port, 'PORT'));
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
    const lines = [
      `Plumbline is ready at ${url}`,
      `  started in ${process.uptime().toFixed(1)} s; data in ${config.dataDir}`,
    ];
    if (config.mail.kind === 'kept') {
      lines.push(`  mails are kept: read them at ${url}/mailbox with the key in ${operatorKeyFile}`);
    }
    if (!config.registration && !demo) {
      lines.push(
        '  registration is closed: create accounts with `npm run plumbline -- account`, or set REGISTRATION=on',
      );
    }
    if (demo) lines.push(`  demo login: ${demo.login.email}  password: ${demo.login.password}`);
    if (demo?.loading) lines.push('  the demo project is being loaded; its plans appear within a minute');
    process.stdout.write(`\n${lines.join('\n')}\n\n`);
  }
}

/**
 * The message for the operator if the program cannot start: one sentence for what the operator can fix, the stack for
 * anything else.
 */
function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([ConfigError, WrongOwner, EmbeddedDatabaseError, SchemaError, PortTaken].some((kind) => error instanceof kind))
    return error.message;
  const cause = error.cause instanceof Error ? `\nbecause of ${error.cause.stack}` : '';
  return `${error.stack}${cause}`;
}

async function main(): Promise<void> {
  const shutdown: Shutdown = { stops: [], delayMs: 0 };
  let ending = false;
  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code || 1), STOP_MS + shutdown.delayMs).unref();
    for (const { stop, atMost } of shutdown.stops.reverse()) {
      const stopped = stop().catch((error: unknown) => process.stderr.write(`while stopping: ${String(error)}\n`));
      await Promise.race([stopped, wait(atMost)]);
    }
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
  try {
    await start(shutdown);
  } catch (error) {
    process.stderr.write(`\n${tell(error)}\n\n`);
    await end(1);
  }
}

await main();

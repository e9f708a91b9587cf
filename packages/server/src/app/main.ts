// The entry point: reads the configuration, prepares the database, then starts the web server and the worker as
// configured. Shuts down cleanly on a signal.
import type { Logger } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type DatabasePool, openDatabase } from '../db/pool.ts';
import { ensureRequestRole, requestLogin } from '../db/request-role.ts';
import { writeOperatorKey } from '../features/account/operator.ts';
import { startCopyingChanges } from '../features/backups/continuous/copying.ts';
import { prepareDemo } from '../features/demo/prepare.ts';
import { watchChanges } from '../features/notifications/sweep.ts';
import { answerSiblings, startMonitoring } from '../http/monitoring/metrics.ts';
import { instanceKey } from '../http/security/instance-key.ts';
import { createLog } from '../platform/log.ts';
import { observeProcess } from '../platform/metrics.ts';
import { startWorker } from '../platform/queue/postgres.ts';
import { startScheduleCheck } from '../platform/queue/schedule.ts';
import type { Services } from '../platform/services.ts';
import { NO_SIBLINGS } from '../platform/siblings/siblings.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import { schedulesOf, tasksOf } from './features.ts';
import { portTaken, requirePorts } from './ports.ts';
import { POOL_MS, ROLES_MS, run, type Shutdown, type ShutdownStep, STOP_MS, TRACES_MS } from './run.ts';
import { serveWeb } from './serve-web.ts';
import { buildServices } from './services.ts';
import { connectWebProcesses, startWebProcesses } from './web-processes.ts';

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
async function prepareDatabase(config: Config, url: string, log: Logger, stops: ShutdownStep[]): Promise<DatabasePool> {
  const login = requestLogin(instanceKey(config.secretKey, 'database'));
  const pool = openDatabase(url, login, log, config.connections);
  stops.push({ stop: () => pool.end(), atMost: POOL_MS });
  const applied = await migrate(pool);
  if (applied.length > 0) log.info({ applied }, 'the schema is up to date');
  await ensureRequestRole(pool, login);
  return pool;
}

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
  await requirePorts(config);
  const log = createLog(config.logLevel);
  if (config.tracing) stops.push({ stop: await startTracing(config.tracing, log), atMost: TRACES_MS });
  // Every installation needs it: approving domains and reading stored messages requires this key.
  const operatorKeyFile = writeOperatorKey(config);
  const url = await databaseUrl(config, log, stops);
  const pool = await prepareDatabase(config, url, log, stops);
  const isAlone = config.webProcesses === 1;
  const siblings = isAlone ? NO_SIBLINGS : connectWebProcesses(config.webProcesses);
  const services = buildServices(config, { pool, log, siblings });
  const demo = config.demo ? await prepareDemo(services) : undefined;

  observeProcess(services.metrics);
  answerSiblings(services);
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
    const { port, stop } = await (isAlone ? serveWeb(services) : startWebProcesses(services, url)).catch(
      portTaken(config.port, 'PORT'),
    );
    roles.push(stop);
    const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
    const lines = [
      `Plumbline is ready at ${address}`,
      `  started in ${process.uptime().toFixed(1)} s; data in ${config.dataDir}`,
      ...(isAlone ? [] : [`  ${config.webProcesses} processes serve the web (WEB_PROCESSES)`]),
    ];
    if (config.mail.kind === 'kept') {
      lines.push(`  mails are kept: read them at ${address}/mailbox with the key in ${operatorKeyFile}`);
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

await run(start);

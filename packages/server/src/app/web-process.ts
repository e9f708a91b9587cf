// The entry point of one of several web processes. The main process has prepared the database and starts this one.
import cluster from 'node:cluster';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../db/pool.ts';
import { requestLogin } from '../db/request-role.ts';
import { answerSiblings } from '../http/monitoring/metrics.ts';
import { instanceKey } from '../http/security/instance-key.ts';
import { createLog } from '../platform/log.ts';
import { observeProcess } from '../platform/metrics.ts';
import { createSiblings, type Message } from '../platform/siblings/siblings.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import { POOL_MS, ROLES_MS, run, TRACES_MS } from './run.ts';
import { serveWeb } from './serve-web.ts';
import { buildServices } from './services.ts';
import type { Start } from './web-processes.ts';

const firstMessage = (): Promise<Start> =>
  new Promise((resolve) => process.once('message', (message) => resolve(message as Start)));

await run(async (shutdown) => {
  const { name, siblings: count, port, databaseUrl } = await firstMessage();
  const config = { ...readConfig(), port };
  shutdown.delayMs = config.drainDelayMs;
  const log = createLog(config.logLevel);
  if (config.tracing) shutdown.stops.push({ stop: await startTracing(config.tracing, log), atMost: TRACES_MS });
  const login = requestLogin(instanceKey(config.secretKey, 'database'));
  const pool = openDatabase(databaseUrl, login, log, config.connections);
  shutdown.stops.push({ stop: () => pool.end(), atMost: POOL_MS });
  // The main process passes messages on. Without it, this process ends.
  const { siblings, heard } = createSiblings(name, count, (message) =>
    cluster.worker?.send(message, undefined, () => {}),
  );
  process.on('message', (message) => heard(message as Message));
  const services = buildServices(config, { pool, log, siblings });
  observeProcess(services.metrics);
  answerSiblings(services);
  const { stop } = await serveWeb(services);
  shutdown.stops.push({ stop, atMost: ROLES_MS + shutdown.delayMs });
});

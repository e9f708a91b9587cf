// Serves metrics: to whoever is on this machine, and to others by token or on a port of its own.
import { AppError } from '@plumbline/core/kernel/errors';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Pool } from 'pg';
import type { DatabasePool } from '../../db/pool.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Services } from '../../platform/services.ts';
import { type Readiness, serveHealth } from '../health.ts';
import { hasToken } from '../security/bearer-token.ts';
import { readArchiveState, readBackupState, readDiskSpace, readQueue } from './installation-state.ts';

const epochOf = (at: Date | null): number => (at === null ? 0 : at.getTime() / 1_000);

async function readDatabase({ pool }: Services, metrics: Metrics): Promise<void> {
  const reading = [readQueue(pool), readBackupState(pool), readArchiveState(pool)] as const;
  const [{ oldest, ...states }, backup, archives] = await Promise.all(reading);
  for (const [state, count] of Object.entries(states)) metrics.queue.set({ state }, count);
  metrics.queueAge.set(oldest);
  metrics.archivesFinished.set(epochOf(archives?.finishedAt ?? null));
  metrics.archivesFailed.set(epochOf(archives?.failedAt ?? null));
  if (!backup) return;
  metrics.backupFinished.set(epochOf(backup.finishedAt));
  metrics.backupFailed.set(epochOf(backup.failedAt));
  metrics.backupBytes.set({ part: 'database' }, backup.databaseBytes);
  metrics.backupBytes.set({ part: 'files' }, backup.fileBytes);
  metrics.backupMissing.set(backup.missingFiles);
}

function readPool(metrics: Metrics, name: string, pool: Pool): void {
  metrics.connections.set({ pool: name, state: 'open' }, pool.totalCount);
  metrics.connections.set({ pool: name, state: 'idle' }, pool.idleCount);
  metrics.connections.set({ pool: name, state: 'awaited' }, pool.waitingCount);
}

async function readDisks({ config }: Services, metrics: Metrics): Promise<void> {
  for (const { folder, free, size } of await readDiskSpace(config)) {
    metrics.diskFree.set({ folder }, free);
    metrics.diskSize.set({ folder }, size);
  }
}

async function readMetrics(services: Services): Promise<string> {
  const { metrics, pool } = services;
  const requests = (pool as DatabasePool).requests;
  readPool(metrics, 'system', pool);
  if (requests) readPool(metrics, 'requests', requests);
  metrics.backupConfigured.set(services.config.backup ? 1 : 0);
  metrics.archivesConfigured.set(services.config.archive ? 1 : 0);
  await readDisks(services, metrics);
  await readDatabase(services, metrics).then(
    () => metrics.databaseUp.set(1),
    () => metrics.databaseUp.set(0),
  );
  return metrics.registry.metrics();
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/u;
const SET_BY_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** From a program on this machine, and not passed on by a proxy. */
const isDirect = ({ raw, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') && SET_BY_PROXIES.every((name) => headers[name] === undefined);

/** `open`: to everyone who reaches the port, unless there is a token. Others learn nothing, not even that it exists. */
export function serveMetrics(app: FastifyInstance, services: Services, { open = false } = {}): void {
  const { metricsToken } = services.config;
  app.get('/metrics', async (request, reply) => {
    const allowed = isDirect(request) || hasToken(request, metricsToken) || (open && metricsToken === undefined);
    if (!allowed) throw new AppError('not_found');
    return reply.type(services.metrics.registry.contentType).send(await readMetrics(services));
  });
}

/** Health and metrics on a port of their own, also of processes that serve nothing else. Returns how to close it. */
export async function startMonitoring(services: Services, readiness: Readiness, port: number) {
  const app = fastify();
  serveHealth(app, services, readiness);
  serveMetrics(app, services, { open: true });
  await app.listen({ port, host: services.config.host });
  return { app, close: () => app.close() };
}

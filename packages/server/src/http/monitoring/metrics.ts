// Serves metrics: to whoever is on this machine, and to others by token or on a port of its own.
import { statfs } from 'node:fs/promises';
import { AppError } from '@plumbline/core/kernel/errors';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Pool } from 'pg';
import type { DatabasePool } from '../../db/pool.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Services } from '../../platform/services.ts';
import { type Readiness, serveHealth } from '../health.ts';
import { hashOf } from '../session.ts';

const JOBS = `
  SELECT count(*) FILTER (WHERE attempts >= max_attempts)::integer AS failed,
    count(*) FILTER (WHERE locked_at IS NOT NULL)::integer AS running,
    count(*) FILTER (WHERE is_available AND run_at <= now())::integer AS waiting,
    count(*) FILTER (WHERE is_available AND run_at > now())::integer AS scheduled,
    coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_available AND run_at <= now())), 0)::float8 AS age
  FROM graphile_worker._private_jobs`;

const BACKUP = `
  SELECT coalesce(extract(epoch FROM finished_at), 0)::float8 AS finished,
    coalesce(extract(epoch FROM failed_at), 0)::float8 AS failed, coalesce(database_bytes, 0)::float8 AS database,
    coalesce(file_bytes, 0)::float8 AS files, coalesce(missing_files, 0)::float8 AS missing
  FROM backup_state`;

type Jobs = Record<'failed' | 'running' | 'waiting' | 'scheduled' | 'age', number>;
type Backup = Record<'finished' | 'failed' | 'database' | 'files' | 'missing', number>;

async function readDatabase({ pool }: Services, metrics: Metrics): Promise<void> {
  const [jobs, backup] = await Promise.all([pool.query<Jobs>(JOBS), pool.query<Backup>(BACKUP)]);
  for (const { age, ...states } of jobs.rows) {
    for (const [state, count] of Object.entries(states)) metrics.queue.set({ state }, count);
    metrics.queueAge.set(age);
  }
  for (const { finished, failed, database, files, missing } of backup.rows) {
    metrics.backupFinished.set(finished);
    metrics.backupFailed.set(failed);
    metrics.backupBytes.set({ part: 'database' }, database);
    metrics.backupBytes.set({ part: 'files' }, files);
    metrics.backupMissing.set(missing);
  }
}

function readPool(metrics: Metrics, name: string, pool: Pool): void {
  metrics.connections.set({ pool: name, state: 'open' }, pool.totalCount);
  metrics.connections.set({ pool: name, state: 'idle' }, pool.idleCount);
  metrics.connections.set({ pool: name, state: 'awaited' }, pool.waitingCount);
}

async function readDisks({ config }: Services, metrics: Metrics): Promise<void> {
  const folders = new Map([['data', config.dataDir]]);
  if (config.files.kind === 'folder') folders.set('files', config.files.folder);
  if (config.backup?.files.kind === 'folder') folders.set('backups', config.backup.files.folder);
  for (const [folder, path] of folders) {
    // A folder that does not exist yet has no figures.
    const disk = await statfs(path).catch(() => undefined);
    if (!disk) continue;
    metrics.diskFree.set({ folder }, disk.bavail * disk.bsize);
    metrics.diskSize.set({ folder }, disk.blocks * disk.bsize);
  }
}

async function readMetrics(services: Services): Promise<string> {
  const { metrics, pool } = services;
  const requests = (pool as DatabasePool).requests;
  readPool(metrics, 'system', pool);
  if (requests) readPool(metrics, 'requests', requests);
  metrics.backupConfigured.set(services.config.backup ? 1 : 0);
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

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  return hashOf(headers.authorization ?? '').equals(hashOf(`Bearer ${token}`));
}

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

// Serves metrics: to clients on this machine, and to others with a token or on a separate port.
import { AppError } from '@plumbline/core/kernel/errors';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Pool } from 'pg';
import { AggregatorRegistry } from 'prom-client';
import type { DatabasePool } from '../../db/pool.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Services } from '../../platform/services.ts';
import type { Figures } from '../../platform/siblings/siblings.ts';
import { type Readiness, serveHealth } from '../health.ts';
import { hasToken } from '../security/bearer-token.ts';
import { readArchiveState, readBackupState, readDiskSpace, readQueue } from './installation-state.ts';

/** A process that is busy for longer is left out. */
const ANSWER_MS = 2_000;

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

/** The metrics of this process; among several, labelled with its name. */
async function readFigures({ metrics, pool, siblings }: Services): Promise<Figures> {
  const requests = (pool as DatabasePool).requests;
  readPool(metrics, 'system', pool);
  if (requests) readPool(metrics, 'requests', requests);
  if (siblings.name !== undefined) metrics.registry.setDefaultLabels({ process: siblings.name });
  return (await metrics.registry.getMetricsAsJSON()) as Figures;
}

/** Gives the metrics of this process to others that are asked for all of them. */
export function answerSiblings(services: Services): void {
  services.siblings.hear((message) => {
    if (message.kind !== 'figures-wanted') return;
    void readFigures(services).then((figures) => services.siblings.tell({ kind: 'figures', id: message.id, figures }));
  });
}

/** The metrics of the other processes, without those that do not answer in time. */
function figuresOfSiblings({ siblings, newId }: Services): Promise<Figures[]> {
  return new Promise((resolve) => {
    const id = newId();
    const found: Figures[] = [];
    const end = () => {
      clearTimeout(late);
      stop();
      resolve(found);
    };
    const late = setTimeout(end, ANSWER_MS);
    const stop = siblings.hear((message) => {
      if (message.kind !== 'figures' || message.id !== id) return;
      found.push(message.figures);
      if (found.length === siblings.count) end();
    });
    siblings.tell({ kind: 'figures-wanted', id });
  });
}

async function readProcesses(services: Services): Promise<string> {
  const own = await readFigures(services);
  const others = services.siblings.count > 0 ? await figuresOfSiblings(services) : [];
  // The label keeps the processes apart, so adding up joins their lists. Metrics that must not be added up are left out
  // by other aggregators.
  const all = [own, ...others].map((figures) => figures.map((one) => ({ ...one, aggregator: 'sum' })));
  return AggregatorRegistry.aggregate(all as never).metrics();
}

async function readMetrics(services: Services): Promise<string> {
  const { metrics } = services;
  const processes = readProcesses(services);
  metrics.backupConfigured.set(services.config.backup ? 1 : 0);
  metrics.archivesConfigured.set(services.config.archive ? 1 : 0);
  await readDisks(services, metrics);
  await readDatabase(services, metrics).then(
    () => metrics.databaseUp.set(1),
    () => metrics.databaseUp.set(0),
  );
  return `${await processes}\n${await metrics.installation.metrics()}`;
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

/** Health and metrics on a separate port, also for processes that serve nothing else. Returns how to close it. */
export async function startMonitoring(services: Services, readiness: Readiness, port: number) {
  const app = fastify();
  serveHealth(app, services, readiness);
  serveMetrics(app, services, { open: true });
  await app.listen({ port, host: services.config.host });
  return { app, close: () => app.close() };
}

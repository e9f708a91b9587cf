// Liveness and readiness checks.
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/services.ts';

/** Below this share of free disk space the process reports that it is not ready. */
const FREE_SHARE = 0.02;

export type Readiness = { stopping: boolean };

export function serveHealth(app: FastifyInstance, services: Services, state: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      running: !state.stopping,
      database: await services.pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
      disk: await statfs(services.config.dataDir).then(
        (disk) => disk.bavail / disk.blocks > FREE_SHARE,
        () => true,
      ),
    };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}

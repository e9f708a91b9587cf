// Liveness and readiness checks.
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/services.ts';

/** Below this share of free disk space the response says that the disk is full. */
const MIN_FREE_SHARE = 0.02;

export type Readiness = { stopping: boolean };

type DiskSpace = (folder: string) => Promise<{ bavail: number; blocks: number }>;

/** Whether each of the folders, which may be on different disks, has free space. */
async function haveSpace(folders: readonly string[], spaceOf: DiskSpace): Promise<boolean> {
  const free = folders.map((folder) =>
    spaceOf(folder).then(
      ({ bavail, blocks }) => bavail / blocks > MIN_FREE_SHARE,
      // A folder that does not exist yet is created on the disk of its parent.
      () => true,
    ),
  );
  return (await Promise.all(free)).every(Boolean);
}

export function serveHealth(
  app: FastifyInstance,
  services: Services,
  state: Readiness,
  spaceOf: DiskSpace = statfs,
): void {
  const { dataDir, files } = services.config;
  const folders = [dataDir, ...(files.kind === 'folder' ? [files.folder] : [])];
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      running: !state.stopping,
      database: await services.pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
      disk: await haveSpace(folders, spaceOf),
    };
    // With a full disk it still serves what is stored, and tells users why nothing new is saved.
    const ready = checks.running && checks.database;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}

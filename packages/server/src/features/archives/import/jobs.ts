// The jobs behind an import: reading the archive, and writing it as a project. Both are safe to repeat.
import { AppError, isErrorCode } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { isDiskFull } from '../../../platform/files/is-disk-full.ts';
import { follow } from '../../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../../platform/queue/queue.ts';
import { renewIn } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { countTakenIds, keepIn } from './kept-ids.ts';
import { readArchive } from './read-archive.ts';
import type { ArchiveSource } from './readers/archive-source.ts';
import { ImportProblem } from './readers/import-problem.ts';
import { openSource } from './readers/open-source.ts';
import { EXTRACT, MAX_ATTEMPTS, MIGRATE, scopeOfImport } from './service.ts';
import { endJob, type MigrationJob, type MigrationKey, noteDone, noteProject, type Outcome, readJob } from './store.ts';
import { writeProject } from './write-project.ts';

const payload = z.strictObject({ organisationId: id, migrationId: id });

async function withArchive<T>(
  services: Services,
  { key, size }: MigrationJob,
  work: (archive: ArchiveSource, folder: string) => Promise<T>,
): Promise<T> {
  return withScratch(services, async (folder) => {
    const archive = await openSource(await onDisk(services, key, folder), size);
    try {
      return await work(archive, folder);
    } finally {
      archive.close();
    }
  });
}

async function extract(services: Services, key: MigrationKey, { signal }: JobContext): Promise<void> {
  const job = await readJob(services, key);
  if (job?.state !== 'extracting') return;
  const { projects, files } = await withArchive(services, job, async (archive) => {
    const read = await readArchive(archive, signal);
    for (const project of read.projects)
      project.takenIds = await countTakenIds(services, key.organisationId, archive, project.id);
    return read;
  });
  const rows = projects.flatMap((project) => Object.values(project.rows)).reduce((sum, count) => sum + count, 0);
  await endJob(services, key, 'extracting', { state: 'extracted', projects, total: rows + files });
}

async function migrate(services: Services, key: MigrationKey, context: JobContext): Promise<void> {
  const job = await readJob(services, key);
  if (job?.state !== 'migrating' || job.mapping === null) return;
  const { mapping, createdBy } = job;
  const { organisationId, migrationId } = key;
  const scope = scopeOfImport(organisationId, migrationId, mapping);
  let done = 0;
  const following = follow({
    look: () => noteDone(services, key, done),
    signal: context.signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of an import could not be written'),
  });
  try {
    const { skipped } = await withArchive(services, job, async (archive, folder) =>
      writeProject({
        ...{ services, archive, mapping, folder },
        renew: mapping.keepIds ? await keepIn(scope, archive, mapping.projectId) : renewIn(scope),
        importer: { organisationId, userId: createdBy },
        signal: following.signal,
        begun: (projectId) => noteProject(services, key, projectId),
        progress: (count) => {
          done = count;
        },
      }),
    );
    await following.end();
    await noteDone(services, key, done);
    await endJob(services, key, 'migrating', {
      state: 'done',
      detail: skipped > 0 ? String(skipped) : '',
      total: done,
    });
  } catch (error) {
    // The user has cancelled it in the meantime.
    if (following.cancelled()) return;
    throw error;
  } finally {
    await following.end();
  }
}

/** What is shown of a failure that would happen again; undefined for the others. */
function lasting(error: unknown): Pick<Outcome, 'problem' | 'detail'> | undefined {
  if (error instanceof ImportProblem) return { problem: error.problem, detail: error.detail };
  if (isDiskFull(error)) return { problem: 'refused', detail: 'no_space' };
  if (error instanceof AppError && isErrorCode(error.code)) {
    const { limit } = error.details.params ?? {};
    return { problem: 'refused', detail: limit === undefined ? error.code : `${error.code} ${limit}` };
  }
  return undefined;
}

export function migrationTasks(services: Services): Tasks {
  const guarded =
    (
      from: 'extracting' | 'migrating',
      failed: 'extraction_failed' | 'migration_failed',
      work: (services: Services, key: MigrationKey, context: JobContext) => Promise<void>,
    ) =>
    async (given: unknown, context: JobContext) => {
      const key = payload.parse(given);
      try {
        if (context.attempt > MAX_ATTEMPTS) throw new Error('the workers before did not end this import');
        await work(services, key, context);
      } catch (error) {
        const known = lasting(error);
        if (!known && (context.attempt < MAX_ATTEMPTS || context.signal.aborted)) throw error;
        if (!known)
          services.log.error({ err: error, migrationId: key.migrationId }, 'an archive could not be imported');
        await endJob(services, key, from, { state: failed, ...(known ?? { problem: 'internal' }) });
      }
    };
  return {
    [EXTRACT]: guarded('extracting', 'extraction_failed', extract),
    [MIGRATE]: guarded('migrating', 'migration_failed', migrate),
  };
}

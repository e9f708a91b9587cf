// The job behind an archive. Safe to repeat: each attempt has its own file, so a partial one is never taken for complete.
import { join } from 'node:path';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { readActor } from '../../http/project-actor.ts';
import { writeZip } from '../../office/zip-write.ts';
import type { Stored } from '../../platform/files/files.ts';
import { isDiskFull } from '../../platform/files/is-disk-full.ts';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { requireDiskSpace } from '../uploads/disk-space.ts';
import { withScratch } from '../uploads/scratch.ts';
import { archiveFiles, bytesOf, type Contents } from './contents.ts';
import { gatherProject } from './gather.ts';
import {
  type ArchiveKey,
  MAKE,
  MAX_ATTEMPTS,
  noteFailed,
  noteReady,
  noteSize,
  type Order,
  readOrder,
  sweepArchives,
} from './requests.ts';

const HOUR = 3_600_000;
const payload = z.strictObject({ organisationId: id, archiveId: id });

type Person = { organisation: string; name: string; language: string };

async function readPerson({ pool }: Services, organisationId: string, userId: string): Promise<Person> {
  const found = await systemTransaction(pool, (db) =>
    db.query<Person>(
      `SELECT o.name AS organisation, trim(concat(u.first_name, ' ', u.last_name)) AS name, u.language
       FROM app_user u JOIN organisation o ON o.id = $1 WHERE u.id = $2`,
      [organisationId, userId],
    ),
  );
  return found.rows[0] ?? { organisation: '', name: '', language: 'en' };
}

async function gather(
  services: Services,
  { organisationId }: ArchiveKey,
  { userId, projectIds, createdAt }: Order,
  folder: string,
): Promise<Contents> {
  const { organisation, name, language } = await readPerson(services, organisationId, userId);
  const projects = [];
  for (const projectId of projectIds) {
    // Throws `not_found` if the person is no longer an active member.
    const actor = await readActor(services.pool, { organisationId, userId }, projectId);
    projects.push(await gatherProject(services, { organisationId, projectId }, actor, join(folder, projectId)));
  }
  return {
    ...{ organisationId, createdAt, createdBy: { id: userId, name }, organisation, language, projects, folder },
    inTurn: services.files.localPath !== undefined,
  };
}

/** Passes the pieces on, counting them. Throws when the job is to end. */
async function* measured(pieces: AsyncIterable<Buffer>, written: { size: number }, signal: AbortSignal) {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    written.size += piece.length;
    yield piece;
  }
}

async function make(services: Services, archive: ArchiveKey, context: JobContext): Promise<void> {
  const order = await readOrder(services, archive);
  if (!order) return;
  const { organisationId, archiveId } = archive;
  const key = `archives/${organisationId}/${archiveId}-${services.newId()}.zip`;
  const written = { size: 0 };
  let stored: Stored;
  const following = follow({
    look: () => noteSize(services, archive, written.size),
    signal: context.signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of an archive could not be written'),
  });
  try {
    stored = await withScratch(services, async (folder) => {
      const contents = await gather(services, archive, order, folder);
      await requireDiskSpace(services, await bytesOf(services, contents));
      const pieces = measured(writeZip(archiveFiles(services, contents)), written, following.signal);
      return services.files.put(key, pieces);
    });
  } catch (error) {
    // The user has deleted it in the meantime.
    if (following.cancelled()) return;
    throw error;
  } finally {
    await following.end();
  }
  const file = { key, size: stored.size, sha256: Buffer.from(stored.sha256, 'hex') };
  if (!(await noteReady(services, archive, file))) await services.files.remove(key);
}

export const ARCHIVE_SWEEP: Schedule = { task: 'archive.sweep', next: everyMs(HOUR), priority: 10 };

export const archiveTasks = (services: Services): Tasks => ({
  async [MAKE](given, context) {
    const archive = payload.parse(given);
    try {
      if (context.attempt > MAX_ATTEMPTS) throw new Error('the workers before did not end this archive');
      await make(services, archive, context);
    } catch (error) {
      if (context.attempt < MAX_ATTEMPTS || context.signal.aborted) throw error;
      services.log.error({ err: error, archiveId: archive.archiveId }, 'an archive could not be made');
      await noteFailed(services, archive, isDiskFull(error) ? 'no_space' : null);
    }
  },
  ...repeating(services, ARCHIVE_SWEEP, () => sweepArchives(services)),
});

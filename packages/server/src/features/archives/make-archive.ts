// The job behind an archive. Safe to repeat: each attempt has its own file, so a partial one is never taken for complete.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { readActor } from '../../http/project-actor.ts';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { zipStream } from '../media/exports/zip-stream.ts';
import { withScratch } from '../uploads/scratch.ts';
import { archiveFiles, type Contents } from './contents.ts';
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
  };
}

/** Passes the pieces on, counting and hashing them. Throws when the job is to end. */
async function* measured(
  pieces: AsyncIterable<Buffer>,
  sum: { size: number; hash: ReturnType<typeof createHash> },
  signal: AbortSignal,
) {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    sum.size += piece.length;
    sum.hash.update(piece);
    yield piece;
  }
}

async function make(services: Services, archive: ArchiveKey, context: JobContext): Promise<void> {
  const order = await readOrder(services, archive);
  if (!order) return;
  const { organisationId, archiveId } = archive;
  const key = `archives/${organisationId}/${archiveId}-${services.newId()}.zip`;
  const sum = { size: 0, hash: createHash('sha256') };
  const following = follow({
    look: () => noteSize(services, archive, sum.size),
    signal: context.signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of an archive could not be written'),
  });
  try {
    await withScratch(services, async (folder) => {
      const contents = await gather(services, archive, order, folder);
      await services.files.put(key, measured(zipStream(archiveFiles(services, contents)), sum, following.signal));
    });
  } catch (error) {
    // Deleted by the user meanwhile.
    if (following.cancelled()) return;
    throw error;
  } finally {
    await following.end();
  }
  const file = { key, size: sum.size, sha256: sum.hash.digest() };
  if (!(await noteReady(services, archive, file))) await services.files.remove(key);
}

export const ARCHIVE_SWEEP: Schedule = { task: 'archive.sweep', next: everyMs(HOUR), priority: 10 };

export const archiveTasks = (services: Services): Tasks => ({
  async [MAKE](given, context) {
    const archive = payload.parse(given);
    try {
      await make(services, archive, context);
    } catch (error) {
      if (context.attempt < MAX_ATTEMPTS || context.signal.aborted) throw error;
      services.log.error({ err: error, archiveId: archive.archiveId }, 'an archive could not be made');
      await noteFailed(services, archive);
    }
  },
  ...repeating(services, ARCHIVE_SWEEP, () => sweepArchives(services)),
});

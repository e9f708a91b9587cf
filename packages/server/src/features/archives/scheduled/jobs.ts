// Archives every project of the installation in a place of the operator, as an administrator of the project would: a
// project that has not changed since its newest archive is left out.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '@plumbline/core/site/actor';
import type { Pool } from 'pg';
import type { ArchiveConfig } from '../../../config/archive-config.ts';
import type { Config } from '../../../config/config.ts';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { writeZip } from '../../../office/zip-write.ts';
import type { Files } from '../../../platform/files/files.ts';
import { openFiles } from '../../../platform/files/open-files.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { withScratch } from '../../uploads/scratch.ts';
import { archiveFiles } from '../contents.ts';
import { type Gathered, gatherProject } from '../gather.ts';
import { archiveKey, listArchives, removeExpired, storeArchive } from './archive-store.ts';

const RUN = 'archives.scheduled';
const PRINT_LENGTH = 16;

/** Sees what every administrator of a project sees, and nothing private of any person. */
const ARCHIVIST: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'administrator',
  teamIds: new Set<string>(),
};

type Project = ProjectKey & { organisation: string; language: string };

/** All projects, in the language of most people of their organisation. */
const PROJECTS = `
  SELECT p.organisation_id AS "organisationId", p.id AS "projectId", o.name AS organisation,
    coalesce((SELECT mode() WITHIN GROUP (ORDER BY u.language) FROM organisation_member m JOIN app_user u ON u.id = m.user_id
      WHERE m.organisation_id = o.id AND m.active), 'en') AS language
  FROM project p JOIN organisation o ON o.id = p.organisation_id ORDER BY p.organisation_id, p.id`;

/** Differs whenever any row of the project does. Files never change: rows refer to other files instead. */
async function printOf({ title, parts }: Gathered, folder: string): Promise<string> {
  const hash = createHash('sha256').update(title);
  for (const part of Object.keys(parts)) {
    hash.update(part);
    for await (const piece of createReadStream(join(folder, `${part}.json`))) hash.update(piece);
  }
  return hash.digest('hex').slice(0, PRINT_LENGTH);
}

async function archiveProject(
  services: Services,
  files: Files,
  project: Project,
  signal?: AbortSignal,
): Promise<boolean> {
  return withScratch(services, async (folder) => {
    const { organisationId, projectId, organisation, language } = project;
    const own = join(folder, projectId);
    const gathered = await gatherProject(services, project, ARCHIVIST, own);
    const print = await printOf(gathered, own);
    const { complete } = await listArchives(files, project);
    if (complete[0]?.print === print) return false;
    const at = services.clock.now();
    const contents = {
      ...{ organisationId, organisation, language, folder, projects: [gathered] },
      ...{ createdAt: at, createdBy: { id: ARCHIVIST.userId, name: 'Plumbline' } },
      inTurn: files.localPath !== undefined,
    };
    const key = archiveKey(project, { title: gathered.title, at, print });
    await storeArchive(files, key, untilAborted(writeZip(archiveFiles(services, contents)), signal));
    return true;
  });
}

async function* untilAborted(pieces: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}

const record = (pool: Pool, set: string, values: unknown[]) => pool.query(`UPDATE archive_state SET ${set}`, values);

export type ArchiveRun = { projects: number; written: number; failures: string[] };

/**
 * Archives all projects. One that cannot be archived does not keep the others from it. Throws the signal's reason, or if
 * the projects cannot be read.
 */
export async function archiveAll(services: Services, config: ArchiveConfig, signal?: AbortSignal): Promise<ArchiveRun> {
  const { pool, clock, log } = services;
  await record(pool, 'started_at = $1', [clock.now()]);
  const files = openFiles(config.files);
  const projects = (await systemTransaction(pool, (db) => db.query<Project>(PROJECTS))).rows;
  const run: ArchiveRun = { projects: projects.length, written: 0, failures: [] };
  for (const project of projects) {
    signal?.throwIfAborted();
    try {
      if (await archiveProject(services, files, project, signal)) run.written += 1;
      await removeExpired(files, project, config.keep);
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ err: error, projectId: project.projectId }, 'a project could not be archived');
      run.failures.push(`${project.projectId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const { failures } = run;
  if (failures.length === 0)
    await record(pool, 'finished_at = $1, projects = $2, failed_at = NULL, error = NULL', [clock.now(), run.projects]);
  else
    await record(pool, 'failed_at = $1, error = $2', [
      clock.now(),
      `${failures.length} of ${run.projects} projects could not be archived, for example ${failures[0]}`,
    ]);
  return run;
}

const scheduleOf = (every: number): Schedule => ({ task: RUN, next: everyMs(every), priority: 10 });

export const scheduledArchiveSchedules = ({ archive }: Pick<Config, 'archive'>): Schedule[] =>
  archive?.everyMs ? [scheduleOf(archive.everyMs)] : [];

export function scheduledArchiveTasks(services: Services): Tasks {
  const { archive } = services.config;
  // A job of the time when archives were scheduled.
  if (!archive?.everyMs) return { [RUN]: async () => {} };
  return repeating(services, scheduleOf(archive.everyMs), async (_payload, { signal }) => {
    const { projects, written, failures } = await archiveAll(services, archive, signal);
    services.log.info({ projects, written }, 'projects were archived');
    // The queue tries again, with the projects that are missing.
    if (failures.length > 0) throw new Error(`${failures.length} of ${projects} projects could not be archived`);
  });
}

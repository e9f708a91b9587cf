// Scheduled archives in their place: for each project a folder with an archive for each state that was kept, and its
// hash beside it. An archive is complete once its hash exists, which is written last.
import { Readable } from 'node:stream';
import type { Keep } from '../../../config/places.ts';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import type { Files } from '../../../platform/files/files.ts';
import { expiredOf } from '../../../platform/files/retention.ts';

/** `startedAt` is an ISO time; `print` tells states of the project apart. */
type StoredArchive = { id: string; startedAt: string; print: string };

const NAME = /-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)-([0-9a-f]{16})\.zip$/u;
const HASH = '.sha256';
const MAX_TITLE = 60;

/** The title in letters that every file system and store accepts; empty if it has none of them. */
const plainTitle = (title: string): string =>
  title
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/gu, '-')
    .slice(0, MAX_TITLE)
    .replaceAll(/^-+|-+$/gu, '');

const folderOf = ({ organisationId, projectId }: ProjectKey): string => `${organisationId}/${projectId}/`;

export function archiveKey(
  project: ProjectKey,
  { title, at, print }: { title: string; at: Date; print: string },
): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/u, 'Z')
    .replaceAll(':', '-');
  return `${folderOf(project)}${plainTitle(title) || 'Project'}-${time}-${print}.zip`;
}

function readName(key: string): StoredArchive | undefined {
  const [, day, hours, minutes, seconds, print] = NAME.exec(key) ?? [];
  return print === undefined ? undefined : { id: key, startedAt: `${day}${hours}:${minutes}:${seconds}`, print };
}

/** The complete archives of a project, newest first, and the keys of interrupted ones. Other files are left alone. */
export async function listArchives(files: Files, project: ProjectKey) {
  const keys = new Set<string>();
  for await (const { key } of files.list(folderOf(project))) keys.add(key);
  const archives = [...keys].flatMap((key) => readName(key) ?? []);
  const complete = archives
    .filter(({ id }) => keys.has(id + HASH))
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  return { complete, interrupted: archives.filter((one) => !complete.includes(one)).map(({ id }) => id) };
}

/** Stores an archive, and then its hash in the form of `sha256sum`. */
export async function storeArchive(files: Files, key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const { sha256 } = await files.put(key, pieces);
  const name = key.slice(key.lastIndexOf('/') + 1);
  await files.put(key + HASH, Readable.from([Buffer.from(`${sha256}  ${name}\n`)]));
}

/** Removes what is no longer kept, and interrupted archives. The newest archive of a project is always kept. */
export async function removeExpired(files: Files, project: ProjectKey, keep: Keep): Promise<void> {
  const { complete, interrupted } = await listArchives(files, project);
  for (const { id } of expiredOf(complete, keep)) {
    // The hash first: what remains after an interruption counts as interrupted, and is removed by the next run.
    await files.remove(id + HASH);
    await files.remove(id);
  }
  for (const key of interrupted) await files.remove(key);
}

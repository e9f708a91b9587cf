// What an attempt at a report has finished, kept on disk for the next attempt: after a crash or a failed conversion the
// work continues where it ended. Belongs to one content: other data or another template starts again.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../platform/services.ts';
import { scratchFolder } from '../uploads/scratch.ts';
import type { Printed } from './filling/pictures/print-picture.ts';
import type { ReportKey } from './progress.ts';

const folderOf = (services: Services, { reportId }: ReportKey): string =>
  join(scratchFolder(services), `report-${reportId}`);

/** Removes everything kept for a report that has ended. */
export const removeReportFolder = (services: Services, key: ReportKey): Promise<void> =>
  rm(folderOf(services, key), { recursive: true, force: true, maxRetries: 5 });

/** The folder of a report for content made of `parts`. Folders are removed a day after their last use. */
export async function openReportFolder(
  services: Services,
  key: ReportKey,
  parts: readonly (string | Buffer)[],
): Promise<string> {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\0');
  const folder = join(folderOf(services, key), digest.digest('hex').slice(0, 32));
  await mkdir(folder, { recursive: true });
  const now = new Date();
  await utimes(folderOf(services, key), now, now);
  return folder;
}

/** The file at `path`, written by `write` unless an earlier attempt has finished it. */
export async function keptFile(path: string, write: (path: string) => Promise<unknown>): Promise<string> {
  const known = await stat(path).catch(() => undefined);
  if (known) return path;
  const partial = `${path}.${randomUUID()}`;
  await write(partial);
  await rename(partial, path);
  return path;
}

const HEADER_BYTES = 8;

/** The rendered image `name`, from `folder` if an earlier attempt has rendered it. */
export async function keptPicture(folder: string, name: string, print: () => Promise<Printed>): Promise<Printed> {
  let fresh: Printed | undefined;
  const path = await keptFile(join(folder, name), async (partial) => {
    fresh = await print();
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(fresh.width, 0);
    header.writeUInt32BE(fresh.height, 4);
    await writeFile(partial, Buffer.concat([header, fresh.bytes]));
  });
  if (fresh) return fresh;
  const kept = await readFile(path);
  return { width: kept.readUInt32BE(0), height: kept.readUInt32BE(4), bytes: kept.subarray(HEADER_BYTES) };
}

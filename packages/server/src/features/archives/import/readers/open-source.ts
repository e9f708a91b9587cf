// Opens the file of an import with the reader of its format.
import type { ArchiveSource } from './archive-source.ts';
import { ImportProblem } from './import-problem.ts';
import { openJsonArchive } from './json-archive.ts';
import { OpenZip } from './open-zip.ts';
import { openTableArchive } from './table-archive.ts';

/** Each returns undefined for a file of another format. */
const READERS: readonly ((zip: OpenZip) => Promise<ArchiveSource | undefined>)[] = [openJsonArchive, openTableArchive];

/** Throws `ImportProblem`. The caller closes it. */
export async function openSource(path: string, fileBytes: number): Promise<ArchiveSource> {
  const zip = await OpenZip.open(path, fileBytes);
  try {
    for (const read of READERS) {
      const source = await read(zip);
      if (source) return source;
    }
    throw new ImportProblem('not_an_archive');
  } catch (error) {
    zip.close();
    throw error;
  }
}

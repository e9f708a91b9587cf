// Reads archives that the program exports: rows as JSON, with the hash of every file.
import { z } from 'zod';
import { FORMAT, FORMAT_VERSION, manifestSchema } from '../../schema.ts';
import type { ArchiveSource } from './archive-source.ts';
import { ImportProblem } from './import-problem.ts';
import type { OpenZip } from './open-zip.ts';

/** Larger than any tile that the program makes. */
const MAX_TILE = 8 * 1_048_576;

/** Files that rows refer to, and tiles. */
const FILE = /^(?:files|projects\/[^/]+\/tiles)\//u;

type Manifest = z.infer<typeof manifestSchema>;
const heading = z.looseObject({ format: z.literal(FORMAT), version: z.int() });

/** Checks lists up to the first wrong entry: the problems of millions of them would fill the memory. */
function requireEntries(found: object): void {
  for (const name of ['projects', 'files', 'missing'] as const) {
    const list: unknown = (found as Partial<Manifest>)[name];
    if (!Array.isArray(list)) continue;
    const { element } = manifestSchema.shape[name];
    for (const [at, entry] of list.entries()) {
      const wrong = element.safeParse(entry).error?.issues[0];
      if (wrong) throw new ImportProblem('damaged', ['archive.json', name, at, ...wrong.path].join('.'));
    }
  }
}

async function readManifest(zip: OpenZip): Promise<Manifest> {
  const found = await zip.json('archive.json');
  const head = heading.safeParse(found);
  if (!head.success) throw new ImportProblem('not_an_archive');
  if (head.data.version > FORMAT_VERSION) throw new ImportProblem('newer_version', String(head.data.version));
  requireEntries(head.data);
  const manifest = manifestSchema.safeParse(found);
  if (!manifest.success)
    throw new ImportProblem('damaged', `archive.json ${manifest.error.issues[0]?.path.join('.') ?? ''}`);
  if (manifest.data.projects.length === 0) throw new ImportProblem('not_an_archive');
  for (const { path, size } of manifest.data.files)
    if (!zip.has(path) || zip.size(path) !== size) throw new ImportProblem('damaged', path);
  return manifest.data;
}

/** Undefined if the file is of another format. Throws `ImportProblem`. */
export async function openJsonArchive(zip: OpenZip): Promise<ArchiveSource | undefined> {
  if (!zip.has('archive.json')) return undefined;
  if (!zip.has('hashes.txt')) throw new ImportProblem('not_an_archive');
  const manifest = await readManifest(zip);
  const files = new Map(manifest.files.map((file) => [file.id, file]));
  return {
    projects: manifest.projects.map(({ id }) => id),
    files,
    async *rows(projectId, part) {
      const name = `projects/${projectId}/${part}.json`;
      if (zip.has(name)) yield* zip.rows(name);
    },
    verify: (signal) => zip.verify((name) => FILE.test(name), signal),
    bytes: (fileId) => zip.bytes(files.get(fileId)?.path ?? fileId),
    async tile(projectId, revisionId, { z: level, x, y }) {
      const name = `projects/${projectId}/tiles/${revisionId}/${level}/${x}-${y}.webp`;
      return zip.has(name) ? zip.whole(name, MAX_TILE) : undefined;
    },
    close: () => zip.close(),
  };
}

// Reads an archive without changing anything: every row is checked against its schema, and every file is counted.
import { ROLES } from '@plumbline/core/access/capabilities';
import type { ArchivePerson, ArchiveProject } from '@plumbline/core/features/archives/import';
import { isTimeZone } from '@plumbline/core/kernel/time-zone';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import { isLanguage } from '@plumbline/locales/languages';
import { z } from 'zod';
import { FORMAT, FORMAT_VERSION, manifestSchema, ROW_SCHEMAS } from '../schema.ts';
import { ImportProblem } from './import-problem.ts';
import type { OpenArchive } from './open-archive.ts';

export type Manifest = z.infer<typeof manifestSchema>;

/** Rows that are read besides those of entities. The history stays in the archive, where it can be verified. */
export const OTHER_PARTS = ['topic', 'dataset', 'record', 'report'] as const;

const heading = z.object({ format: z.literal(FORMAT), version: z.int() });

export async function readManifest(archive: OpenArchive): Promise<Manifest> {
  const found = await archive.json('archive.json');
  const head = heading.safeParse(found);
  if (!head.success) throw new ImportProblem('not_an_archive');
  if (head.data.version > FORMAT_VERSION) throw new ImportProblem('newer_version', String(head.data.version));
  const manifest = manifestSchema.safeParse(found);
  if (!manifest.success) throw new ImportProblem('damaged', `archive.json ${wrongPart(manifest.error)}`);
  if (manifest.data.projects.length === 0) throw new ImportProblem('not_an_archive');
  return manifest.data;
}

const wrongPart = (error: z.ZodError): string => error.issues[0]?.path.join('.') ?? '';

/** Fields that a newer program added are ignored. */
const lenient = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strip() : schema);
const SCHEMAS = new Map(Object.entries(ROW_SCHEMAS).map(([part, schema]) => [part, lenient(schema)]));

/** Fields that older programs did not write, by kind of row. */
const ADDED: Readonly<Record<string, object>> = {
  pin: { room: '' },
  revision: { rooms: [], linesBlobId: null, date: null },
  markup: { holes: [] },
};

export const partOf = (projectId: string, part: string): string => `projects/${projectId}/${part}.json`;

async function* checked(archive: OpenArchive, projectId: string, part: string): AsyncGenerator<unknown> {
  const name = partOf(projectId, part);
  if (!archive.has(name)) return;
  const schema = SCHEMAS.get(part);
  let at = 0;
  for await (const row of archive.rows(name)) {
    at += 1;
    const read = schema?.safeParse(typeof row === 'object' ? { ...ADDED[part], ...row } : row);
    if (!read?.success) throw new ImportProblem('invalid_row', `${part} ${at}: ${read ? wrongPart(read.error) : ''}`);
    yield read.data;
  }
}

/** The rows of an entity, checked against its schema. Throws `invalid_row` with the kind, number and field. */
export const rowsOf = <E extends Entity>(archive: OpenArchive, projectId: string, entity: E) =>
  checked(archive, projectId, entity) as AsyncGenerator<Rows[E]>;

export const otherRowsOf = (archive: OpenArchive, projectId: string, part: (typeof OTHER_PARTS)[number]) =>
  checked(archive, projectId, part);

async function readProject(archive: OpenArchive, projectId: string, signal: AbortSignal): Promise<ArchiveProject> {
  const rows: Record<string, number> = {};
  const people: ArchivePerson[] = [];
  const categories: ArchiveProject['categories'] = [];
  let about: Rows['project'] | undefined;
  for (const part of [...ENTITY_NAMES, ...OTHER_PARTS]) {
    let count = 0;
    for await (const row of checked(archive, projectId, part)) {
      signal.throwIfAborted();
      count += 1;
      if (part === 'project') about = row as Rows['project'];
      if (part === 'category') {
        const { id, title, colour } = row as Rows['category'];
        categories.push({ id, title, colour });
      }
      if (part === 'member') people.push(personOf(row as Rows['member']));
    }
    rows[part] = count;
  }
  if (!about) throw new ImportProblem('damaged', partOf(projectId, 'project'));
  return {
    id: projectId,
    title: about.title,
    timezone: isTimeZone(about.timezone) ? about.timezone : 'UTC',
    language: isLanguage(about.language) ? about.language : 'en',
    people,
    categories,
    rows,
  };
}

const personOf = ({ userId, firstName, lastName, email, companyName, role }: Rows['member']): ArchivePerson => ({
  ...{ userId, email: email.toLowerCase(), companyName, accountId: null },
  name: `${firstName} ${lastName}`.trim() || email,
  role: ROLES.includes(role) ? role : 'none',
});

/** What the archive contains, one entry per project. `accountId` of its people is null. Throws `ImportProblem`. */
export async function readArchive(
  archive: OpenArchive,
  signal: AbortSignal,
): Promise<{ projects: ArchiveProject[]; files: number }> {
  const manifest = await readManifest(archive);
  for (const { path, size } of manifest.files)
    if (!archive.has(path) || archive.size(path) !== size) throw new ImportProblem('damaged', path);
  const projects: ArchiveProject[] = [];
  for (const { id } of manifest.projects) projects.push(await readProject(archive, id, signal));
  return { projects, files: manifest.files.length };
}

// Reads an archive without changing anything: every row is checked against its schema, and every file is counted.
import { ROLES } from '@plumbline/core/access/capabilities';
import type { ArchivePerson, ArchiveProject } from '@plumbline/core/features/archives/import';
import { isTimeZone } from '@plumbline/core/kernel/time-zone';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import { isLanguage } from '@plumbline/locales/languages';
import { z } from 'zod';
import { ARCHIVED_ROWS } from '../schema.ts';
import type { ArchiveSource } from './readers/archive-source.ts';
import { ImportProblem } from './readers/import-problem.ts';

/** Rows that are read besides those of entities. The history stays in the archive, where it can be verified. */
export const OTHER_PARTS = ['topic', 'dataset', 'record', 'report'] as const;

const wrongPart = (error: z.ZodError): string => error.issues[0]?.path.join('.') ?? '';

/** Fields that a newer program added are ignored. */
const lenient = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strip() : schema);
const SCHEMAS = new Map(Object.entries(ARCHIVED_ROWS).map(([part, schema]) => [part, lenient(schema)]));

/** Fields that older programs did not write, by kind of row. */
const ADDED: Readonly<Record<string, object>> = {
  pin: { room: '' },
  member: { phone: '' },
  revision: { rooms: [], linesBlobId: null, date: null },
  markup: { holes: [] },
};

async function* checked(archive: ArchiveSource, projectId: string, part: string): AsyncGenerator<unknown> {
  const schema = SCHEMAS.get(part);
  let at = 0;
  for await (const row of archive.rows(projectId, part)) {
    at += 1;
    const read = schema?.safeParse(typeof row === 'object' ? { ...ADDED[part], ...row } : row);
    if (!read?.success) throw new ImportProblem('invalid_row', `${part} ${at}: ${read ? wrongPart(read.error) : ''}`);
    yield read.data;
  }
}

/** The rows of an entity, checked against its schema. Throws `invalid_row` with the kind, number and field. */
export const rowsOf = <E extends Entity>(archive: ArchiveSource, projectId: string, entity: E) =>
  checked(archive, projectId, entity) as AsyncGenerator<Rows[E]>;

export const otherRowsOf = (archive: ArchiveSource, projectId: string, part: (typeof OTHER_PARTS)[number]) =>
  checked(archive, projectId, part);

async function readProject(archive: ArchiveSource, projectId: string, signal: AbortSignal): Promise<ArchiveProject> {
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
  if (!about) throw new ImportProblem('damaged', 'project');
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

/** Checks the whole archive. What it contains, one entry per project. `accountId` of its people is null. Throws `ImportProblem`. */
export async function readArchive(
  archive: ArchiveSource,
  signal: AbortSignal,
): Promise<{ projects: ArchiveProject[]; files: number }> {
  const projects: ArchiveProject[] = [];
  for (const id of archive.projects) projects.push(await readProject(archive, id, signal));
  await archive.verify(signal);
  return { projects, files: archive.files.size };
}

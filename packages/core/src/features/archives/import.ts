// Import of an archive as a new project: the file is read and checked, people, roles and categories are mapped, and a
// job writes the rows. Ids are kept or derived from those of the archive, so that repetition never doubles anything.
import { z } from 'zod';
import { ROLES, type Role } from '../../access/capabilities.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { categoryRow, projectContent } from '../../site/rows/projects.ts';
import { email } from '../auth/contract.ts';

/**
 * `extracting` reads the file; `extracted` waits for a mapping; `ready` has one. A failed migration resumes where it
 * stopped.
 */
export const MIGRATION_STATES = [
  'extracting',
  'extracted',
  'extraction_failed',
  'ready',
  'migrating',
  'migration_failed',
  'done',
] as const;
export type MigrationState = (typeof MIGRATION_STATES)[number];

/** Name of an import in the audit log. Its changes notify no one. */
export const IMPORT_ACTION = 'project.import';

/** The states in which the mapping can be changed, and those from which the import can start. */
export const MAPPABLE: readonly MigrationState[] = ['extracted', 'ready', 'migration_failed'];
export const STARTABLE: readonly MigrationState[] = ['ready', 'migration_failed'];

/** Removed from the list, an import that is incomplete could no longer be continued or undone. */
export const isRemovable = ({ state, projectId }: Pick<Migration, 'state' | 'projectId'>): boolean =>
  state !== 'migrating' && (state === 'done' || projectId === null);

/**
 * Why it failed. The detail names the file or row of the archive; for
 * `refused` it is an error code and, where there is one, the limit.
 */
export const MIGRATION_PROBLEMS = [
  'not_an_archive',
  'newer_version',
  'damaged',
  'altered',
  'invalid_row',
  'refused',
  'cancelled',
  'internal',
] as const;
export type MigrationProblem = (typeof MIGRATION_PROBLEMS)[number];

/** A user of the archive. `accountId`: the member of this organisation with the same address. */
const archivePerson = z.strictObject({
  userId: id,
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  role: z.enum(ROLES),
  accountId: id.nullable(),
});
export type ArchivePerson = z.infer<typeof archivePerson>;

const archiveProject = z.strictObject({
  id,
  title: z.string(),
  timezone: z.string(),
  /** One of the program's languages; `en` if the archive names none of them. */
  language: z.string(),
  people: z.array(archivePerson),
  categories: z.array(categoryRow.pick({ id: true, title: true, colour: true })),
  /** Kind of row → number of rows. */
  rows: z.record(z.string(), z.int()),
  /** How many of its ids exist here already; they can be kept if there are none. Absent: not counted. */
  takenIds: z.int().min(0).optional(),
});
export type ArchiveProject = z.infer<typeof archiveProject>;

/** What becomes of a person: an account of this organisation, a new invited one, or a contact without an account. */
export const PERSON_TARGETS = ['account', 'invite', 'contact'] as const;

const personMapping = z.strictObject({
  userId: id,
  to: z.enum(PERSON_TARGETS),
  /** The account of `account`. */
  accountId: id.nullable(),
  /** The address of `invite`. */
  email: z.union([email, z.literal('')]),
});
export type PersonMapping = z.infer<typeof personMapping>;

export const migrationMapping = z.strictObject({
  /** The project of the archive. */
  projectId: id,
  title: projectContent.shape.title,
  timezone: projectContent.shape.timezone,
  language: projectContent.shape.language.default('en'),
  /** Roles of the archive → roles here; those that are missing stay. */
  roles: z.partialRecord(z.enum(ROLES), z.enum(ROLES)),
  people: z.array(personMapping).max(20_000),
  /** Titles of categories; those with equal titles become one. */
  categories: z.array(categoryRow.pick({ id: true, title: true })).max(1_000),
  /** Imports the project again although it was imported before. */
  copy: z.boolean().default(false),
  /** Keeps the ids of the archive, for a project that moves here; not for a copy. */
  keepIds: z.boolean().default(false),
});
export type MigrationMapping = z.output<typeof migrationMapping>;

export const migration = z.strictObject({
  id,
  fileName: z.string(),
  state: z.enum(MIGRATION_STATES),
  problem: z.enum(MIGRATION_PROBLEMS).nullable(),
  detail: z.string(),
  /** Rows and files read so far, and all of them. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** The new project; null until the import has started. */
  projectId: id.nullable(),
  createdAt: instant,
});
export type Migration = z.infer<typeof migration>;

export const migrationDetails = migration.extend({
  /** The projects of the archive; empty until it has been read. */
  projects: z.array(archiveProject),
  mapping: migrationMapping.nullable(),
});
export type MigrationDetails = z.infer<typeof migrationDetails>;

/** The mapping proposed for a project: people with an account keep it, the others become contacts. */
export function proposedMapping(project: ArchiveProject): MigrationMapping {
  const roles = [...new Set(project.people.map((one) => one.role))];
  return {
    projectId: project.id,
    title: project.title,
    timezone: project.timezone,
    language: project.language,
    roles: Object.fromEntries(roles.map((role) => [role, role])) as Partial<Record<Role, Role>>,
    people: project.people.map(({ userId, accountId, email: address }) => ({
      ...{
        userId,
        accountId,
        email: accountId === null ? '' : address,
        to: accountId === null ? 'contact' : 'account',
      },
    })),
    categories: project.categories.map(({ id: categoryId, title }) => ({ id: categoryId, title })),
    copy: false,
    keepIds: false,
  };
}

const params = z.strictObject({ migrationId: id });
const BASE = '/api/migrations';
const common = { guard: { kind: 'user' }, personal: true, site: true } as const;

export const startMigration = endpoint({
  name: 'startMigration',
  summary: 'Reads an uploaded archive and checks it; changes nothing yet. For those who may create projects',
  method: 'POST',
  path: BASE,
  ...common,
  body: z.strictObject({ id, blobId: id, fileName: line(255, 1) }),
  reply: migration,
});

export const listMigrations = endpoint({
  name: 'listMigrations',
  summary: 'Lists the imports of archives that the caller started, newest first',
  method: 'GET',
  path: BASE,
  ...common,
  reply: z.strictObject({ migrations: z.array(migration) }),
});

export const getMigration = endpoint({
  name: 'getMigration',
  summary: 'Gets an import of an archive with its projects, people and categories',
  method: 'GET',
  path: `${BASE}/:migrationId`,
  ...common,
  params,
  reply: migrationDetails,
});

export const mapMigration = endpoint({
  name: 'mapMigration',
  summary: 'Sets what people, roles and categories of an archive become, and the title, time zone and language',
  method: 'PUT',
  path: `${BASE}/:migrationId/mapping`,
  ...common,
  params,
  body: migrationMapping,
  reply: migrationDetails,
});

export const runMigration = endpoint({
  name: 'runMigration',
  summary: 'Imports a mapped archive as a new project, or resumes an import that failed',
  method: 'POST',
  path: `${BASE}/:migrationId/run`,
  ...common,
  params,
  reply: migration,
});

export const cancelMigration = endpoint({
  name: 'cancelMigration',
  summary: 'Stops a running import of an archive, which can then be resumed or undone',
  method: 'POST',
  path: `${BASE}/:migrationId/cancel`,
  ...common,
  params,
  reply: migration,
});

export const deleteMigration = endpoint({
  name: 'deleteMigration',
  summary:
    'Removes an import of an archive from the list; an imported project stays. Refused while the project is incomplete',
  method: 'DELETE',
  path: `${BASE}/:migrationId`,
  ...common,
  params,
  reply: z.void(),
});

export const undoMigration = endpoint({
  name: 'undoMigration',
  summary: 'Deletes the project that an import created, with everything in it, including later changes',
  method: 'POST',
  path: `${BASE}/:migrationId/undo`,
  ...common,
  params,
  reply: migration,
});

// Writes an archive as a new project, kind by kind in order of dependency. Rows that exist are left alone: a repeated
// import continues where the last one stopped.
import { IMPORT_ACTION, type MigrationMapping } from '@plumbline/core/features/archives/import';
import { blobsOf } from '@plumbline/core/features/media/rules';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow, ProjectRow } from '@plumbline/core/site/rows/projects';
import { DatabaseError } from 'pg';
import { createSite, runSiteAsSystem } from '../../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { violatedConstraint } from '../../../db/violated-constraint.ts';
import { type Renew, withNewIds } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { administrator, readCreator, requireTitle } from '../../projects/write.ts';
import { ImportedFiles } from './files.ts';
import { type ImportedPeople, importPeople } from './people.ts';
import { prepared } from './prepare-rows.ts';
import { rowsOf } from './read-archive.ts';
import type { ArchiveSource } from './readers/archive-source.ts';
import { ImportProblem } from './readers/import-problem.ts';
import { requireCapacity } from './require-capacity.ts';
import { writeTables } from './write-tables.ts';

/** Rows per transaction: few enough that others are not blocked for long. */
const BATCH = 200;
const FOREIGN_KEY = '23503';

export type Importing = {
  services: Services;
  importer: { organisationId: string; userId: string };
  archive: ArchiveSource;
  mapping: MigrationMapping;
  renew: Renew;
  /** For tile packs. */
  folder: string;
  signal: AbortSignal;
  /** Called once the project exists. */
  begun: (projectId: string) => Promise<void>;
  /** Called with the number of rows and files written so far. */
  progress: (done: number) => void;
};

type Writing = Importing & { people: ImportedPeople; files: ImportedFiles; projectId: string };

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** Categories with equal titles become one: category of the archive → the one it becomes. */
function mergedCategories(categories: readonly CategoryRow[], mapping: MigrationMapping) {
  const titles = new Map(mapping.categories.map(({ id, title }) => [id, title]));
  const first = new Map<string, string>();
  const becomes = new Map<string, string>();
  const rows: CategoryRow[] = [];
  for (const row of categories) {
    const title = titles.get(row.id) ?? row.title;
    const key = title.toLocaleLowerCase('und');
    const same = first.get(key);
    if (same === undefined) {
      first.set(key, row.id);
      rows.push({ ...row, title });
    }
    becomes.set(row.id, same ?? row.id);
  }
  return { becomes, rows };
}

/** Creates the project with the importer as its administrator; inactive until everything is written. */
async function beginProject(importing: Importing, projectId: string, about: ProjectRow): Promise<void> {
  const { services, importer, mapping } = importing;
  const creator = await readCreator(services.pool, importer);
  const member = administrator(
    importing.renew(`${projectId} importer`),
    projectId,
    importer.userId,
    creator,
    about.company,
  );
  await createSite(services, importer, projectId, async ({ tx, db }) => {
    await requireTitle(db, importer.organisationId, projectId, mapping.title);
    tx.put('project', about);
    tx.put('member', member);
  });
}

async function exists({ services, importer: { organisationId } }: Importing, projectId: string): Promise<boolean> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query('SELECT FROM project WHERE organisation_id = $1 AND id = $2', [organisationId, projectId]),
  );
  return found.rowCount === 1;
}

/** Returns how many rows were left out because the archive lacks their files. */
export async function writeProject(importing: Importing): Promise<{ skipped: number }> {
  const { archive, mapping, services, importer } = importing;
  const source = mapping.projectId;
  const [about] = await all(rowsOf(archive, source, 'project'));
  if (!about) throw new ImportProblem('damaged', 'project');
  const started = await exists(importing, importing.renew(source));
  if (!started) await requireCapacity(importing, about);
  const people = await importPeople(services, importer, mapping, importing.renew, {
    members: await all(rowsOf(archive, source, 'member')),
    contacts: await all(rowsOf(archive, source, 'contact')),
  });
  const { becomes, rows: categories } = mergedCategories(await all(rowsOf(archive, source, 'category')), mapping);
  const renew: Renew = (id) => people.renew(becomes.get(id) ?? id);
  const projectId = renew(source);
  const files = new ImportedFiles(services, importer, { archive, renew });
  const writing: Writing = { ...importing, renew, people, files, projectId };
  const isAccount = (id: string | null) => people.isAccount(id);
  const row: ProjectRow = {
    ...withNewIds(about, renew),
    ...{ title: mapping.title, timezone: mapping.timezone, language: mapping.language, active: false },
  };
  row.ownerId = isAccount(row.ownerId) ? row.ownerId : importer.userId;
  row.assistantId = isAccount(row.assistantId) ? row.assistantId : null;
  for (const field of ['pictureBlobId', 'headerLogoBlobId', 'footerLogoBlobId'] as const) {
    const blob = about[field];
    if (blob !== null && !(await files.store([blob]))) row[field] = null;
  }
  if (!started) await beginProject(importing, projectId, row);
  await importing.begun(projectId);

  const state = { done: 0, skipped: 0 };
  const note = (written: number, skipped = 0) => {
    state.done += written + skipped;
    state.skipped += skipped;
    importing.progress(state.done + files.count);
  };
  for (const entity of ENTITY_NAMES) {
    if (entity === 'project') note(1);
    else if (entity === 'category') await writeRows(writing, 'category', listed(categories), note);
    else if (entity === 'plan') await writeRows(writing, 'plan', listed(await parentsFirst(writing)), note);
    else await writeRows(writing, entity, rowsOf(archive, source, entity), note);
  }
  await writeTables({ ...writing, note });
  await finish(writing, about.active);
  return { skipped: state.skipped };
}

async function* listed<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/** A folder is written before what it contains. */
async function parentsFirst({ archive, mapping }: Writing): Promise<PlanRow[]> {
  const plans = await all(rowsOf(archive, mapping.projectId, 'plan'));
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const ordered = new Set<PlanRow>();
  const add = (plan: PlanRow, above: ReadonlySet<PlanRow>) => {
    const parent = plan.parentId === null ? undefined : byId.get(plan.parentId);
    if (above.has(plan)) throw new ImportProblem('invalid_row', `plan ${plan.id}: parentId`);
    if (parent && !ordered.has(parent)) add(parent, new Set([...above, plan]));
    ordered.add(plan);
  };
  for (const plan of plans) add(plan, new Set());
  return [...ordered];
}

type Note = (written: number, skipped?: number) => void;

async function writeRows<E extends Entity>(
  writing: Writing,
  entity: E,
  rows: AsyncIterable<Rows[E]>,
  note: Note,
): Promise<void> {
  let batch: Rows[E][] = [];
  for await (const row of rows) {
    writing.signal.throwIfAborted();
    if (await hasFiles(writing, entity, row)) batch.push(row);
    else note(0, 1);
    if (batch.length < BATCH) continue;
    await writeBatch(writing, entity, batch);
    note(batch.length);
    batch = [];
  }
  if (batch.length > 0) await writeBatch(writing, entity, batch);
  note(batch.length);
}

/** Stores the files of a row. Returns whether the archive has them all. */
async function hasFiles({ files, mapping, folder }: Writing, entity: Entity, row: object): Promise<boolean> {
  const blobs = blobsOf(entity, row);
  if (entity !== 'revision') return files.store(blobs);
  const revision = row as RevisionRow;
  const stored = await files.store(blobs.filter((blob) => blob !== revision.packBlobId));
  return stored && (await files.storePack(mapping.projectId, revision, folder));
}

async function writeBatch<E extends Entity>(writing: Writing, entity: E, batch: readonly Rows[E][]): Promise<void> {
  const { services, importer, projectId } = writing;
  try {
    await runSiteAsSystem(services, importer, projectId, IMPORT_ACTION, async ({ tx }) => {
      const renewed = batch.map((row) => ({ ...withNewIds(row, writing.renew), projectId }));
      const rows = await prepared(writing.people, tx, entity, renewed);
      const there = new Set(
        (
          await tx.getMany(
            entity,
            rows.map((row) => row.id),
          )
        ).map((row) => row.id),
      );
      for (const row of rows) if (!there.has(row.id)) tx.put(entity, row);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === FOREIGN_KEY)
      throw new ImportProblem('invalid_row', `${entity}: ${violatedConstraint(error) ?? ''}`);
    throw error;
  }
}

/** Shows the plans' current revisions, continues the numbers, and makes the project active. */
async function finish(
  { services, importer, projectId, archive, mapping, renew }: Writing,
  active: boolean,
): Promise<void> {
  for await (const plan of rowsOf(archive, mapping.projectId, 'plan')) {
    const { currentRevisionId } = plan;
    if (currentRevisionId === null) continue;
    await runSiteAsSystem(services, importer, projectId, IMPORT_ACTION, async ({ tx }) => {
      const row = await tx.get('plan', renew(plan.id));
      const revision = await tx.get('revision', renew(currentRevisionId));
      if (row && revision && row.currentRevisionId === null) tx.put('plan', { ...row, currentRevisionId: revision.id });
    });
  }
  await runSiteAsSystem(services, importer, projectId, IMPORT_ACTION, async ({ tx, db }) => {
    await db.query(
      `INSERT INTO project_counter (organisation_id, project_id, series, value)
       SELECT $1, $2, series, value FROM (
         SELECT 'pin' AS series, max(number) AS value FROM pin WHERE organisation_id = $1 AND project_id = $2
         UNION ALL SELECT 'task', max(number) FROM task WHERE organisation_id = $1 AND project_id = $2
         UNION ALL SELECT 'report', max(number) FROM report WHERE organisation_id = $1 AND project_id = $2) numbers
       WHERE value IS NOT NULL
       ON CONFLICT (organisation_id, project_id, series) DO UPDATE SET value = greatest(project_counter.value, excluded.value)`,
      [importer.organisationId, projectId],
    );
    const row = await tx.get('project', projectId);
    if (row && row.active !== active) tx.put('project', { ...row, active });
  });
}

// Imports the good rows of a checked list in batches. Rows that exist are left alone, those of an import that was undone
// are restored: a repeated import continues where the last one stopped.
import { PIN_IMPORT_ACTION } from '@plumbline/core/features/exchange/contract';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import { applyTo } from '@plumbline/core/site/geometry/alignment';
import { roomAt } from '@plumbline/core/site/rooms';
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { runSite } from '../../../db/tx/pg-store.ts';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { storeImported } from '../../uploads/store-imported.ts';
import type { BcfFile } from '../bcf/read-bcf.ts';
import { type StoredTopic, storeTopic, writeTopics } from '../bcf/stored-topic.ts';
import { commentsOf } from '../bcf/topic-pin.ts';
import { withBcf, withPhotos } from './check-rows.ts';
import { type IdOf, idsIn } from './ids.ts';
import { assigneesOf, CreatedRows, categoriesOf, joinContacts, newFieldsOf } from './named-rows.ts';
import type { PhotoArchive } from './photos.ts';
import { type Assignee, type KnownPlan, readPlans, wordKey } from './project-words.ts';
import {
  type ImportJob,
  lockJob,
  markImported,
  noteCreated,
  type RowResult,
  readWaiting,
  setState,
  type WaitingRow,
} from './store.ts';

/** Rows per transaction: few enough not to block others for long and to lose little if the process is killed. */
const IMPORT_BATCH_SIZE = 200;

type Context = {
  services: Services;
  job: ImportJob;
  idOf: IdOf;
  plans: ReadonlyMap<string, KnownPlan | null>;
  photos: PhotoArchive | undefined;
  bcf: BcfFile | undefined;
  created: CreatedRows;
};

export const importRows = (services: Services, job: ImportJob, signal: AbortSignal): Promise<void> =>
  withPhotos(services, job, (photos) =>
    withBcf(services, job, (bcf) => importWith(services, job, { photos, bcf }, signal)),
  );

async function importWith(
  services: Services,
  job: ImportJob,
  files: Pick<Context, 'photos' | 'bcf'>,
  signal: AbortSignal,
): Promise<void> {
  const { organisationId, importId } = job;
  const plans = await tenantSnapshot(services.pool, organisationId, (db) => readPlans(db, job));
  const created = new CreatedRows(job.created);
  const context: Context = { services, job, idOf: idsIn(job), plans, created, ...files };
  for (;;) {
    signal.throwIfAborted();
    const rows = await tenantTransaction(services.pool, organisationId, async (db) => {
      if ((await lockJob(db, organisationId, importId))?.state !== 'running') return [];
      const waiting = await readWaiting(db, job, { done: false, limit: IMPORT_BATCH_SIZE });
      if (waiting.length === 0) await setState(db, organisationId, importId, { state: 'done' });
      return waiting;
    });
    if (rows.length === 0) return;
    await importBatch(context, rows);
  }
}

async function importBatch(context: Context, rows: readonly WaitingRow[]): Promise<void> {
  const { services, job, idOf, created } = context;
  const { organisationId, importId, projectId, createdBy } = job;
  const files = new Map<number, PostFile[]>();
  const topics = new Map<number, StoredTopic>();
  for (const row of rows) {
    const { bcf } = context;
    const folder = row.pin.topic;
    const stored =
      bcf && folder !== null ? await storeTopic(services, job, { bcf, folder, pinId: row.pinId, idOf }) : undefined;
    files.set(row.line, stored?.shown ?? (await storePhotos(context, row)));
    if (stored) topics.set(row.line, stored.topic);
  }
  const people = await assigneesOf(services, job, rows, idOf);
  const caller = { organisationId, userId: createdBy };
  await runSite(services, caller, projectId, PIN_IMPORT_ACTION, async ({ tx, db, actor }) => {
    requireCapability(actor, 'project.edit');
    if ((await lockJob(db, organisationId, importId))?.state !== 'running') return;
    const ids = { idOf, created };
    const names = (of: (row: WaitingRow) => string[]) => [...new Set(rows.flatMap(of))];
    const batch: Batch = {
      ...{ context, tx, files, topics },
      categories: await categoriesOf(
        tx,
        names(({ pin }) => (pin.category === '' ? [] : [pin.category])),
        ids,
      ),
      fields: await newFieldsOf(
        tx,
        names(({ pin }) => Object.keys(pin.newFields)),
        ids,
      ),
      assignees: await joinContacts(tx, people, ids),
    };
    const results: RowResult[] = [];
    for (const row of rows) results.push(await importRow(batch, row));
    const isNew = new Set(results.flatMap(({ line, outcome }) => (outcome === 'create' ? [line] : [])));
    await writeTopics(
      db,
      job,
      [...topics].flatMap(([line, topic]) => (isNew.has(line) ? [topic] : [])),
    );
    await markImported(db, job, results);
    await noteCreated(db, job, created.all);
  });
}

/** Stores the photos of a row that are not stored yet. */
async function storePhotos({ services, job, idOf, photos }: Context, { pin, pinId }: WaitingRow): Promise<PostFile[]> {
  const files: PostFile[] = [];
  for (const name of pin.photos) {
    if (!photos?.has(name)) continue;
    const { bytes, mime, size, name: fileName } = await photos.read(name);
    const id = idOf('photo', `${pinId} ${name}`);
    const file = { id, mime, name: fileName };
    await storeImported(services, { organisationId: job.organisationId, userId: job.createdBy }, file, bytes);
    files.push({ blobId: id, name: fileName, mime, size, width: null, height: null });
  }
  return files;
}

type Batch = {
  context: Context;
  tx: SiteTx;
  files: ReadonlyMap<number, readonly PostFile[]>;
  topics: ReadonlyMap<number, StoredTopic>;
  categories: ReadonlyMap<string, string>;
  fields: ReadonlyMap<string, string>;
  assignees: ReadonlyMap<string, Assignee>;
};

async function importRow(batch: Batch, row: WaitingRow): Promise<RowResult> {
  const { tx } = batch;
  const { pin, line, pinId, taskId } = row;
  const before = await tx.get('pin', pinId);
  const isNew = before === undefined || before.status === 'inactive';
  if (isNew) tx.put('pin', await pinRow(batch, row, before));
  const task = await tx.get('task', taskId);
  const addsTask = pin.task !== null && (task === undefined || task.status === 'inactive');
  if (addsTask) tx.put('task', await taskRow(batch, row, task));
  if (isNew) await putPhotos(batch, row);
  if (isNew) await putComments(batch, row);
  return { line, outcome: isNew || addsTask ? 'create' : 'present', addsTask: !isNew };
}

const byImporter = ({ context, tx }: Batch) => ({ projectId: tx.projectId, createdBy: context.job.createdBy });

/** When it was created there, or now. */
const createdAt = ({ tx }: Batch, { pin }: WaitingRow): string =>
  pin.createdAt !== null && pin.createdAt < tx.now() ? pin.createdAt : tx.now();

async function pinRow(batch: Batch, row: WaitingRow, before: PinRow | undefined): Promise<PinRow> {
  const { tx, context, categories, fields } = batch;
  const { pin, pinId: id } = row;
  const plan = context.plans.get(wordKey(pin.plan));
  const at = plan && pin.x !== null && pin.y !== null ? applyTo(plan.alignment, { x: pin.x, y: pin.y }) : undefined;
  const where = { planId: at && plan ? plan.id : null, x: at?.x ?? null, y: at?.y ?? null };
  const added = Object.entries(pin.newFields).flatMap(([title, value]) => {
    const fieldId = fields.get(title);
    return fieldId === undefined ? [] : [[fieldId, value] as const];
  });
  return {
    ...{ id, ...byImporter(batch), createdAt: createdAt(batch, row), changedAt: tx.now() },
    number: before?.number ?? (await tx.nextNumber('pin')),
    ...{ ...where, modelPosition: null },
    ...{ title: pin.title, notes: pin.notes, status: pin.status, tags: pin.tags, ratings: pin.ratings },
    room: before?.room ?? (await roomAt(tx, where)),
    ...{ t1: '', t2: '', t3: '', links: before?.links ?? [], records: before?.records ?? [] },
    categoryId: categories.get(wordKey(pin.category)) ?? null,
    fields: { ...pin.fields, ...Object.fromEntries(added) },
  };
}

async function taskRow(batch: Batch, row: WaitingRow, before: TaskRow | undefined): Promise<TaskRow> {
  const { tx, assignees } = batch;
  const { pin, pinId, taskId: id } = row;
  const { assignee = '', description = '', ...task } = pin.task ?? {};
  // Whom a task is assigned to must be known: without a name it is for various people.
  const various = { assigneeType: 'Various', assigneeId: tx.projectId } as const;
  return {
    ...{ id, ...byImporter(batch), pinId, createdAt: createdAt(batch, row), changedAt: tx.now() },
    number: before?.number ?? (await tx.nextNumber('task')),
    ...{ title: '', dueDate: null, companyName: '', craft: '', status: 'open', ...task },
    description: description || pin.title,
    ...{ reminderDays: null, repeat: null, dependsOn: [], subStatus: '', doneBy: null, doneAt: null },
    ...(assignees.get(wordKey(assignee)) ?? various),
  };
}

async function putPhotos(batch: Batch, row: WaitingRow): Promise<void> {
  const { tx, context, files } = batch;
  const all = files.get(row.line) ?? [];
  for (const type of ['Visuals', 'Documents'] as const) {
    const ofType = all.filter(({ mime }) => mime.startsWith('image/') === (type === 'Visuals'));
    const id = context.idOf('post', `${row.pinId} ${type}`);
    if (ofType.length === 0 || (await tx.get('post', id))) continue;
    tx.put('post', {
      ...{ id, ...byImporter(batch), pinId: row.pinId, taskId: null, type, caption: '', files: ofType },
      ...{ active: true, takenAt: null, createdAt: createdAt(batch, row) },
    });
  }
}

async function putComments(batch: Batch, row: WaitingRow): Promise<void> {
  const { tx, context, topics } = batch;
  const topic = topics.get(row.line);
  for (const { guid, text, at } of topic ? commentsOf(topic.markup) : []) {
    const id = context.idOf('comment', `${row.pinId} ${guid}`);
    if (await tx.get('comment', id)) continue;
    tx.put('comment', {
      ...{ id, ...byImporter(batch), pinId: row.pinId, taskId: null, text, attachments: [], mentions: [] },
      ...{ edited: false, createdAt: at !== null && at < tx.now() ? at : tx.now() },
    });
  }
}

// Writes what a member may see of a project into a folder, one JSON file per kind of row, all of one moment.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { can, scopeOf } from '@plumbline/core/access/capabilities';
import { blobsOf } from '@plumbline/core/features/media/rules';
import type { Actor } from '@plumbline/core/site/actor';
import { readableBy, seesContactData } from '@plumbline/core/site/contact-data';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList, tableOf } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import type { Services } from '../../platform/services.ts';
import { becameOf, type StoredTopic, seesTopics } from '../exchange/bcf/stored-topic.ts';
import { idsIn } from '../exchange/import/ids.ts';
import { headText } from '../sync/history-heads.ts';

const BATCH = 200;

type Query = { text: string; values: unknown[] };
type Part = Query & {
  file: string;
  /** What is written instead of a row. */
  shown?: (row: Record<string, unknown>) => object;
  /** The blobs a row refers to. */
  blobs?: (row: object) => string[];
  /** How many rows are in memory at a time, where they are large. */
  batch?: number;
};

/** The result of a query as a JSON array, in batches: no more than one batch is in memory. */
async function* jsonRows(db: PoolClient, { text, values, shown, batch = BATCH }: Part, each: (row: object) => void) {
  await db.query(`DECLARE archived CURSOR FOR ${text}`, values);
  let separator = '[\n';
  for (;;) {
    const found = await db.query<Record<string, unknown>>({ text: `FETCH ${batch} FROM archived`, types: ROW_TYPES });
    for (const row of found.rows) {
      each(row);
      yield `${separator}${JSON.stringify(shown ? shown(row) : row)}`;
      separator = ',\n';
    }
    if (found.rows.length < batch) break;
  }
  await db.query('CLOSE archived');
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** The tiles of revisions are archived one by one instead of as a pack. */
function archivedBlobs(entity: Entity, row: object): string[] {
  const blobs = blobsOf(entity, row);
  return entity === 'revision' ? blobs.filter((blob) => blob !== (row as RevisionRow).packBlobId) : blobs;
}

/** Entities with email addresses and phone numbers, which some roles may not see. */
const CONTACT_DATA: ReadonlySet<Entity> = new Set<Entity>(['member', 'contact']);

function rowsOf(entity: Entity, { organisationId, projectId }: ProjectKey, actor: Actor): Part {
  const params = new Params(organisationId, projectId);
  const text = `SELECT ${selectList(entity, 'r')} FROM ${tableOf(entity)} r
    WHERE r.organisation_id = $1 AND r.project_id = $2 AND ${visible(entity, 'r', actor, params)}
    ORDER BY r.position, r.id`;
  return {
    ...{ file: entity, text, values: params.values },
    shown: (row) => (CONTACT_DATA.has(entity) ? readableBy(actor, row) : row),
    blobs: (row) => archivedBlobs(entity, row),
  };
}

/** Every change; of rows that the member may not see, only the link of the chain. */
function historyOf({ organisationId, projectId }: ProjectKey, actor: Actor): Part {
  const params = new Params(organisationId, projectId);
  const seen = ENTITY_NAMES.filter((entity) => seesContactData(actor) || !CONTACT_DATA.has(entity)).map(
    (entity) => `WHEN '${entity}' THEN EXISTS (SELECT FROM ${tableOf(entity)} r
      WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = c.entity_id AND ${visible(entity, 'r', actor, params)})`,
  );
  return {
    file: 'history',
    text: `SELECT c.position, c.entity, c.entity_id AS "entityId", c.action, c.actor_id AS "actorId",
        c.device_id AS "deviceId", c.mutation, c.at, c.before, c.after, encode(c.chain, 'hex') AS chain,
        CASE c.entity ${seen.join(' ')} ELSE false END AS seen
      FROM change c WHERE c.organisation_id = $1 AND c.project_id = $2 ORDER BY c.position`,
    values: params.values,
    shown: ({ seen: isSeen, ...change }) => (isSeen ? change : { position: change.position, chain: change.chain }),
  };
}

const DATASETS = `SELECT id, title, columns, id_column AS "idColumn", title_column AS "titleColumn", active,
    created_by AS "createdBy", created_at AS "createdAt"
  FROM dataset WHERE organisation_id = $1 AND project_id = $2 ORDER BY created_at, id`;
const RECORDS = `SELECT id, dataset_id AS "datasetId", key, title, record, row_number AS "rowNumber", active
  FROM dataset_record WHERE organisation_id = $1 AND project_id = $2 ORDER BY dataset_id, row_number, id`;
const REPORTS = `SELECT id, number, title, template_title AS "templateTitle", format, language, blob_id AS "blobId",
    created_by AS "createdBy", created_at AS "createdAt"
  FROM report WHERE organisation_id = $1 AND project_id = $2 AND state = 'done' AND ($3::uuid IS NULL OR created_by = $3)
  ORDER BY created_at, id`;

/** The signed ends of the history, one for each day with changes. */
const HEADS = `SELECT to_char(day, 'YYYY-MM-DD') AS day, position::float8 AS position, encode(chain, 'hex') AS chain,
    signed_at AS "signedAt", encode(public_key, 'hex') AS "publicKey", encode(signature, 'hex') AS signature,
    time_stamp AS "timeStamp"
  FROM history_head WHERE organisation_id = $1 AND project_id = $2 ORDER BY day`;

type Head = { day: string; position: number; chain: string; signedAt: string; timeStamp: Buffer | null };

function stampOf(key: ProjectKey, { timeStamp, chain, signedAt, ...head }: Head): Gathered['stamps'] {
  if (timeStamp === null) return [];
  const text = headText(key, { ...head, chain: Buffer.from(chain, 'hex') }, new Date(signedAt));
  return [{ day: head.day, text, response: timeStamp }];
}

/** What is kept of the BCF topics that became pins. */
function topicsOf(key: ProjectKey, actor: Actor): Part {
  const params = new Params(key.organisationId, key.projectId);
  const idOf = idsIn(key);
  return {
    file: 'topic',
    text: `SELECT t.pin_id AS "pinId", t.version, t.folder, t.markup, t.files, t.extensions, t.became
      FROM bcf_topic t JOIN pin r ON r.organisation_id = $1 AND r.id = t.pin_id
      WHERE t.organisation_id = $1 AND t.project_id = $2 AND ${visible('pin', 'r', actor, params)} ORDER BY r.position, r.id`,
    values: params.values,
    shown: (row) => ({ ...row, became: becameOf(row as StoredTopic, idOf) }),
    blobs: (row) => (row as StoredTopic).files.map(({ blobId }) => blobId),
    batch: 50,
  };
}

function otherParts({ organisationId, projectId }: ProjectKey, actor: Actor): Part[] {
  const values = [organisationId, projectId];
  const parts: Part[] = [{ file: 'head', text: HEADS, values, shown: ({ timeStamp: _stamp, ...head }) => head }];
  if (seesTopics(actor)) parts.push(topicsOf({ organisationId, projectId }, actor));
  if (can(actor.role, 'dataset.view'))
    parts.push({ file: 'dataset', text: DATASETS, values }, { file: 'record', text: RECORDS, values });
  const reports = scopeOf(actor.role, 'report.view');
  if (reports !== 'no')
    parts.push({
      ...{ file: 'report', text: REPORTS, values: [...values, reports === 'all' ? null : actor.userId] },
      blobs: (row) => ('blobId' in row && typeof row.blobId === 'string' ? [row.blobId] : []),
    });
  return parts;
}

export type Gathered = {
  projectId: string;
  title: string;
  role: string;
  /** The number of changes, and the end of their hash chain in hexadecimal. */
  history: { changes: number; chain: string };
  /** File name without `.json` → number of rows. */
  parts: Record<string, number>;
  /** Files that its rows refer to. */
  blobIds: string[];
  /** Of the signed ends of the history: the day, the text that was signed, and the response of the authority. */
  stamps: { day: string; text: string; response: Buffer }[];
  /** Revision → its tile pack. */
  packs: { revisionId: string; blobId: string }[];
};

/**
 * Writes what the actor may see of the project into `folder`: `<part>.json` for each kind of row and `history.json`.
 */
export async function gatherProject(
  { pool }: Pick<Services, 'pool'>,
  { organisationId, projectId }: ProjectKey,
  actor: Actor,
  folder: string,
): Promise<Gathered> {
  const key = { organisationId, projectId };
  await mkdir(folder, { recursive: true });
  const blobIds = new Set<string>();
  const packs: Gathered['packs'] = [];
  const stamps: Gathered['stamps'] = [];
  const parts: Gathered['parts'] = {};
  return tenantSnapshot(pool, organisationId, async (db) => {
    // All rows are fetched: plans that return the first ones early are many times slower for the history.
    await db.query('SET LOCAL cursor_tuple_fraction = 1');
    const log = await db.query<{ title: string; chain: Buffer }>(
      `SELECT p.title, l.chain FROM project_log l JOIN project p ON p.organisation_id = $1 AND p.id = l.project_id
       WHERE l.organisation_id = $1 AND l.project_id = $2`,
      [organisationId, projectId],
    );
    const rows = ENTITY_NAMES.map((entity) => rowsOf(entity, key, actor));
    for (const part of [...rows, ...otherParts(key, actor), historyOf(key, actor)]) {
      let count = 0;
      const note = (row: object) => {
        count += 1;
        for (const blob of part.blobs?.(row) ?? []) blobIds.add(blob);
        if (part.file === 'head') stamps.push(...stampOf(key, row as Head));
        if (part.file === 'revision') {
          const { id, packBlobId } = row as RevisionRow;
          packs.push({ revisionId: id, blobId: packBlobId });
        }
      };
      await pipeline(Readable.from(jsonRows(db, part, note)), createWriteStream(join(folder, `${part.file}.json`)));
      parts[part.file] = count;
    }
    const { title = '', chain } = log.rows[0] ?? {};
    const history = { changes: parts.history ?? 0, chain: chain?.toString('hex') ?? '' };
    return { projectId, title, role: actor.role, history, parts, blobIds: [...blobIds], stamps, packs };
  });
}

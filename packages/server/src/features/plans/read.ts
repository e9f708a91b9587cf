// Reads the plan tree: entries with their current revision, folder contents, and counts of open pins and tasks visible
// to the reader.
import type {
  listPlans,
  listRevisions,
  PlanDetails,
  PlanEntry,
  RevisionEntry,
} from '@plumbline/core/features/plans/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';
import { patterns } from '../../lists/search-patterns.ts';

type Query = RequestOf<typeof listPlans>['query'];
/** Creates links for the reader: to a blob and to the tiles of a revision. */
export type Linker = {
  file(blobId: string): string;
  tiles(revisionId: string): { revisionId: string; prefix: string; expiresAt: string };
};

type Reader = { db: PoolClient; projectKey: ProjectKey; actor: Actor; link: Linker };
type PlanQueryRow = PlanRow & { items: number; revision: (RevisionRow & { createdAt: string }) | null };

const REVISION = `(SELECT jsonb_build_object('id', v.id, 'version', v.version, 'date', v.date, 'pageNumber', v.page_number,
    'widthPt', v.width_pt, 'heightPt', v.height_pt, 'pyramid', v.pyramid, 'fileSize', v.file_size, 'createdAt', v.created_at,
    'thumbBlobId', v.thumb_blob_id, 'previewBlobId', v.preview_blob_id)
  FROM revision v WHERE v.organisation_id = r.organisation_id AND v.id = r.current_revision_id)`;

const ITEMS = `(SELECT count(*) FROM plan i WHERE i.organisation_id = r.organisation_id AND i.parent_id = r.id AND i.active)`;

const SELECT = `SELECT ${selectList('plan', 'r')}, ${ITEMS} AS items, ${REVISION} AS revision
  FROM plan r WHERE r.organisation_id = $1 AND r.project_id = $2`;

type Counts = Map<string, { openPins: number; openTasks: number }>;

function pinCounts({ actor }: Reader, params: Params, plans: string): string {
  return `SELECT p.plan_id, count(*) AS count FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
    AND p.status = 'open' AND p.plan_id ${plans} AND ${visible('pin', 'p', actor, params)} GROUP BY p.plan_id`;
}

function taskCounts({ actor }: Reader, params: Params, plans: string): string {
  return `SELECT p.plan_id, count(*) AS count FROM task t
    JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id
    WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.status IN ('open', 'rejected') AND p.plan_id ${plans}
      AND ${visible('task', 't', actor, params)} GROUP BY p.plan_id`;
}

async function readCounts(reader: Reader, planIds: readonly string[]): Promise<Counts> {
  const { db, projectKey } = reader;
  const counts: Counts = new Map(planIds.map((id) => [id, { openPins: 0, openTasks: 0 }]));
  for (const [key, sql] of [
    ['openPins', pinCounts],
    ['openTasks', taskCounts],
  ] as const) {
    const params = new Params(projectKey.organisationId, projectKey.projectId);
    const text = sql(reader, params, `= ANY (${params.add(planIds, 'uuid[]')})`);
    const found = await db.query<{ plan_id: string; count: number }>({ text, values: params.values, types: ROW_TYPES });
    for (const row of found.rows) {
      const of = counts.get(row.plan_id);
      if (of) of[key] = row.count;
    }
  }
  return counts;
}

const instantOf = (text: string): string => new Date(text).toISOString();

function entry({ revision, ...plan }: PlanQueryRow, counts: Counts, link: Linker): PlanEntry {
  const { thumbBlobId, previewBlobId, ...shown } = revision ?? { thumbBlobId: '', previewBlobId: '' };
  return {
    ...plan,
    currentRevision: revision && {
      // Exactly the fields selected by REVISION.
      ...(shown as Omit<RevisionRow, 'thumbBlobId' | 'previewBlobId'>),
      createdAt: instantOf(revision.createdAt),
      thumb: link.file(thumbBlobId),
      preview: link.file(previewBlobId),
    },
    ...(counts.get(plan.id) ?? { openPins: 0, openTasks: 0 }),
  };
}

type Step = { id: string; name: string };

/** From the root to the entry itself. */
async function readPath({ db, projectKey }: Reader, planId: string): Promise<Step[]> {
  const found = await db.query<Step>(
    `WITH RECURSIVE above AS (
       SELECT id, name, parent_id, 1 AS depth FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3
       UNION ALL
       SELECT p.id, p.name, p.parent_id, a.depth + 1 FROM plan p JOIN above a ON p.id = a.parent_id
       WHERE p.organisation_id = $1 AND a.depth < 100)
     SELECT id, name FROM above ORDER BY depth DESC`,
    [projectKey.organisationId, projectKey.projectId, planId],
  );
  return found.rows;
}

async function folderPath(reader: Reader, parent: string): Promise<Step[]> {
  const { db, projectKey } = reader;
  const folder = await db.query(
    `SELECT FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND type = 'Folder'`,
    [projectKey.organisationId, projectKey.projectId, parent],
  );
  if (folder.rowCount !== 1) throw new AppError('not_found');
  return readPath(reader, parent);
}

function conditions(query: Query, params: Params): string {
  const words = patterns(query.search);
  const where = words.map((pattern) => `concat_ws(' ', r.sheet_number, r.name) ILIKE ${params.add(pattern)}`);
  if (query.parent !== undefined) where.push(`r.parent_id = ${params.add(query.parent, 'uuid')}`);
  else if (words.length === 0 && query.whole !== true) where.push('r.parent_id IS NULL');
  if (query.state !== 'all') where.push(`r.active = ${params.add(query.state === 'active', 'boolean')}`);
  return where.map((one) => ` AND ${one}`).join('');
}

/** The sort key: titles ascending, everything else largest or newest first. */
function orderOf(reader: Reader, query: Query, params: Params): { column: string; join: string; upwards: boolean } {
  const counted = (sql: string) => ({
    column: 'coalesce(counted.count, 0)',
    join: ` LEFT JOIN (${sql}) counted ON counted.plan_id = listed.id`,
    upwards: false,
  });
  switch (query.sort) {
    case 'title':
      return { column: 'listed.name COLLATE natural_order', join: '', upwards: true };
    case 'type':
      return { column: 'listed."planType"', join: '', upwards: true };
    case 'lastActivity':
      return { column: 'listed."lastActivity"', join: '', upwards: false };
    case 'size': {
      const side = (name: string) => `coalesce((listed.revision -> 'pyramid' ->> '${name}')::float8, 0)`;
      return { column: `${side('width')} * ${side('height')}`, join: '', upwards: false };
    }
    case 'openPins':
      return counted(pinCounts(reader, params, 'IS NOT NULL'));
    case 'openTaskCount':
      return counted(taskCounts(reader, params, 'IS NOT NULL'));
  }
}

/** One page of a folder, or of the search results in the whole tree. Throws `not_found` for a missing folder. */
export async function readPlans(reader: Reader, query: Query): Promise<ReplyOf<typeof listPlans>> {
  const { db, projectKey, link } = reader;
  const path = query.parent === undefined ? [] : await folderPath(reader, query.parent);
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const where = conditions(query, params);
  const total = await db.query<{ count: string }>(
    `SELECT count(*) FROM plan r WHERE r.organisation_id = $1 AND r.project_id = $2${where}`,
    params.values,
  );
  const { column, join, upwards } = orderOf(reader, query, params);
  const direction = upwards === (query.reverse === 'true') ? 'DESC' : 'ASC';
  const found = await db.query<PlanQueryRow>({
    text: `SELECT listed.* FROM (${SELECT}${where}) listed${join}
           ORDER BY listed.type = 'Plan', ${column} ${direction}, listed.name COLLATE natural_order, listed.id
           LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const counts = await readCounts(
    reader,
    found.rows.map((row) => row.id),
  );
  const content = found.rows.map((row) => entry(row, counts, link));
  return { ...pageOf(content, Number(total.rows[0]?.count ?? 0), query), path };
}

/** One entry of the tree. Throws `not_found`. */
export async function readPlan(reader: Reader, planId: string): Promise<PlanDetails> {
  const { db, projectKey, link } = reader;
  const found = await db.query<PlanQueryRow>({
    text: `${SELECT} AND r.id = $3`,
    values: [projectKey.organisationId, projectKey.projectId, planId],
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return {
    ...entry(row, await readCounts(reader, [planId]), link),
    path: await readPath(reader, planId),
    tiles: row.currentRevisionId === null ? null : link.tiles(row.currentRevisionId),
  };
}

type RevisionFound = RevisionRow & {
  current: boolean;
  createdByName: string;
  typefacesLeftOut: string[];
  count: number;
};

/** Revisions of a plan, newest first. Throws `not_found` for a missing plan. */
export async function readRevisions(
  { db, projectKey, link }: Reader,
  planId: string,
  query: RequestOf<typeof listRevisions>['query'],
): Promise<ReplyOf<typeof listRevisions>> {
  const plan = await db.query('SELECT FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3', [
    projectKey.organisationId,
    projectKey.projectId,
    planId,
  ]);
  if (plan.rowCount !== 1) throw new AppError('not_found');
  const found = await db.query<RevisionFound>({
    text: `SELECT ${selectList('revision', 'v')}, v.id = r.current_revision_id AS current, count(*) OVER () AS count,
             ${nameOf('v.created_by')} AS "createdByName",
             ARRAY (SELECT unnest(p.missing_fonts) FROM plan_import_page p
               WHERE p.organisation_id = $1 AND p.revision_id = v.id) AS "typefacesLeftOut"
           FROM revision v JOIN plan r ON r.organisation_id = v.organisation_id AND r.id = v.plan_id
           WHERE v.organisation_id = $1 AND v.project_id = $2 AND v.plan_id = $3 AND (v.active OR v.alignment IS NOT NULL)
           ORDER BY v.created_at DESC, v.id LIMIT $4 OFFSET $5`,
    values: [projectKey.organisationId, projectKey.projectId, planId, query.size, query.page * query.size],
    types: ROW_TYPES,
  });
  const content = found.rows.map(
    ({
      id,
      version,
      date,
      active,
      pageNumber,
      widthPt,
      heightPt,
      pyramid,
      fileSize,
      alignment,
      ...row
    }): RevisionEntry => ({
      id,
      version,
      date,
      active,
      pageNumber,
      widthPt,
      heightPt,
      pyramid,
      fileSize,
      alignment,
      current: row.current ?? false,
      originalName: row.originalName,
      typefacesLeftOut: row.typefacesLeftOut,
      createdBy: row.createdBy,
      createdByName: row.createdByName,
      createdAt: row.createdAt,
      thumb: link.file(row.thumbBlobId),
      preview: link.file(row.previewBlobId),
      original: link.file(row.originalBlobId),
      tiles: link.tiles(id),
    }),
  );
  return pageOf(content, found.rows[0]?.count ?? 0, query);
}

/** Throws `not_found` for a revision of another project. */
export async function requireRevision({ db, projectKey }: Reader, revisionId: string): Promise<void> {
  const found = await db.query('SELECT FROM revision WHERE organisation_id = $1 AND project_id = $2 AND id = $3', [
    projectKey.organisationId,
    projectKey.projectId,
    revisionId,
  ]);
  if (found.rowCount !== 1) throw new AppError('not_found');
}

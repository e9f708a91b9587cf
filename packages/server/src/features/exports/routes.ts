// HTTP routes for exporting lists as files: read in batches, each in its own transaction, while the file is sent.
import {
  exportActivityLog,
  exportGroups,
  exportMarkups,
  exportMembers,
  exportPins,
  exportPlans,
  exportProjects,
  exportTasks,
  MAX_EXPORTED_ROWS,
  type TableFormat,
} from '@plumbline/core/features/exports/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { dayInZone, isTimeZone } from '@plumbline/core/kernel/time-zone';
import type { Actor } from '@plumbline/core/site/actor';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { sendTable } from '../../http/files/send-table.ts';
import type { Session } from '../../http/session.ts';
import { textsIn } from '../../http/texts.ts';
import type { Cell } from '../../office/table-cells.ts';
import { readGroups } from '../groups/read.ts';
import { readPlans } from '../plans/read.ts';
import { readProjects } from '../projects/read.ts';
import { readTaskIds, readTasksOf } from '../tasks/read.ts';
import { activityColumns, activityParts } from './activity-log.ts';
import {
  type Column,
  type ColumnContext,
  groupColumns,
  memberColumns,
  pinColumns,
  planColumns,
  projectColumns,
  taskColumns,
} from './columns.ts';
import { markupColumns } from './markup-columns.ts';
import { markupExportRows, plansWithMarkups } from './markups.ts';
import { listedMembers } from './members.ts';
import { idsOfPins, pinExportRows } from './pins.ts';

/** Rows per batch. */
const PART = 1_000;
/** Plans per batch of markups. */
const MARKUP_PLANS = 50;

type Caller = { session: Session; actor: Actor; projectId: string; reply: FastifyReply };
type ExportQuery = { format: TableFormat; language: string };
type Parts<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
type Site = { title: string; timezone: string; ratings: ProjectRow['ratings'] };

async function* lines<Row>(columns: readonly Column<Row>[], parts: Parts<Row>) {
  yield columns.map((column): Cell => column.head);
  for await (const rows of parts) for (const row of rows) yield columns.map((column) => column.cell(row));
}

/** The rows with these ids, in batches. */
async function* byIds<Row>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly Row[]>,
  part = PART,
) {
  for (let at = 0; at < ids.length; at += part) yield await read(ids.slice(at, at + part));
}

type Page<Row> = { content: readonly Row[]; totalElements: number };

/**
 * Reads page after page. The first page is read before anything is sent, so that a refusal is still an error response.
 */
async function allPages<Row>(read: (page: number) => Promise<Page<Row>>): Promise<AsyncIterable<readonly Row[]>> {
  const first = await read(0);
  if (first.totalElements > MAX_EXPORTED_ROWS)
    throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
  return (async function* () {
    yield first.content;
    for (let page = 1; page * PART < first.totalElements; page += 1) yield (await read(page)).content;
  })();
}

async function siteOf(db: PoolClient, organisationId: string, projectId: string): Promise<Site> {
  const found = await db.query<Site>(
    'SELECT title, timezone, ratings FROM project WHERE organisation_id = $1 AND id = $2',
    [organisationId, projectId],
  );
  return found.rows[0] ?? { title: '', timezone: 'UTC', ratings: [] };
}

async function fieldsOf(db: PoolClient, organisationId: string, projectId: string): Promise<FieldRow[]> {
  const found = await db.query<FieldRow>({
    text: `SELECT ${selectList('field', 'f')} FROM field f WHERE f.organisation_id = $1 AND f.project_id = $2
           ORDER BY f.active DESC, f.sort, f.id`,
    values: [organisationId, projectId],
    types: ROW_TYPES,
  });
  return found.rows;
}

export const exports: Feature = (serve, { pool, clock }) => {
  const send = <Row>(
    reply: FastifyReply,
    { format }: ExportQuery,
    { zone, t }: ColumnContext,
    names: { sheet: string; of: string },
    columns: readonly Column<Row>[],
    parts: Parts<Row>,
  ) => {
    const day = dayInZone(clock.now(), zone);
    return sendTable(reply, format, {
      name: [names.of, names.sheet, day].filter(Boolean).join(' – ').slice(0, 150).toWellFormed(),
      sheet: names.sheet,
      rows: lines(columns, parts),
      widths: columns.map((column) => column.width),
      locale: t.locale,
    });
  };
  const wordsOf = ({ language }: ExportQuery, timezone: string): ColumnContext => ({
    t: textsIn(language),
    zone: isTimeZone(timezone) ? timezone : 'UTC',
  });
  /**
   * Runs each read in its own transaction with the caller's visibility. Files contain no thumbnails: their links would
   * expire.
   */
  const reading = ({ session: { organisationId }, actor, projectId }: Caller) => {
    const now = clock.now();
    return <T>(work: (reader: Parameters<typeof idsOfPins>[0]) => Promise<T>): Promise<T> =>
      tenantSnapshot(pool, organisationId, (db) =>
        work({ db, projectKey: { organisationId, projectId }, actor, now, thumb: () => '' }),
      );
  };
  const site = (caller: Caller) => {
    const { organisationId } = caller.session;
    return tenantSnapshot(pool, organisationId, (db) => siteOf(db, organisationId, caller.projectId));
  };

  serve(exportPins, async (caller, { query }) => {
    const read = reading(caller);
    const { organisationId } = caller.session;
    const { ids, fields, ratings, title, timezone } = await read(async (reader) => ({
      ids: await idsOfPins(reader, query),
      fields: await fieldsOf(reader.db, organisationId, caller.projectId),
      ...(await siteOf(reader.db, organisationId, caller.projectId)),
    }));
    const words = wordsOf(query, timezone);
    const parts = byIds(ids, (some) => read((reader) => pinExportRows(reader, some)));
    const columns = pinColumns(words, { fields, ratings });
    await send(caller.reply, query, words, { of: title, sheet: words.t('nav.pins') }, columns, parts);
  });

  serve(exportTasks, async (caller, { query }) => {
    const read = reading(caller);
    const { title, timezone } = await site(caller);
    const { format: _format, language: _language, ...list } = query;
    const ids = await read((reader) => readTaskIds(reader, list, MAX_EXPORTED_ROWS + 1));
    if (ids.length > MAX_EXPORTED_ROWS) throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
    const words = wordsOf(query, timezone);
    const parts = byIds(ids, (some) => read((reader) => readTasksOf(reader, some)));
    await send(caller.reply, query, words, { of: title, sheet: words.t('nav.tasks') }, taskColumns(words), parts);
  });

  serve(exportGroups, async (caller, { query }) => {
    const read = reading(caller);
    const { title, timezone } = await site(caller);
    const words = wordsOf(query, timezone);
    const parts = await allPages((page) => read((reader) => readGroups(reader, { ...query, page, size: PART })));
    await send(caller.reply, query, words, { of: title, sheet: words.t('nav.groups') }, groupColumns(words), parts);
  });

  serve(exportPlans, async (caller, { query }) => {
    const read = reading(caller);
    const { title, timezone } = await site(caller);
    const words = wordsOf(query, timezone);
    const link = { file: () => '', tiles: (revisionId: string) => ({ revisionId, prefix: '', expiresAt: '' }) };
    const parts = await allPages((page) =>
      read(({ db, projectKey, actor }) => readPlans({ db, projectKey, actor, link }, { ...query, page, size: PART })),
    );
    await send(caller.reply, query, words, { of: title, sheet: words.t('nav.plans') }, planColumns(words), parts);
  });

  serve(exportMarkups, async (caller, { query }) => {
    const read = reading(caller);
    const { title, timezone } = await site(caller);
    const words = wordsOf(query, timezone);
    const ids = await read((reader) => plansWithMarkups(reader, query.plan));
    const parts = byIds(ids, (some) => read((reader) => markupExportRows(reader, some, words.t)), MARKUP_PLANS);
    await send(
      caller.reply,
      query,
      words,
      { of: title, sheet: words.t('export.markups') },
      markupColumns(words),
      parts,
    );
  });

  serve(exportMembers, async (caller, { query }) => {
    const read = reading(caller);
    const { title, timezone } = await site(caller);
    const words = wordsOf(query, timezone);
    const parts = await read((reader) => listedMembers(reader, query, words));
    await send(
      caller.reply,
      query,
      words,
      { of: title, sheet: words.t('nav.team') },
      memberColumns(words, caller.actor),
      parts,
    );
  });

  serve(exportActivityLog, async ({ session, reply }, { query }) => {
    const parts = await activityParts({ pool }, session, query);
    const words = wordsOf(query, session.timeZone);
    const sheet = words.t('organisation.tab.activity');
    await send(reply, query, words, { of: '', sheet }, activityColumns(words), parts);
  });

  serve(exportProjects, async ({ session, reply }, { query }) => {
    const words = wordsOf(query, 'UTC');
    const parts = await allPages((page) => readProjects(pool, session, { ...query, page, size: PART }, () => ''));
    await send(reply, query, words, { of: '', sheet: words.t('nav.projects') }, projectColumns(words), parts);
  });
};

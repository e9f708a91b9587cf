// The job behind an erasure: removes the name from the rows of projects, from their history and from every other table.
// Safe to repeat.

import {
  hasAnyCase,
  patternOf,
  type Replacements,
  replacementsFor,
  withoutName,
} from '@plumbline/core/features/personal-data/remove-names';
import { canonicalJson } from '@plumbline/core/kernel/same';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import type { PoolClient } from 'pg';
import { type Change, linkOf } from '../../db/tx/audit.ts';
import { COLUMNS, ROW_TYPES, tableOf } from '../../db/tx/columns.ts';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { openOrder } from '../auth/emails/jobs.ts';
import { signHeadsAgain } from '../sync/history-heads.ts';
import { anonymiseSigners } from './anonymise-signers.ts';
import { ERASE, type Order } from './erase.ts';

const BATCH = 500;
const escaped = (word: string): string => `%${word.replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`)}%`;

/** SQL condition: any text in these columns contains one of the words in $2, in any case. */
const holds = (columns: readonly string[]): string =>
  `(${columns.map((column) => `r."${column}"::text ILIKE ANY ($2)`).join(' OR ')})`;

const textColumns = (entity: Entity): string[] =>
  COLUMNS[entity].filter((one) => one.kind === 'text' || one.kind === 'json').map((one) => one.name);

type Reference = { projectId: string; id: string };

/** Rows of projects that mention the person by address or words, and the person's own memberships. */
async function rowsWith(db: PoolClient, entity: Entity, { organisationId, userId }: Order, words: string[]) {
  const own = entity === 'member' ? ' OR r.user_id = $3::uuid' : ' AND $3::uuid IS NOT NULL';
  const found = await db.query<Reference>(
    `SELECT r.project_id AS "projectId", r.id FROM ${tableOf(entity)} r
     WHERE r.organisation_id = $1 AND (${holds(textColumns(entity))}${own})`,
    [organisationId, words, userId],
  );
  return Map.groupBy(found.rows, (row) => row.projectId);
}

async function rewriteRows(services: Services, order: Order, replacements: Replacements): Promise<Set<string>> {
  const { organisationId, userId, name } = order;
  const words = replacements.map(([word]) => escaped(word));
  const projects = new Set<string>();
  for (const entity of ENTITY_NAMES) {
    const found = await systemTransaction(services.pool, (db) => rowsWith(db, entity, order, words));
    for (const [projectId, rows] of found) {
      projects.add(projectId);
      for (let at = 0; at < rows.length; at += BATCH) {
        const ids = rows.slice(at, at + BATCH).map((row) => row.id);
        await runSiteAsSystem(services, { organisationId, userId: null }, projectId, 'member.erase', async ({ tx }) => {
          for (const row of await tx.getMany(entity, ids)) tx.put(entity, withoutName(row, replacements));
          if (entity !== 'member') return;
          for (const row of await tx.find('member', 'userId', userId))
            tx.put('member', { ...row, firstName: '', lastName: name, email: '', phone: '', state: 'removed' });
          for (const team of await tx.find('team', 'projectId', projectId)) {
            if (team.memberIds.includes(userId))
              tx.put('team', { ...team, memberIds: team.memberIds.filter((one) => one !== userId) });
          }
        });
      }
    }
  }
  return projects;
}

type AuditEntry = Change & { chain: Buffer };

/** A recorded change of the person's membership, without the name. */
function rewriteChange(
  { entity, entityId, before, after }: Change,
  places: ReadonlySet<string>,
  order: Order,
  words: Replacements,
) {
  const own = (side: object | null): object | null => {
    if (side === null || entity !== 'member' || !places.has(entityId)) return side;
    const given = side as Record<string, unknown>;
    return {
      ...given,
      ...('firstName' in given && { firstName: '' }),
      ...('lastName' in given && { lastName: order.name }),
      ...('email' in given && { email: '' }),
    };
  };
  return { before: withoutName(own(before), words), after: withoutName(own(after) ?? {}, words) };
}

/**
 * Removes the name from the history of a project and recomputes the hash chain from the first change that contained it.
 * Only an erasure may do this.
 */
async function rewriteHistory(
  services: Services,
  order: Order,
  projectId: string,
  replacements: Replacements,
): Promise<void> {
  const { organisationId, userId } = order;
  const projectKey = { organisationId, projectId };
  await systemTransaction(services.pool, async (db) => {
    const values = [organisationId, projectId];
    // Blocks writers of the log until the transaction ends.
    await db.query('SELECT FROM project_log WHERE organisation_id = $1 AND project_id = $2 FOR UPDATE', values);
    const members = await db.query<{ id: string }>(
      'SELECT id FROM member WHERE organisation_id = $1 AND project_id = $2 AND user_id = $3',
      [...values, userId],
    );
    const places = new Set(members.rows.map((row) => row.id));
    const first = await db.query<{ position: string | null }>(
      `SELECT min(position) AS position FROM change r WHERE organisation_id = $1 AND project_id = $3
         AND (${holds(['before', 'after'])} OR (entity = 'member' AND entity_id = ANY ($4)))`,
      [organisationId, replacements.map(([word]) => escaped(word)), projectId, [...places]],
    );
    if (first.rows[0]?.position == null) return;
    const from = Number(first.rows[0].position);
    let last = from - 1;
    const link = await db.query<{ chain: Buffer }>(
      'SELECT chain FROM change WHERE organisation_id = $1 AND project_id = $2 AND position <= $3 ORDER BY position DESC LIMIT 1',
      [...values, last],
    );
    let chain: Buffer = link.rows[0]?.chain ?? Buffer.alloc(0);
    for (;;) {
      const found = await db.query<AuditEntry>({
        text: `SELECT position, entity, entity_id AS "entityId", action, actor_id AS "actorId", device_id AS "deviceId",
                 mutation, at, before, after, chain FROM change
               WHERE organisation_id = $1 AND project_id = $2 AND position > $3 ORDER BY position LIMIT ${BATCH * 4}`,
        values: [...values, last],
        types: ROW_TYPES,
      });
      const rows = found.rows.map(({ chain: _old, ...change }) => {
        const mended: Change = { ...change, ...rewriteChange(change, places, order, replacements) };
        chain = linkOf(chain, projectKey, mended);
        const { position, before, after } = mended;
        return { position, before, after, chain: `\\x${chain.toString('hex')}` };
      });
      await db.query(
        `UPDATE change c SET before = n.before, after = n.after, chain = n.chain
         FROM jsonb_to_recordset($3::jsonb) AS n (position bigint, before jsonb, after jsonb, chain bytea)
         WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.position = n.position`,
        [...values, canonicalJson(rows)],
      );
      last = found.rows.at(-1)?.position ?? last;
      if (found.rows.length < BATCH * 4) break;
    }
    await db.query('UPDATE project_log SET chain = $3 WHERE organisation_id = $1 AND project_id = $2', [
      ...values,
      chain,
    ]);
    await signHeadsAgain(db, services, projectKey, from);
  });
}

/**
 * Tables that are handled separately: rows of projects and their history, texts derived from them, and tables that name
 * no person.
 */
const OWN_WAY = new Set([
  ...ENTITY_NAMES.map(tableOf),
  'change',
  'pin_person',
  'search_text',
  'dataset_search_text',
  'schema_migration',
]);

type TextColumn = { table: string; column: string; type: 'text' | 'jsonb' | '_text'; tenant: boolean };

const without = (text: string): string => `regexp_replace(${text}, $3, $4, $5)`;

/** SQL for what a column contains without the word in $3. A list loses the entries of which nothing remains. */
const MENDED: Readonly<Record<TextColumn['type'], (column: string) => string>> = {
  text: without,
  jsonb: (column) => `${without(`${column}::text`)}::jsonb`,
  _text: (column) => `ARRAY(
    SELECT mended FROM unnest(${column}) WITH ORDINALITY AS entry (value, at),
      LATERAL (SELECT ${without('value')} AS mended) AS changed
    WHERE mended <> '' ORDER BY at)`,
};

/** SQL condition: a column contains the word in $2. */
const HOLDS: Readonly<Record<TextColumn['type'], (column: string) => string>> = {
  text: (column) => `${column} ILIKE $2`,
  jsonb: (column) => `${column}::text ILIKE $2`,
  _text: (column) => `EXISTS (SELECT FROM unnest(${column}) value WHERE value ILIKE $2)`,
};

async function otherColumns(db: PoolClient): Promise<TextColumn[]> {
  const found = await db.query<TextColumn>(
    `SELECT c.relname AS table, a.attname AS column, t.typname AS type,
       EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organisation_id') AS tenant
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind = 'r' AND t.typname IN ('text', 'jsonb', '_text') AND a.attgenerated = ''`,
  );
  // Tables without an organisation hold accounts, which are emptied separately.
  return found.rows.filter((row) => row.tenant && !OWN_WAY.has(row.table));
}

async function rewriteOtherTables(services: Services, order: Order, replacements: Replacements): Promise<void> {
  const { organisationId, userId } = order;
  await systemTransaction(services.pool, async (db) => {
    await db.query('DELETE FROM personal_export WHERE organisation_id = $1 AND user_id = $2', [organisationId, userId]);
    // Lists that named the person, with their original cells.
    await db.query(
      `DELETE FROM people_import_row r WHERE r.organisation_id = $1
         AND (r.user_id = $3 OR ${holds(['person', 'cells', 'value'])})`,
      [organisationId, replacements.map(([word]) => escaped(word)), userId],
    );
    for (const { table, column, type } of await otherColumns(db)) {
      for (const [word, by] of replacements) {
        // JSON escapes quotes and backslashes.
        const inside = (text: string): string => (type === 'jsonb' ? JSON.stringify(text).slice(1, -1) : text);
        const values = [
          ...[organisationId, escaped(inside(word)), patternOf(inside(word))],
          ...[inside(by).replaceAll('\\', '\\\\'), hasAnyCase(word) ? 'gi' : 'g'],
        ];
        await db.query(
          `UPDATE "${table}" SET "${column}" = ${MENDED[type](`"${column}"`)}
           WHERE organisation_id = $1 AND ${HOLDS[type](`"${column}"`)}`,
          values,
        );
      }
    }
  });
}

async function anonymisePerson(services: Services, order: Order): Promise<void> {
  const replacements = replacementsFor(order, order.name);
  const touched = await rewriteRows(services, order, replacements);
  const all = await systemTransaction(services.pool, (db) =>
    db.query<{ id: string }>('SELECT project_id AS id FROM project_log WHERE organisation_id = $1', [
      order.organisationId,
    ]),
  );
  for (const projectId of new Set([...touched, ...all.rows.map((row) => row.id)]))
    await rewriteHistory(services, order, projectId, replacements);
  await anonymiseSigners(services, order);
  await rewriteOtherTables(services, order, replacements);
}

export const anonymiseTasks = (services: Services): Tasks => ({
  [ERASE]: async (payload) => anonymisePerson(services, openOrder<Order>(services, ERASE, payload).order),
});

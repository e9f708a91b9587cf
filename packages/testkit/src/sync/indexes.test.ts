import { readPull } from '@plumbline/core/sync/read-pull';
import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { brokenPool } from './faults/broken-pool.ts';
import { edit, makeSite, pinEdit, pullAll, push, type TestSite } from './site.ts';

const PROJECTS = 20;
const PINS = 3_000;
/** Tables with many rows. A sequential scan of a small table is fine. */
const BIG = ['pin', 'task', 'comment', 'change'];

let cluster: TestCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startTestCluster();
  site = await makeSite(await cluster.database());
  const { organisationId, projectId, people, database } = site;
  const db = await database.root.connect();
  // Without constraint checks and triggers: only the number of rows matters.
  await db.query('SET session_replication_role = replica; SET statement_timeout = 0');
  await db.query(
    `CREATE TEMP TABLE crowd AS
     SELECT p, n, gen_random_uuid() AS pin_id, gen_random_uuid() AS task_id,
       CASE p WHEN 0 THEN $1::uuid ELSE ('00000000-0000-4000-9000-' || lpad(p::text, 12, '0'))::uuid END AS project_id
     FROM generate_series(0, $2 - 1) p, generate_series(1, $3) n`,
    [projectId, PROJECTS, PINS],
  );
  await db.query(
    `INSERT INTO pin (organisation_id, id, project_id, position, status, title, notes, tags, ratings, t1, t2, t3, fields,
       number, created_by, created_at, changed_at)
     SELECT $1, pin_id, project_id, 100 + n * 4, 'open', 'Riss', '', '[]', '{}', '', '', '', '{}', n,
       CASE n % 50 WHEN 0 THEN $3::uuid ELSE $2 END, now(), now() FROM crowd`,
    [organisationId, people.carl.userId, people.eve.userId],
  );
  await db.query(
    `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
       company_name, craft, sub_status, assignee_type, assignee_id, created_by, created_at, changed_at)
     SELECT $1, task_id, project_id, 101 + n * 4, pin_id, n, 'open', '', '', '[]', '', '', '', 'User',
       CASE WHEN n % 100 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3, now(), now() FROM crowd`,
    [organisationId, people.sam.userId, people.carl.userId],
  );
  await db.query(
    `INSERT INTO comment (organisation_id, id, project_id, position, pin_id, task_id, text, attachments, edited, created_by, created_at)
     SELECT $1, gen_random_uuid(), project_id, 102 + n * 4, pin_id, CASE WHEN n % 2 = 0 THEN task_id END, 'x', '[]', false, $2, now()
     FROM crowd`,
    [organisationId, people.carl.userId],
  );
  await db.query(
    `INSERT INTO change (organisation_id, project_id, position, entity, entity_id, action, at, after, chain)
     SELECT $1, project_id, 101 + n * 4, 'task', task_id, 'x', now(), '{}', '' FROM crowd`,
    [organisationId],
  );
  await db.query('INSERT INTO project_log SELECT DISTINCT $1::uuid, project_id, 0 FROM crowd ON CONFLICT DO NOTHING', [
    organisationId,
  ]);
  await db.query('UPDATE project_log SET head = $1', [200 + PINS * 4]);
  await db.query('UPDATE project_counter SET value = $1', [PINS]);
  await db.query(
    `INSERT INTO project_counter SELECT $1, project_id, series, $2 FROM (SELECT DISTINCT project_id FROM crowd) x,
       unnest(ARRAY['pin', 'task']) series ON CONFLICT DO NOTHING`,
    [organisationId, PINS],
  );
  db.release(true);
  await database.root.query('ANALYZE');
  // Inserting this many rows takes time on a busy machine.
}, 300_000);
afterAll(() => cluster?.stop());

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

/** Explains every statement on rows before it runs, and collects sequential scans of large tables. */
function explained(): { store: TestSite['store']; readWhole: () => string[]; count: () => number } {
  const whole: string[] = [];
  let count = 0;
  const between = async (text: string, run: () => Promise<unknown>, _client: unknown, values: unknown[]) => {
    if (/^\s*(SELECT|INSERT|UPDATE|WITH)/u.test(text) && !text.includes('history_epoch')) {
      count += 1;
      const plan = await tenantTransaction(site.database.pool, site.organisationId, (db) =>
        db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values),
      );
      const [{ Plan }] = plan.rows[0]?.['QUERY PLAN'] ?? [{ Plan: { 'Node Type': '' } }];
      for (const { 'Node Type': type, 'Relation Name': table } of nodes(Plan)) {
        if (type === 'Seq Scan' && BIG.includes(table ?? '')) whole.push(`${table} by ${text.slice(0, 60)}`);
      }
    }
    return run();
  };
  const store = pgStore({ ...site.services, pool: brokenPool(site.database.pool, { between }) });
  return { store, readWhole: () => whole, count: () => count };
}

it.each(['vera', 'sam', 'eve'] as const)('every pull statement uses an index on large tables (%s)', async (name) => {
  const person = site.people[name];
  const { store, readWhole, count } = explained();
  const first = await pullAll({ ...site, store }, person);
  const [{ timeline, scope } = { timeline: '', scope: '' }] = first.replies;
  const requested = { projectId: site.projectId, timeline, scope, limit: 2_000, list: 'true' as const };
  await readPull(store, person, { ...requested, from: first.to - 50 });
  expect(readWhole()).toEqual([]);
  expect(count()).toBeGreaterThan(8);
  expect(first.rows.size).toBeGreaterThan(name === 'vera' ? 3 * PINS : PINS / 100);
});

it('every push statement uses an index on large tables', async () => {
  const { store, readWhole, count } = explained();
  const pinId = site.newId();
  const reply = await push({ store }, { person: site.people.carl, id: site.newId() }, [
    pinEdit(site, 1, pinId),
    edit(site, 2, 'task.create', { id: site.newId(), pinId, assigneeType: 'TeamGroup', assigneeId: site.teamId }),
    edit(site, 3, 'pin.update', { id: pinId, set: { title: 'x' } }),
    edit(site, 4, 'comment.create', { id: site.newId(), pinId, taskId: null, text: 'x' }),
  ]);
  expect(reply.last).toBe(4);
  expect(readWhole()).toEqual([]);
  expect(count()).toBeGreaterThan(20);
});

it('detects a missing index', async () => {
  await site.database.root.query('DROP INDEX comment_position_idx');
  const { store, readWhole } = explained();
  await pullAll({ ...site, store }, site.people.vera);
  expect(readWhole().join()).toContain('comment by');
});

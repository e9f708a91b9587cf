// Every order and filter of the lists uses an index, checked with PostgreSQL's query plans over a large project.
import { listPins } from '@plumbline/core/features/pins/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { statementsOf } from '../../statements.ts';
import { deriveRows } from '../../sync/derived-rows.ts';

const PINS = 30_000;
let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const users = Object.values(roles).map((role) => role.userId);
  const root = server.database.root;
  await root.query(
    `INSERT INTO plan (organisation_id, id, project_id, position, type, plan_type, name, sheet_number, active, updating, created_by, created_at, last_activity)
     SELECT $1, gen_random_uuid(), $2, 1, 'Plan', 'Plan', 'Plan ' || n, '', true, false, $3, now(), now() FROM generate_series(1, 300) n`,
    [organisationId, projectId, users[0]],
  );
  const plans = (await root.query<{ id: string }>('SELECT id FROM plan')).rows.map((row) => row.id);
  await root.query(
    `INSERT INTO category (organisation_id, id, project_id, position, title, colour, active, sort)
     SELECT $1, gen_random_uuid(), $2, 1, 'Category ' || n, 'Red', true, n FROM generate_series(1, 200) n`,
    [organisationId, projectId],
  );
  const categories = (await root.query<{ id: string }>('SELECT id FROM category')).rows.map((row) => row.id);
  await root.query(
    `INSERT INTO pin (organisation_id, id, project_id, position, plan_id, x, y, number, status, title, category_id, notes, tags,
       ratings, t1, t2, t3, fields, created_by, created_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, n, ($3::uuid[])[1 + n % 300], 0.5, 0.5, n, CASE WHEN n % 200 = 0 THEN 'closed' ELSE 'open' END,
       'Pin ' || md5(n::text), ($4::uuid[])[1 + n * 7 % 200], '', '[]', '{}', '', '', '', '{}',
       CASE WHEN n % 500 = 0 THEN $6::uuid ELSE $5::uuid END,
       now() - n * interval '1 minute', now() - (n * 7919 % 30011) * interval '1 minute' FROM generate_series(1, ${PINS}) n`,
    [organisationId, projectId, plans, categories, roles.administrator.userId, roles.externalViewer.userId],
  );
  // Without statistics each foreign-key check on a pin would read all pins of the project.
  await root.query('ANALYZE pin');
  await root.query(
    `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, due_date, depends_on,
       company_name, craft, sub_status, assignee_type, assignee_id, created_by, created_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, number, id, number, CASE WHEN number % 200 = 0 THEN 'rejected' ELSE 'open' END, 'Task ' || number, '',
       date '2026-01-01' + number % 365, '[]', '', '', '', 'User', CASE WHEN number % 700 = 0 THEN $3::uuid ELSE $4::uuid END,
       created_by, created_at, changed_at FROM pin`,
    [organisationId, projectId, roles.subcontractor.userId, roles.contributor.userId],
  );
  await deriveRows(root, projectId);
  await root.query('ANALYZE');
});
afterAll(() => server.close());

type Node = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The query plan of the statement that finds the page, and how many pin and task rows it touched. */
async function planOf(
  declaration: Endpoint,
  role: 'administrator' | 'externalViewer' | 'subcontractor',
  query: object,
) {
  const { caller } = world.roles[role];
  const statements = await statementsOf(() =>
    caller.send(declaration, { params: { projectId: world.projectId }, query: { ...query } }),
  );
  const found = statements.find(({ text }) =>
    /FROM \(SELECT (?:p\.id FROM (?:pin p|task t)|t\.id FROM task t|id FROM )/u.test(text),
  );
  if (!found) throw new Error('the list sent no statement of its own');
  const expected = await tenantTransaction(server.services.pool, world.organisationId, (db) =>
    db.query(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${found.text}`, found.values),
  );
  const nodes = nodesOf(expected.rows[0]['QUERY PLAN'][0].Plan as Node);
  const scans = nodes.filter((node) => ['pin', 'task'].includes(node['Relation Name'] ?? ''));
  const touched = scans.reduce(
    (sum, node) =>
      sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
    0,
  );
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    whole: scans.filter((node) => node['Node Type'] === 'Seq Scan'),
    touched,
  };
}

describe('lists a page without reading the whole project', () => {
  const plan = async () => (await server.database.root.query('SELECT id FROM plan LIMIT 1')).rows[0]?.id;
  const category = async () => (await server.database.root.query('SELECT id FROM category LIMIT 1')).rows[0]?.id;
  const cases: [
    string,
    Endpoint,
    'administrator' | 'externalViewer' | 'subcontractor',
    () => object | Promise<object>,
  ][] = [
    ['pins by number', listPins, 'administrator', () => ({})],
    ['pins by number, descending', listPins, 'administrator', () => ({ order: 'desc' })],
    ['pins by creation', listPins, 'administrator', () => ({ sort: 'createdAt', order: 'desc' })],
    ['pins by change', listPins, 'administrator', () => ({ sort: 'changedAt', order: 'desc' })],
    ['pins by title', listPins, 'administrator', () => ({ sort: 'title' })],
    ['pins by title, descending', listPins, 'administrator', () => ({ sort: 'title', order: 'desc' })],
    ['pins by status', listPins, 'administrator', () => ({ sort: 'status' })],
    ['pins by status, descending', listPins, 'administrator', () => ({ sort: 'status', order: 'desc' })],
    ['pins of a status', listPins, 'administrator', () => ({ status: 'closed' })],
    ['pins of a plan', listPins, 'administrator', async () => ({ plan: await plan() })],
    ['pins of a category', listPins, 'administrator', async () => ({ category: await category() })],
    ['pins of a creator', listPins, 'administrator', () => ({ creator: world.roles.externalViewer.userId })],
    ['pins by search words', listPins, 'administrator', () => ({ search: 'c4ca4238a0b9' })],
    ['pins by number and search words', listPins, 'administrator', () => ({ search: '#29999' })],
    ['pins of an assignee', listPins, 'administrator', () => ({ assignee: world.roles.subcontractor.userId })],
    ['what an external viewer sees', listPins, 'externalViewer', () => ({})],
    ['what a subcontractor sees', listPins, 'subcontractor', () => ({})],
    ['tasks by number', listTasks, 'administrator', () => ({})],
    ['tasks by due date', listTasks, 'administrator', () => ({ sort: 'dueDate' })],
    ['tasks of a status', listTasks, 'administrator', () => ({ status: 'rejected' })],
    ['tasks of an assignee', listTasks, 'administrator', () => ({ assignee: world.roles.subcontractor.userId })],
    ['tasks by search words', listTasks, 'administrator', () => ({ search: 'task 2999' })],
    ["an external viewer's tasks", listTasks, 'externalViewer', () => ({})],
    ["a subcontractor's tasks", listTasks, 'subcontractor', () => ({})],
  ];
  test.each(cases)('%s', async (_name, declaration, role, query) => {
    const expected = await planOf(declaration, role, await query());
    expect(expected.whole).toEqual([]);
    expect(expected.touched).toBeLessThan(PINS / 20);
  });
});

test('a filter on the tasks of many pins matches the same pins as a plain join', async () => {
  const { rows } = await server.database.root.query<{ id: string }>('SELECT id FROM plan ORDER BY name LIMIT 3');
  const plan = rows.map((row) => row.id);
  const expected = await server.database.root.query(
    `SELECT p.number FROM pin p JOIN task t ON t.pin_id = p.id
     WHERE p.plan_id = ANY ($1) AND t.status = 'open' AND t.assignee_id = $2 ORDER BY 1`,
    [plan, world.roles.contributor.userId],
  );
  const found = await world.roles.administrator.caller.call(listPins, {
    params: { projectId: world.projectId },
    query: { plan, taskStatus: ['open', 'overdue'], assignee: [world.roles.contributor.userId], size: 1_000 },
  });
  expect(found.content.map((pin) => pin.number)).toEqual(expected.rows.map((row) => row.number));
  expect(found.totalElements).toBeGreaterThan(200);
});

// Pin lists in a project too large to scan: every lookup strategy gives the same pins in the same order.
import { randomUUID } from 'node:crypto';
import type { Role } from '@plumbline/core/access/capabilities';
import { listPins } from '@plumbline/core/features/pins/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { PIN_STATUSES } from '@plumbline/core/site/rows/pins';
import { READER } from '@plumbline/core/site/values/pin-filter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { deriveRows } from '../../sync/derived-rows.ts';

const PINS = 400;
/** Thirty tasks on a pin: more of each kind than are listed one by one. */
const TASKS = 12_000;
/** Two pages. */
const SIZE = 300;
const TODAY = '2026-03-02';

type Query = Partial<RequestOf<typeof listPins>['query']>;
type Task = { status: string; due: string | null; by: string; to: string };
type Pin = {
  id: string;
  number: number;
  by: string;
  title: string;
  status: (typeof PIN_STATUSES)[number];
  createdAt: string;
  changedAt: string;
  tasks: Task[];
};

let server: TestServer;
let world: World;
let pins: Pin[];
const teamId = randomUUID();

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  await writeRows(server, world, (tx) => {
    const text = { purpose: '', companyName: '', craft: '', role: 'subcontractor' as const };
    const memberIds = [roles.subcontractor.userId, roles.externalViewer.userId];
    tx.put('team', { id: teamId, projectId, title: 'Plaster', ...text, memberIds, active: true });
  });
  const { root } = server.database;
  const [ada, emil, susi, carl] = (['administrator', 'externalViewer', 'subcontractor', 'contributor'] as const).map(
    (role) => roles[role].userId,
  );
  // Shuffled, so that nothing is in insertion order.
  await root.query(
    `INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1, t2, t3, fields,
       created_by, created_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, 100 + n, n, (ARRAY['open', 'closed', 'open', 'inactive'])[1 + n % 4],
       CASE WHEN n % 17 = 0 THEN '' WHEN n % 3 = 0 THEN 'Crack ' || n ELSE 'Door ' || n END,
       '', '[]', '{}', '', '', '', '{}', CASE n % 9 WHEN 0 THEN $4::uuid ELSE $3::uuid END,
       '2026-01-01'::timestamptz + n * 37 % 131 * interval '1 hour', '2026-02-01'::timestamptz + n * 53 % 137 * interval '1 hour' FROM generate_series(1, ${PINS}) n ORDER BY n * 7919 % 401`,
    [organisationId, projectId, ada, emil],
  );
  // Without statistics each foreign-key check on a pin would read all pins of the project.
  await root.query('ANALYZE pin');
  await root.query(
    `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
       company_name, craft, sub_status, due_date, assignee_type, assignee_id, created_by, created_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, 10000 + n, p.id, n, (ARRAY['open', 'done', 'draft', 'closed', 'open', 'rejected', 'open'])[1 + n % 7], '', '',
       '[]', '', '', '', CASE WHEN n % 5 > 0 THEN '${TODAY}'::date + n * 31 % 61 - 45 END,
       CASE n / 3 % 4 WHEN 0 THEN 'TeamGroup' ELSE 'User' END, (ARRAY[$3::uuid, $4, $5, $6])[1 + n / 3 % 4],
       CASE n % 50 WHEN 0 THEN $4::uuid ELSE $6 END, now(), now()
     FROM generate_series(1, ${TASKS}) n JOIN pin p ON p.project_id = $2 AND p.number = 1 + n * 13 % ${PINS - 100}
     ORDER BY n * 31 % 12007`,
    [organisationId, projectId, teamId, emil, susi, carl],
  );
  await deriveRows(root, projectId);
  await root.query('ANALYZE');
  const found = await root.query<Pin>(
    `SELECT p.id, p.number, p.created_by AS by, p.title, p.status, p.created_at::text AS "createdAt",
       p.changed_at::text AS "changedAt", coalesce((SELECT jsonb_agg(jsonb_build_object('status', t.status,
         'due', t.due_date, 'by', t.created_by, 'to', t.assignee_id)) FROM task t WHERE t.pin_id = p.id), '[]') AS tasks
     FROM pin p WHERE p.project_id = $1`,
    [projectId],
  );
  pins = found.rows;
  // A busy machine is slow with this many rows.
}, 300_000);
afterAll(() => server?.close());

const RANGE: [string, string] = ['2026-02-10', '2026-03-02'];

type Who = 'administrator' | 'externalViewer' | 'subcontractor';

/** The order of digits within texts; all other keys have the same length. */
const natural = new Intl.Collator('und', { numeric: true });
const SORTS = ['number', 'dueDate', 'status', 'title', 'createdAt', 'changedAt'] as const;

/** The expected list, computed from all rows by the plain rules. */
function expected(who: Who, { sort = 'number', order = 'asc', ...filter }: Query): number[] {
  const me = world.roles[who].userId;
  const isMine = ({ to }: Task) => to === me || (to === teamId && who !== 'administrator');
  const seesTask = (task: Task): boolean => {
    if (who === 'administrator') return task.status !== 'draft' || task.by === me;
    if (task.status === 'draft') return who === 'externalViewer' && task.by === me;
    return isMine(task) || (who === 'externalViewer' && task.by === me);
  };
  const seesPin = (pin: Pin): boolean =>
    who === 'administrator' ||
    (who === 'externalViewer' && pin.by === me) ||
    pin.tasks.some((task) => task.status !== 'draft' && isMine(task));
  const some = (pin: Pin, is: (task: Task) => boolean) => pin.tasks.some((task) => seesTask(task) && is(task));
  const late = ({ status, due }: Task) => status === 'open' && due !== null && due < TODAY;
  const within = ({ due }: Task) => due !== null && due >= RANGE[0] && due <= RANGE[1];
  const persons = filter.person?.map((id) => (id === READER ? me : id));
  const members = [world.roles.subcontractor.userId, world.roles.externalViewer.userId];
  const isTheirs = ({ to }: Task) =>
    persons?.includes(to) || (to === teamId && members.some((id) => persons?.includes(id)));
  const first = (pin: Pin): string | undefined =>
    pin.tasks
      .filter((task) => seesTask(task) && ['open', 'rejected', 'done'].includes(task.status))
      .flatMap(({ due }) => due ?? [])
      .sort()[0];
  const sign = order === 'asc' ? 1 : -1;
  const keyOf = (pin: Pin): string | undefined => {
    if (sort === 'dueDate') return first(pin);
    if (sort === 'title') return pin.title || undefined;
    if (sort === 'status') return String(PIN_STATUSES.indexOf(pin.status));
    return sort === 'createdAt' || sort === 'changedAt' ? pin[sort] : '';
  };
  const compare = (a: Pin, b: Pin): number => {
    const [one, two] = [keyOf(a), keyOf(b)];
    if (one === two) return sign * (a.number - b.number);
    if (one === undefined || two === undefined) return one === undefined ? 1 : -1;
    return sign * natural.compare(one, two);
  };
  return pins
    .filter(
      (pin) =>
        seesPin(pin) &&
        (!persons || persons.includes(pin.by) || some(pin, (task) => isTheirs(task) ?? false)) &&
        (!filter.assignee || some(pin, ({ to }) => filter.assignee?.includes(to) ?? false)) &&
        (!filter.taskStatus || some(pin, late)) &&
        (!filter.dueFrom || some(pin, within)) &&
        (filter.search ?? '').split(' ').every((word) => pin.title.toLowerCase().includes(word)),
    )
    .sort(compare)
    .map(({ number }) => number);
}

async function listed(who: Role, query: Query): Promise<number[]> {
  const numbers: number[] = [];
  for (let page = 0; ; page += 1) {
    const { content } = await world.roles[who].caller.call(listPins, {
      params: { projectId: world.projectId },
      query: { ...query, page, size: SIZE },
    });
    numbers.push(...content.map(({ number }) => Number(number)));
    if (content.length < SIZE) return numbers;
  }
}

const FILTERS: [string, () => Query][] = [
  ['everything', () => ({})],
  ['overdue tasks', () => ({ taskStatus: ['overdue'] })],
  ['tasks of one assignee', () => ({ assignee: [world.roles.subcontractor.userId] })],
  ['tasks of two assignees', () => ({ assignee: [world.roles.subcontractor.userId, teamId] })],
  ['pins of the reader', () => ({ person: [READER] })],
  ['pins of one person', () => ({ person: [world.roles.subcontractor.userId] })],
  ['pins of two people', () => ({ person: [world.roles.contributor.userId, world.roles.externalViewer.userId] })],
  ['tasks due in a few days', () => ({ dueFrom: RANGE[0], dueTo: RANGE[1] })],
  ['overdue tasks of one assignee', () => ({ taskStatus: ['overdue'], assignee: [world.roles.contributor.userId] })],
  ['a common word', () => ({ search: 'crack' })],
  ['a rare word', () => ({ search: 'crack 80' })],
];

describe.each(['administrator', 'externalViewer', 'subcontractor'] as const)('as %s', (who) => {
  test.each(FILTERS)('%s, in each order', async (_name, filter) => {
    for (const sort of SORTS) {
      for (const order of ['asc', 'desc'] as const) {
        const query: Query = { ...filter(), sort, order };
        const wanted = expected(who, query);
        if (who === 'administrator') expect(wanted.length).toBeGreaterThan(0);
        expect([query, await listed(who, query)]).toEqual([query, wanted]);
      }
    }
  });
});

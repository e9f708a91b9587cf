// The due date stored for sorting pins follows every change of the pin's tasks and number.
import { listPins } from '@plumbline/core/features/pins/contract';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

test('changed due dates of tasks move a pin in the list, or remove it from the order', async () => {
  const { projectId, roles } = world;
  const by = { projectId, createdBy: roles.administrator.userId };
  const [early, late, without] = [1, 2, 3].map((number) => pinRow(by, { number, title: `Pin ${number}` }));
  if (!early || !late || !without) throw new Error('three pins were made');
  const task = (pinId: string, dueDate: string | null, change: Partial<TaskRow> = {}) =>
    taskRow(by, pinId, { number: null, status: 'open', dueDate, ...change });
  const first = task(early.id, '2026-03-01');
  const second = task(early.id, '2026-03-20');
  const other = task(late.id, '2026-03-10');
  const undated = task(without.id, null);
  await writeRows(server, world, (tx) => {
    for (const pin of [early, late, without]) tx.put('pin', pin);
    for (const one of [first, second, other, undated]) tx.put('task', one);
  });

  const order = async () => {
    const query = { sort: 'dueDate' as const };
    const { body } = await roles.administrator.caller.send(listPins, { params: { projectId }, query });
    return (body as { content: { title: string; dueDate: string | null }[] }).content.map(
      ({ title, dueDate }) => `${title} ${dueDate}`,
    );
  };
  const change = (row: TaskRow) => writeRows(server, world, (tx) => tx.put('task', row));
  const { root } = server.database;
  const beside = async () => {
    const { rows } = await root.query(
      'SELECT pin_id, due_date::text AS first, pin_number AS number FROM pin_due ORDER BY pin_id',
    );
    const { rows: truth } = await root.query(
      `SELECT p.id AS pin_id, min(t.due_date)::text AS first, p.number FROM pin p JOIN task t ON t.pin_id = p.id
       WHERE t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL GROUP BY p.id, p.number ORDER BY p.id`,
    );
    expect(rows).toEqual(truth);
  };
  const is = async (...expected: string[]) => {
    expect(await order()).toEqual(expected);
    await beside();
  };

  await is('Pin 1 2026-03-01', 'Pin 2 2026-03-10', 'Pin 3 null');
  await change({ ...first, status: 'closed' });
  await is('Pin 2 2026-03-10', 'Pin 1 2026-03-20', 'Pin 3 null');
  await change({ ...second, dueDate: null });
  await is('Pin 2 2026-03-10', 'Pin 1 null', 'Pin 3 null');
  await change({ ...undated, dueDate: '2026-02-01' });
  await is('Pin 3 2026-02-01', 'Pin 2 2026-03-10', 'Pin 1 null');
  await change({ ...undated, dueDate: '2026-03-10' });
  await is('Pin 2 2026-03-10', 'Pin 3 2026-03-10', 'Pin 1 null');
  await writeRows(server, world, (tx) => tx.put('pin', { ...late, number: 4 }));
  await is('Pin 3 2026-03-10', 'Pin 2 2026-03-10', 'Pin 1 null');
});

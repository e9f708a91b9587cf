import { randomUUID } from 'node:crypto';
import { createReport, downloadReport } from '@plumbline/core/features/reports/contract';
import { PIN_ORDERS, type PinOrder } from '@plumbline/core/features/reports/options';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { openWord } from '@plumbline/server/features/reports/fixtures/word';
import { reportTasks } from '@plumbline/server/features/reports/make-report';
import { REPORT_TASK } from '@plumbline/server/features/reports/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

/** By number; in the report they are selected from the last to the first. */
const PINS = [
  { title: 'Wall 10', room: 'Level 10', status: 'closed', at: '2026-03-02', company: 'Öz', due: '2026-04-01' },
  { title: 'Wall 9', room: 'Level 9', status: 'open', at: '2026-03-04', company: 'Abel', due: '2026-05-01' },
  { title: '', room: '', status: 'open', at: '2026-03-01', company: '', due: null },
  { title: 'Door', room: 'Level 9', status: 'closed', at: '2026-03-03', company: 'Nord', due: '2026-03-15' },
] as const;
const ids = PINS.map(() => randomUUID());

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId, roles } = world;
  const by = { projectId, createdBy: roles.administrator.userId };
  const categoryId = randomUUID();
  await writeRows(server, world, (tx) => {
    tx.put('category', { id: categoryId, projectId, title: 'Defect', colour: 'Red', active: true, sort: 0 });
    for (const [place, { title, room, status, at, company, due }] of PINS.entries()) {
      const [id = '', createdAt] = [ids[place], `${at}T08:00:00.000Z`];
      const pin = examplePin({ ...by, id, number: place + 1, title, room, status, createdAt });
      tx.put('pin', { ...pin, categoryId: place === 2 ? categoryId : null });
      const task = { ...by, pinId: id, companyName: company, dueDate: due };
      if (company !== '') tx.put('task', exampleTask({ ...task, id: randomUUID(), number: place + 1, title: 'Mend' }));
      // Neither is part of a report.
      tx.put('task', exampleTask({ ...task, id: randomUUID(), number: null, status: 'draft', companyName: 'Aa' }));
      tx.put(
        'task',
        exampleTask({ ...task, id: randomUUID(), number: 9 - place, status: 'inactive', companyName: 'Aa' }),
      );
    }
  });
});
afterAll(() => server.close());

/** The numbers of the pins in the report. */
async function shown(options: Record<string, unknown>): Promise<string> {
  const { contributor } = world.roles;
  const body = { id: randomUUID(), title: 'Walk', templateId: 'builtin:siteReport', format: 'docx', language: 'en' };
  const report = await contributor.caller.call(createReport, {
    params: { projectId: world.projectId },
    body: { ...body, pinIds: ids.toReversed(), options: { without: ['tasks'], ...options } } as never,
  });
  const context = { id: '1', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
  await reportTasks(server.services)[REPORT_TASK]?.(
    { organisationId: world.organisationId, reportId: report.id },
    context,
  );
  const params = { projectId: world.projectId, reportId: report.id };
  const { raw } = await contributor.caller.send(downloadReport, { params });
  return (
    (await openWord(raw))
      .lines()
      .join('\n')
      .match(/(?<=#)\d(?= )/gu)
      ?.join('') ?? ''
  );
}

const EXPECTED: Record<PinOrder, string> = {
  chosen: '4321',
  number: '1234',
  title: '4213',
  plan: '4321',
  room: '4213',
  category: '3421',
  company: '2413',
  status: '3241',
  due: '4123',
  newest: '2413',
};

test.each(PIN_ORDERS)(
  'pins are in the order %s, equal ones as selected and those without a value last',
  async (order) => {
    expect(await shown({ order })).toBe(EXPECTED[order]);
  },
);

test('pins with equal values are sorted by the next order, even within a group', async () => {
  expect(await shown({ order: 'status', thenBy: ['room', 'number'] })).toBe('2341');
  expect(await shown({ order: 'plan', thenBy: ['room', 'newest'] })).toBe('2413');
  expect(await shown({ group: 'room', order: 'title' })).toBe('4213');
  expect(await shown({ order: 'chosen', thenBy: ['number'] })).toBe('4321');
});

// Figures and activity of a project: limited to the rows each reader sees, and consistent with the lists.
import { randomUUID } from 'node:crypto';
import { ROLES } from '@plumbline/core/access/capabilities';
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, makeProject, signIn, type World, writeRows } from '../../actors.ts';
import { categoryRow, pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let params: { projectId: string };
const category = randomUUID();
const DAY = 86_400_000;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId, roles } = world;
  params = { projectId };
  const now = server.clock.now().getTime();
  const ago = (days: number) => new Date(now - days * DAY).toISOString();
  const due = (days: number) => ago(-days).slice(0, 10);
  const by = { projectId, createdBy: roles.administrator.userId };
  const others = { projectId, createdBy: roles.externalViewer.userId };
  await writeRows(server, world, (tx) => {
    tx.put('category', categoryRow(projectId, { id: category, title: 'Plaster' }));
    const pins = [
      pinRow(by, { createdAt: ago(1), categoryId: category }),
      pinRow(by, { createdAt: ago(20), categoryId: category }),
      pinRow(by, { createdAt: ago(60) }),
      pinRow(others, { createdAt: ago(200) }),
      pinRow(by, { createdAt: ago(30), changedAt: ago(10), status: 'closed', categoryId: category }),
      pinRow(by, { createdAt: ago(30), changedAt: ago(10), status: 'inactive' }),
    ];
    for (const pin of pins) tx.put('pin', pin);
    const [first, , , theirs] = pins;
    if (!first || !theirs) throw new Error('pins are missing');
    const given = { assigneeType: 'User' as const, assigneeId: roles.subcontractor.userId };
    tx.put('task', taskRow(by, first.id, { ...given, craft: 'Drywall', dueDate: due(-3), createdAt: ago(9) }));
    tx.put('task', taskRow(by, first.id, { craft: 'Drywall', dueDate: due(3), createdAt: ago(9) }));
    tx.put('task', taskRow(by, first.id, { craft: 'Paint', status: 'rejected', dueDate: due(-3), createdAt: ago(9) }));
    tx.put('task', taskRow(by, theirs.id, { craft: '', dueDate: null, createdAt: ago(40) }));
    tx.put('task', taskRow(by, first.id, { craft: 'Paint', status: 'done', createdAt: ago(40), doneAt: ago(15) }));
    tx.put('task', taskRow(others, first.id, { status: 'draft', createdAt: ago(1) }));
  });
});
afterAll(() => server?.close());

const figures = (role: (typeof ROLES)[number], weeks = 26) =>
  world.roles[role].caller.call(projectFigures, { params, query: { weeks } });

describe('figures', () => {
  test('count pins by status, category and age, and tasks by status, craft and due date', async () => {
    const { pins, tasks, today } = await figures('administrator');
    expect(today).toBe('2026-03-02');
    expect(pins.status).toEqual([
      { status: 'open', count: 4 },
      { status: 'closed', count: 1 },
      { status: 'inactive', count: 1 },
    ]);
    expect(pins.categories).toEqual([
      { categoryId: category, open: 2, closed: 1 },
      { categoryId: null, open: 2, closed: 0 },
    ]);
    expect(pins.ages.map((age) => [age.upTo, age.count])).toEqual([
      [7, 1],
      [30, 1],
      [90, 1],
      [null, 1],
    ]);
    expect(Object.fromEntries(tasks.status.map((one) => [one.status, one.count]))).toEqual({
      ...{ draft: 0, open: 2, overdue: 1, rejected: 1, done: 1, closed: 0, inactive: 0 },
    });
    expect(tasks.crafts).toEqual([
      { craft: 'Drywall', open: 2, overdue: 1 },
      { craft: 'Paint', open: 1, overdue: 0 },
      { craft: '', open: 1, overdue: 0 },
    ]);
    expect(tasks.dues.map((one) => [one.due, one.count])).toEqual([
      ['overdue', 2],
      ['week', 1],
      ['month', 0],
      ['later', 0],
      ['none', 1],
    ]);
  });

  test('are cumulative by week: the last week counts everything, the first what existed before', async () => {
    const { weeks } = await figures('administrator', 8);
    expect(weeks).toHaveLength(8);
    expect(weeks.at(-1)).toEqual({ until: '2026-03-02', pins: 5, closedPins: 1, tasks: 5, doneTasks: 1 });
    expect(weeks.map((week) => week.pins)).toEqual([2, 2, 2, 3, 3, 4, 4, 5]);
    expect(weeks.map((week) => week.closedPins)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect(weeks.map((week) => week.doneTasks)).toEqual([0, 0, 0, 0, 0, 1, 1, 1]);
  });

  test.each(ROLES.filter((role) => role !== 'none'))('match the corresponding lists for %s', async (role) => {
    const { pins, tasks } = await figures(role);
    const { caller } = world.roles[role];
    const countPins = async (query: object) =>
      (await caller.call(listPins, { params, query: { size: 1, ...query } as never })).totalElements;
    const countTasks = async (query: object) =>
      (await caller.call(listTasks, { params, query: { size: 1, ...query } as never })).totalElements;
    for (const { status, count } of pins.status) expect(await countPins({ status }), status).toBe(count);
    for (const { categoryId, open } of pins.categories)
      if (categoryId) expect(await countPins({ category: categoryId, status: 'open' })).toBe(open);
    for (const { from, to, count } of pins.ages) {
      const days = { ...(from && { createdFrom: from }), ...(to && { createdTo: to }) };
      expect(await countPins({ status: 'open', ...days }), String(from)).toBe(count);
    }
    for (const { status, count } of tasks.status) expect(await countTasks({ status }), status).toBe(count);
    for (const { craft, open } of tasks.crafts)
      if (craft) expect(await countTasks({ craft, status: ['open', 'overdue', 'rejected'] })).toBe(open);
    for (const { due, from, to, count } of tasks.dues) {
      if (due === 'none') continue;
      const days = { ...(from && { dueFrom: from }), ...(to && { dueTo: to }) };
      expect(await countTasks({ status: ['open', 'overdue', 'rejected'], ...days }), due).toBe(count);
    }
  });

  test('count only assigned tasks for a reader who sees only those', async () => {
    const { pins, tasks } = await figures('subcontractor');
    expect(pins.status[0]).toEqual({ status: 'open', count: 1 });
    expect(tasks.crafts).toEqual([{ craft: 'Drywall', open: 1, overdue: 1 }]);
  });
});

describe('the activity', () => {
  const read = (role: (typeof ROLES)[number], query: object = {}) =>
    world.roles[role].caller.call(projectActivity, { params, query });
  const kinds = async (role: (typeof ROLES)[number], query: object = {}) =>
    (await read(role, query)).entries.map((entry) => entry.kind);

  test("lists each person's changes, newest first, page by page, for visible rows only", async () => {
    const { organisationId, colleague } = world;
    let [lead, sub] = [world.roles.administrator, world.roles.subcontractor];
    const projectId = await makeProject(server, {
      organisationId,
      title: 'Told house',
      by: lead,
      members: [
        [lead, 'administrator'],
        [sub, 'subcontractor'],
        [colleague, 'contributor'],
      ],
    });
    const projectKey = { organisationId, projectId };
    const [pin, task] = [randomUUID(), randomUUID()];
    const by = { projectId, createdBy: lead.userId };
    server.clock.advance(DAY);
    [lead, sub] = [await signIn(server, lead), await signIn(server, sub)];
    world.roles.administrator = lead;
    await writeRows(server, projectKey, (tx) => {
      tx.put('pin', pinRow(by, { id: pin, number: 1, title: 'Crack' }));
      tx.put('pin', pinRow(by, { number: 2, title: 'Secret' }));
      tx.put('task', taskRow(by, pin, { id: task, number: 1, assigneeType: 'User', assigneeId: sub.userId }));
    });
    await runSite(server.services, sub, projectId, 'task.setStatus', { id: task, move: 'markDone' });
    await runSite(server.services, lead, projectId, 'comment.create', {
      ...{ id: randomUUID(), pinId: pin, taskId: task, text: 'Well done', attachments: [], mentions: [] },
    });
    const ask = (who: typeof lead, query: object = {}) =>
      who.caller.call(projectActivity, { params: { projectId }, query });
    const all = await ask(lead);
    expect(all.next).toBeNull();
    expect(all.entries.slice(0, 2)).toMatchObject([
      {
        kind: 'comment',
        text: 'Well done',
        actorName: 'Ada Amann',
        pin: { id: pin, title: 'Crack' },
        task: { id: task },
      },
      { kind: 'taskStatus', from: 'open', to: 'done', actorId: sub.userId, pin: { id: pin } },
    ]);
    expect(all.entries.map((entry) => entry.kind)).toContain('projectMade');
    expect(all.entries.filter((entry) => entry.kind === 'pinSet')).toHaveLength(2);
    expect(JSON.stringify(await ask(sub))).not.toContain('Secret');
    expect((await ask(sub)).entries.filter((entry) => entry.kind === 'pinSet')).toHaveLength(1);

    // Read page by page it is the same activity.
    const paged: unknown[] = [];
    let below: number | null = Number.MAX_SAFE_INTEGER;
    while (below !== null) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(lead, { size: 2, below });
      paged.push(...page.entries);
      below = page.next;
    }
    expect(paged).toEqual(all.entries);

    const by1 = async (query: object) => (await ask(lead, query)).entries.map((entry) => entry.kind);
    expect(await by1({ person: sub.userId })).toEqual(['taskStatus']);
    expect(await by1({ group: 'comments' })).toEqual(['comment']);
    expect(await by1({ to: '2026-03-02' })).not.toContain('comment');
    expect(await by1({ from: '2026-03-03', group: 'tasks' })).toEqual(['taskStatus', 'taskGiven']);
  });

  test('excludes drafts of other people', async () => {
    expect((await kinds('administrator', { group: 'tasks' })).filter((one) => one === 'taskGiven')).toHaveLength(5);
  });
});

// List exports: the rows in list order, in the reader's language, with real numbers and dates and nothing executable.
import { randomUUID } from 'node:crypto';
import {
  exportGroups,
  exportMembers,
  exportPins,
  exportPlans,
  exportProjects,
  exportTasks,
} from '@plumbline/core/features/exports/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { uprightGeo } from '@plumbline/core/site/geometry/mercator';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { readTable } from '@plumbline/server/features/datasets/reading/read-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, planRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const EVIL = ['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\u{1f6a7} Tür \u05d3\u05dc\u05ea', 'a,"b"'];

let server: TestServer;
let world: World;
const pins: PinRow[] = [];
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { administrator, subcontractor } = world.roles;
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const plan = planRow(by, { name: 'Ground floor', sheetNumber: '007' });
  await writeRows(server, world, async (tx) => {
    tx.put('plan', plan);
    for (const [at, title] of EVIL.entries()) {
      const place = at === 0 ? { planId: plan.id, x: 0.1, y: 0.1 } : {};
      const status = at === 1 ? ('closed' as const) : ('open' as const);
      const pin = pinRow(by, {
        number: await tx.nextNumber('pin'),
        title,
        status,
        notes: `Line 1\nLine 2 ${at}`,
        ...place,
      });
      tx.put('pin', pin);
      pins.push(pin);
    }
    tx.put(
      'task',
      taskRow(by, pins[4]?.id ?? '', {
        number: 1,
        title: 'Close the gap',
        dueDate: '2026-12-24',
        assigneeType: 'User',
        assigneeId: subcontractor.userId,
      }),
    );
  });
});
afterAll(() => server?.close());

type Asked = { query?: Record<string, unknown>; who?: Actor };

async function exported(endpoint: Endpoint, { query = {}, who = world.roles.administrator }: Asked = {}) {
  const response = await who.caller.send(endpoint, { params: { projectId: world.projectId }, query });
  expect([endpoint.name, response.status]).toEqual([endpoint.name, 200]);
  const rows: string[][] = [];
  for await (const { cells } of readTable(response.raw)) rows.push(cells);
  return { rows, answer: response, text: response.raw.toString('utf8') };
}
const column = (rows: readonly string[][], head: string): string[] => {
  const at = rows[0]?.indexOf(head) ?? -1;
  expect([head, at >= 0]).toEqual([head, true]);
  return rows.slice(1).map((row) => row[at] ?? '');
};

test('pins are exported as listed: filtered, ordered, with real numbers, whatever their texts contain', async () => {
  const { rows } = await exported(exportPins, { query: { status: ['open'], sort: 'number', order: 'desc' } });
  expect(column(rows, 'Title')).toEqual(EVIL.filter((_, at) => at !== 1).toReversed());
  expect(column(rows, 'Number')).toEqual(['6', '5', '4', '3', '1']);
  expect(column(rows, 'Plan').at(-1)).toBe('Ground floor');
  const none = await exported(exportPins, { query: { search: 'nowhere' } });
  expect(none.rows).toHaveLength(1);
  const without = await exported(exportPins, { query: { plan: 'none' } });
  expect(column(without.rows, 'Title')).toEqual(EVIL.slice(1));
});

test('a workbook and a CSV have readable names, contain no formulas and use the requested language', async () => {
  const { answer: response } = await exported(exportPins, { query: { language: 'de' } });
  expect(response.headers['content-type']).toContain('spreadsheetml');
  const named = String(response.headers['content-disposition']);
  expect(decodeURIComponent(named)).toMatch(/ – Pins – \d{4}-\d{2}-\d{2}\.xlsx/u);
  const csv = await exported(exportPins, { query: { format: 'csv', language: 'de' } });
  // German spreadsheets read a decimal comma, and cells between semicolons.
  expect(csv.text.startsWith('\ufeffNummer;Titel;Status;')).toBe(true);
  for (const cell of ["'=1+1", "'+cmd", "'-cmd", "'@SUM(A1)"]) expect(csv.text).toContain(`;${cell};`);
  expect(csv.text).not.toMatch(/(?:^|;)[=+@]/mu);
  expect(column(csv.rows, 'Status')).toEqual(['Offen', 'Geschlossen', 'Offen', 'Offen', 'Offen', 'Offen']);
});

test('ratings show the names of their levels, in one column per scale', async () => {
  const { administrator } = world.roles;
  const { projectId } = world;
  const ratings = [
    { id: 'costs', title: 'Costs', levels: ['Low', '', 'High'] },
    { id: 'noise', title: '=Noise', levels: ['Quiet', 'Loud'] },
  ];
  await writeRows(server, world, async (tx) => {
    const project = await tx.get('project', projectId);
    if (project) tx.put('project', { ...project, ratings });
  });
  const [first, second] = pins;
  for (const [pin, level] of [[first, 3] as const, [second, 2] as const])
    await writeRows(server, world, (tx) => pin && tx.put('pin', { ...pin, ratings: { costs: level, noise: 1 } }));
  const { rows } = await exported(exportPins, { query: { language: 'de', sort: 'number', order: 'asc' } });
  expect(column(rows, 'Kosten')).toEqual(['High', '2', '', '', '', '']);
  expect(column(rows, '=Noise')).toEqual(['Quiet', 'Quiet', '', '', '', '']);
  const found = await exported(exportPins, { who: administrator, query: { rating: ['costs:3', 'noise:1'] } });
  expect(column(found.rows, 'Number')).toEqual([String(first?.number)]);
});

test('dates and times are real dates and times, in the time zone of the site', async () => {
  const { rows } = await exported(exportTasks, { query: {} });
  // The reader tells a number that looks like a date from a text by the cell's number format.
  expect(column(rows, 'Due')).toEqual(['2026-12-24']);
  const csv = await exported(exportTasks, { query: { format: 'csv' } });
  expect(column(csv.rows, 'Due')).toEqual(['2026-12-24']);
  expect(column(csv.rows, 'Created')[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/u);
});

test('a role that sees some rows gets those rows; a role that sees none is refused', async () => {
  const { subcontractor, externalViewer } = world.roles;
  const own = await exported(exportPins, { who: subcontractor });
  expect(column(own.rows, 'Title')).toEqual([EVIL[4]]);
  expect((await exported(exportTasks, { who: subcontractor })).rows).toHaveLength(2);
  expect((await exported(exportTasks, { who: externalViewer })).rows).toHaveLength(1);
  const params = { projectId: world.projectId };
  expect((await externalViewer.caller.send(exportGroups, { params, query: {} })).status).toBe(403);
  const outsider = await world.other.administrator.caller.send(exportPins, { params, query: {} });
  expect([403, 404]).toContain(outsider.status);
});

test('a group is exported in its own order, and the group list with its counts', async () => {
  const { administrator } = world.roles;
  const id = randomUUID();
  const pinIds = [3, 0, 5].map((at) => pins[at]?.id);
  await runSite(server.services, administrator, world.projectId, 'group.create', { id, title: '=Handover', pinIds });
  const own = await exported(exportPins, { query: { group: id, asInGroup: 'true' } });
  expect(column(own.rows, 'Title')).toEqual([EVIL[3], EVIL[0], EVIL[5]]);
  const ordered = await exported(exportPins, { query: { group: id, sort: 'number' } });
  expect(column(ordered.rows, 'Number')).toEqual(['1', '4', '6']);
  const { rows } = await exported(exportGroups);
  expect([column(rows, 'Title'), column(rows, 'Pins')]).toEqual([['=Handover'], ['3']]);
  const params = { projectId: world.projectId };
  const absent = await administrator.caller.send(exportPins, { params, query: { group: randomUUID() } });
  expect(absent.status).toBe(404);
});

test('tasks, groups and members use the order and wording of their screens', async () => {
  const { administrator } = world.roles;
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const pinId = pins[2]?.id ?? '';
  const given = { assigneeType: 'User' as const, assigneeId: administrator.userId, craft: 'Ordered' };
  await writeRows(server, world, (tx) => {
    const tasks = [
      { title: 'Long done', status: 'closed' as const, dueDate: '2026-01-01' },
      { title: 'Without a day', dueDate: null },
      { title: 'Later', dueDate: '2026-05-01' },
      { title: 'Next', dueDate: '2026-04-01' },
    ];
    for (const [at, task] of tasks.entries())
      tx.put('task', taskRow(by, pinId, { number: 50 + at, ...given, ...task }));
  });
  const tasks = await exported(exportTasks, { query: { craft: 'Ordered', sort: 'dueDate' } });
  expect(column(tasks.rows, 'Title')).toEqual(['Next', 'Later', 'Without a day', 'Long done']);
  for (const [title, count] of [
    ['Few', 1],
    ['Many', 3],
    ['None', 0],
  ] as const) {
    const pinIds = pins.slice(0, count).map((pin) => pin.id);
    await runSite(server.services, administrator, world.projectId, 'group.create', { id: randomUUID(), title, pinIds });
  }
  const groups = await exported(exportGroups, { query: { sort: 'count', order: 'desc', search: 'n' } });
  expect(column(groups.rows, 'Title')).toEqual(['=Handover', 'Many', 'None']);
  const all = column((await exported(exportMembers)).rows, 'Email');
  const found = column((await exported(exportMembers, { query: { search: 'subcontractor' } })).rows, 'Email');
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
});

test('plans, members and projects are exported too', async () => {
  const plans = await exported(exportPlans, { query: { whole: 'true' } });
  expect(column(plans.rows, 'Sheet number')).toEqual(['007']);
  const members = await exported(exportMembers);
  expect(column(members.rows, 'Role')).toContain('Subcontractor');
  expect(members.rows[0]).toContain('Email');
  const { externalViewer } = world.roles;
  const limited = await exported(exportMembers, { who: externalViewer });
  expect(limited.rows).toHaveLength(members.rows.length);
  expect(JSON.stringify(limited.rows)).not.toMatch(/Email|@/u);
  const projects = await exported(exportProjects, { query: { whose: 'all' } });
  expect(projects.rows.length).toBeGreaterThan(1);
});

test('a long list is read in batches and keeps its order', async () => {
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  const rows = Array.from({ length: 2_300 }, (_, at) =>
    pinRow(by, { number: 1_000 + at, title: 'Many', tags: ['many'] }),
  );
  await writeRows(server, world, (tx) => {
    for (const row of rows) tx.put('pin', row);
  });
  const { rows: written } = await exported(exportPins, { query: { tag: ['many'] } });
  expect(column(written, 'Number')).toEqual(rows.map((row) => String(row.number)));
});

test('pins list their assignees and groups, and their position on the plan and on earth', async () => {
  const { administrator } = world.roles;
  const [first, , second] = pins;
  const pinIds = [first?.id, second?.id];
  for (const title of ['Walls', 'Doors']) {
    await runSite(server.services, administrator, world.projectId, 'group.create', { id: randomUUID(), title, pinIds });
  }
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  await writeRows(server, world, async (tx) => {
    tx.put('ground', {
      id: first?.planId ?? '',
      projectId: world.projectId,
      // In metres of Web Mercator, around Munich.
      geo: [...uprightGeo(1_280_000, 6_120_000, 1_290_000, 6_130_000)],
      ...{ widthM: null, heightM: null, attribution: '', layers: [] },
      changedBy: administrator.userId,
      changedAt: new Date().toISOString(),
    });
    for (const [number, assigneeType, assigneeId] of [
      [901, 'User', administrator.userId],
      [902, 'Various', world.projectId],
    ] as const) {
      tx.put('task', taskRow(by, first?.id ?? '', { number, assigneeType, assigneeId }));
    }
  });
  const { rows } = await exported(exportPins);
  const titles = column(rows, 'Title');
  const cell = (head: string, pin: PinRow | undefined) => column(rows, head)[titles.indexOf(pin?.title ?? '')];
  const other = pins[1];
  expect(cell('Assignee', first)?.split(', ')).toEqual([expect.stringMatching(/\S/u), 'Various']);
  expect(cell('Assignee', other)).toBe('');
  const groupsOf = (pin: PinRow | undefined) =>
    cell('Groups', pin)
      ?.split(', ')
      .filter((title) => title === 'Doors' || title === 'Walls');
  expect([first, second, other].map(groupsOf)).toEqual([['Doors', 'Walls'], ['Doors', 'Walls'], []]);
  expect([cell('From left on plan', first), cell('From left on plan', other)]).toEqual(['10%', '']);
  expect(Number(cell('Longitude', first))).toBeCloseTo(11.507, 2);
  expect(Number(cell('Latitude', first))).toBeCloseTo(48.1, 0);
  expect(cell('Latitude', other)).toBe('');
});

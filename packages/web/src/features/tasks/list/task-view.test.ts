import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { exampleTask } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { ignoredTaskParts, readTaskView, type TaskView, viewTasks, writeTaskView } from './task-view.ts';

const ME = '11111111-1111-4111-8111-111111111111';
const TEAM = '22222222-2222-4222-8222-222222222222';
const ANNA = '33333333-3333-4333-8333-333333333333';
const actor: Actor = { userId: ME, role: 'administrator', teamIds: new Set([TEAM]) };
const AROUND = { actor, today: '2026-11-21', locale: 'en' };
const ALL: TaskView = readTaskView({});

const task = (id: string, set: Partial<TaskRow> = {}): TaskRow =>
  exampleTask({ id, pinId: 'pin', number: 1, assigneeType: 'User', assigneeId: ANNA, createdBy: ANNA, ...set });

const shown = (tasks: readonly TaskRow[], view: Partial<TaskView>) =>
  viewTasks(tasks, new Map<string, PinRow>(), { ...ALL, ...view }, AROUND).map(({ id }) => id);

test('a task is found by its own number and words, and by the title and number of its pin', () => {
  const pin = (id: string, title: string, number: number) =>
    [id, { id, title, number, planId: null } as PinRow] as const;
  const pins = new Map([pin('door', 'Tür klemmt', 12), pin('wall', 'Riss', 7)]);
  const tasks = [
    task('a', { pinId: 'door', number: 1, title: 'Hobeln' }),
    task('b', { pinId: 'wall', number: 12 }),
    task('c', { pinId: 'wall', number: 3, subStatus: 'Material bestellt' }),
  ];
  const found = (search: string) => viewTasks(tasks, pins, { ...ALL, filter: { search } }, AROUND).map(({ id }) => id);
  expect(found('#12').sort()).toEqual(['a', 'b']);
  expect(found('12').sort()).toEqual(['a', 'b']);
  expect(found('tür hobeln')).toEqual(['a']);
  expect(found('RISS').sort()).toEqual(['b', 'c']);
  expect(found('riss hobeln')).toEqual([]);
  expect(found('bestellt riss')).toEqual(['c']);
});

test.each<[Record<string, unknown>, TaskView]>([
  [{}, { mine: false, filter: {}, order: { by: 'dueDate', direction: 'ascending' } }],
  [
    { mine: true, status: ['overdue'], search: 'door' },
    { mine: true, filter: { status: ['overdue'], search: 'door' }, order: { by: 'dueDate', direction: 'ascending' } },
  ],
  [
    { assignee: [ANNA], dueTo: '2026-12-01', sort: 'number', order: 'descending' },
    {
      mine: false,
      filter: { assignee: [ANNA], dueTo: '2026-12-01' },
      order: { by: 'number', direction: 'descending' },
    },
  ],
])('%o and its view convert both ways', (search, view) => {
  expect(readTaskView(search)).toEqual(view);
  expect(writeTaskView(view)).toEqual(search);
});

test('unknown and malformed parts of an address are ignored and reported', () => {
  expect(readTaskView({ status: 'flying', colour: 'red', dueFrom: 'x', sort: 'taste' })).toEqual(ALL);
  expect(ignoredTaskParts({ status: ['flying'], colour: ['red'], mine: ['true'], columns: ['pin'] })).toEqual([
    'status=flying',
    'colour=red',
  ]);
});

test('"mine" shows tasks assigned to me or my team, without drafts of others', () => {
  const tasks = [
    task('me', { assigneeId: ME }),
    task('team', { assigneeType: 'TeamGroup', assigneeId: TEAM }),
    task('anna'),
    task('draft', { status: 'draft', assigneeId: ME }),
  ];
  expect(shown(tasks, { mine: true }).sort()).toEqual(['me', 'team']);
  expect(shown(tasks, {}).sort()).toEqual(['anna', 'me', 'team']);
});

test('the next due comes first, tasks without a due date last, in both directions', () => {
  const tasks = [task('none'), task('late', { dueDate: '2026-12-24' }), task('soon', { dueDate: '2026-11-22' })];
  expect(shown(tasks, {})).toEqual(['soon', 'late', 'none']);
  expect(shown(tasks, { order: { by: 'dueDate', direction: 'descending' } })).toEqual(['late', 'soon', 'none']);
});

test('when sorted by due date, finished tasks come last', () => {
  const tasks = [task('closed', { status: 'closed', dueDate: '2026-01-01' }), task('open', { dueDate: '2026-12-01' })];
  expect(shown(tasks, {})).toEqual(['open', 'closed']);
  expect(shown(tasks, { order: { by: 'dueDate', direction: 'descending' } })).toEqual(['open', 'closed']);
});

test('overdue is judged by the current date', () => {
  const tasks = [task('past', { dueDate: '2026-11-20' }), task('today', { dueDate: '2026-11-21' })];
  expect(shown(tasks, { filter: { status: ['overdue'] } })).toEqual(['past']);
});

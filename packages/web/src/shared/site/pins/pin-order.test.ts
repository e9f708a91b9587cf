import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { exampleGroup, examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { filterPins, joinPins, leadingStatus, leadingTask, nextDue, type PinOrder, sortPins } from './pin-order.ts';

const AROUND = { categories: new Map(), locale: 'en' };

function pin(id: string, set: Partial<PinInContext['pin']> = {}, tasks: TaskRow[] = []): PinInContext {
  return { pin: examplePin({ id, number: 1, ...set }), tasks, posts: [], groups: [] };
}

const task = (set: Partial<TaskRow>): TaskRow => exampleTask({ id: 't', pinId: 'a', number: 1, ...set });

const ids = (pins: readonly PinInContext[], order: PinOrder) => sortPins(pins, order, AROUND).map(({ pin }) => pin.id);

test('numbers sort numerically; a pin without one yet counts as the newest', () => {
  const pins = [pin('a', { number: 9 }), pin('b', { number: 10 }), pin('c', { number: null })];
  expect(ids(pins, { by: 'number', direction: 'descending' })).toEqual(['c', 'b', 'a']);
  expect(ids(pins, { by: 'number', direction: 'ascending' })).toEqual(['a', 'b', 'c']);
});

test('titles sort by language and digits; untitled pins come last in both directions', () => {
  const pins = [pin('a', { title: 'Door 10' }), pin('b'), pin('c', { title: 'door 9' })];
  expect(ids(pins, { by: 'title', direction: 'ascending' })).toEqual(['c', 'a', 'b']);
  expect(ids(pins, { by: 'title', direction: 'descending' })).toEqual(['a', 'c', 'b']);
});

test('due dates come from unfinished tasks only', () => {
  const waiting = [task({ dueDate: '2026-12-01' }), task({ dueDate: '2026-11-25' })];
  expect(nextDue(waiting)).toBe('2026-11-25');
  expect(nextDue([task({ dueDate: '2026-11-25', status: 'closed' })])).toBeNull();
});

test('the most urgent status represents the pin', () => {
  const tasks = [task({ status: 'done' }), task({ dueDate: '2026-11-20' }), task({ status: 'rejected' })];
  expect(leadingStatus(tasks, '2026-11-21')).toBe('overdue');
  expect(leadingStatus(tasks, '2026-11-20')).toBe('rejected');
  expect(leadingStatus([], '2026-11-20')).toBeUndefined();
});

test('of tasks with the most urgent status, the one due first represents the pin', () => {
  const [late, later, undated] = [task({ dueDate: '2026-12-01' }), task({ dueDate: '2026-12-02' }), task({})];
  expect(leadingTask([undated, later, late, task({ status: 'closed', dueDate: '2026-11-01' })], '2026-11-21')).toBe(
    late,
  );
  expect(leadingTask([undated], '2026-11-21')).toBe(undated);
  expect(leadingTask([], '2026-11-21')).toBeUndefined();
});

test('tasks and posts of other pins are excluded', () => {
  const joined = joinPins([pin('a').pin, pin('b').pin], [task({ pinId: 'b' }), task({ pinId: 'z' })], [], []);
  expect(joined.map(({ tasks }) => tasks.length)).toEqual([0, 1]);
});

test('pins are joined with the groups that contain them', () => {
  const group = (id: string, pinIds: string[]) => exampleGroup({ id, pinIds });
  const groups = [group('g', ['b', 'a']), group('h', ['b', 'z'])];
  const joined = joinPins([pin('a').pin, pin('b').pin, pin('c').pin], [], [], groups);
  expect(joined.map((one) => one.groups)).toEqual([['g'], ['g', 'h'], []]);
});

test('a filter keeps the order; an empty one keeps all pins', () => {
  const pins = [pin('a', { title: 'Door' }), pin('b', { title: 'Wall' }), pin('c', { title: 'Door 2' })];
  expect(filterPins(pins, { search: 'door' }, '2026-11-21').map((one) => one.pin.id)).toEqual(['a', 'c']);
  expect(filterPins(pins, { status: [] }, '2026-11-21')).toHaveLength(3);
});

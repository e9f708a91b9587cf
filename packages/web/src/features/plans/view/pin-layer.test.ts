import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { pinColourIndex } from '@plumbline/core/site/values/pin-colours';
import { examplePin } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { PIN_FLAG, PIN_STATUS } from '../../../viewer/pins/columns.ts';
import { type LayerOptions, pinLayer } from './pin-layer.ts';

const pin = (id: string, more: Partial<PinRow> = {}): PinRow =>
  examplePin({ id, planId: 'plan', x: 0.25, y: 0.75, number: 7, title: id, ...more });
const one = (row: PinRow, tasks: Pick<TaskRow, 'status' | 'dueDate'>[] = []): PinInContext => ({
  pin: row,
  tasks: tasks as TaskRow[],
  posts: [],
  groups: [],
});
const category: CategoryRow = { id: 'c', projectId: 'p', title: 'Doors', colour: 'Green', active: true, sort: 0 };
const OPTIONS: LayerOptions = {
  filter: {},
  selectedId: null,
  categories: new Map([['c', category]]),
  today: '2026-03-10',
};

test('a pin keeps its position, number, status and the colour of its category', () => {
  const layer = pinLayer([one(pin('a', { categoryId: 'c', status: 'closed' })), one(pin('b'))], OPTIONS);
  expect(layer.ids).toEqual(['a', 'b']);
  expect([layer.x[0], layer.y[0], layer.number[0]]).toEqual([0.25, 0.75, 7]);
  expect([...layer.status]).toEqual([PIN_STATUS.closed, PIN_STATUS.open]);
  expect([...layer.colour]).toEqual([pinColourIndex('Green'), pinColourIndex(NO_COLOUR)]);
});

test('tasks show on the pin: open, overdue, rejected', () => {
  const flags = (tasks: Pick<TaskRow, 'status' | 'dueDate'>[]) => pinLayer([one(pin('a'), tasks)], OPTIONS).flags[0];
  expect(flags([])).toBe(0);
  expect(flags([{ status: 'closed', dueDate: '2026-01-01' }])).toBe(0);
  expect(flags([{ status: 'open', dueDate: '2026-03-10' }])).toBe(PIN_FLAG.hasTask);
  expect(flags([{ status: 'open', dueDate: '2026-03-09' }])).toBe(PIN_FLAG.hasTask | PIN_FLAG.overdue);
  expect(flags([{ status: 'rejected', dueDate: null }])).toBe(PIN_FLAG.hasTask | PIN_FLAG.rejected);
});

test('a pin that has not reached the server is marked', () => {
  const layer = pinLayer([one(pin('a', { number: null }))], OPTIONS);
  expect([layer.flags[0], layer.number[0]]).toEqual([PIN_FLAG.unsynced, 0]);
});

test('the filter hides pins on the plan, but never the selected one', () => {
  const rows = [one(pin('door')), one(pin('wall'))];
  expect(pinLayer(rows, { ...OPTIONS, filter: { search: 'door' } }).ids).toEqual(['door']);
  expect(pinLayer(rows, { ...OPTIONS, filter: { search: 'door' }, selectedId: 'wall' }).ids).toEqual(['door', 'wall']);
});

test('a pin without a position is not on the plan', () => {
  expect(pinLayer([one(pin('a', { x: null, y: null }))], OPTIONS).ids).toEqual([]);
});

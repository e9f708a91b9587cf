import { expect, test } from 'vitest';
import { pin, reportOf, task } from '../../fixtures/report.ts';
import { barOf, groupsBy, overviewOf } from './groups.ts';

const data = reportOf([
  pin({
    tasks: [
      task({ number: 1, company: 'Öz', craft: 'Painter', status: 'done' }),
      task({ number: 2, company: '', craft: '', status: 'open' }),
      task({ number: 3, company: 'Öz', craft: '', status: 'overdue' }),
    ],
  }),
  pin({
    number: 2,
    category: null,
    plan: null,
    room: 'Kitchen 2.04',
    tasks: [task({ number: 4, company: 'Nord', craft: 'Painter' })],
  }),
  pin({ number: 3, tasks: [] }),
]);

const shown = (grouping: Parameters<typeof groupsBy>[1]) =>
  groupsBy(data, grouping).map(({ title, pins, tasks }) => [
    title,
    pins.map(({ number }) => number),
    tasks.map(({ number }) => number),
  ]);

test('groups by company and trade contain the tasks assigned to them, and end with the unassigned ones', () => {
  expect(shown('company')).toEqual([
    ['Nord', [2], [4]],
    ['Öz', [1], [1, 3]],
    ['', [1], [2]],
  ]);
  expect(shown('trade')).toEqual([
    ['Painter', [1, 2], [1, 4]],
    ['', [1], [2, 3]],
  ]);
});

test('groups by category, plan and room contain all of their pins, including those without tasks', () => {
  expect(shown('category')).toEqual([
    ['Defect', [1, 3], [1, 2, 3]],
    ['', [2], [4]],
  ]);
  expect(shown('plan').map(([title]) => title)).toEqual(['Ground floor', '']);
  expect(shown('room')).toEqual([
    ['Kitchen 2.04', [2], [4]],
    ['', [1, 3], [1, 2, 3]],
  ]);
});

test('plans of the same name remain apart, each with its overview', () => {
  const planOf = (id: string) => ({
    ...{ id, title: 'Level 1', revision: '', sheet: id === 'west' ? 'W-1' : '', code: '' },
    overview: { id: `overview:${id}`, caption: '', takenAt: null, createdBy: '', aspect: 1 },
  });
  const twice = reportOf(['east', 'west', 'east'].map((id, at) => pin({ number: at + 1, plan: planOf(id) })));
  const plans = groupsBy(twice, 'plan');
  expect(plans.map(({ title, pins }) => [title, pins.map(({ number }) => number)])).toEqual([
    ['Level 1', [1, 3]],
    ['W-1 Level 1', [2]],
  ]);
  expect(plans.map(overviewOf)).toMatchObject([
    { picture: { id: 'overview:east' } },
    { picture: { id: 'overview:west' } },
  ]);
});

test('groups are sorted in natural order', () => {
  const levels = reportOf(['Level 10', 'Level 9', 'level 1'].map((room, at) => pin({ number: at + 1, room })));
  expect(groupsBy(levels, 'room').map(({ title }) => title)).toEqual(['level 1', 'Level 9', 'Level 10']);
});

test('the bar of a group is drawn to the scale of the largest group', () => {
  const [nord, oz] = groupsBy(data, 'company');
  expect(nord && barOf(nord)).toEqual({ kind: 'bar', parts: [{ status: 'open', share: 0.5 }] });
  expect(oz && barOf(oz)).toEqual({
    kind: 'bar',
    parts: [
      { status: 'overdue', share: 0.5 },
      { status: 'done', share: 0.5 },
    ],
  });
  expect(barOf({ title: '', pins: [], tasks: [], mostTasks: 1 })).toBeNull();
});

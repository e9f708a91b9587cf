import { expect, test } from 'vitest';
import type { PinRow } from '../../site/rows/pins.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { pinFilter } from '../../site/values/pin-filter.ts';
import { filterCount, matchesPin, type PinInContext } from './filter.ts';

const ME = '00000000-0000-4000-8000-000000000001';
const pin = {
  title: 'Crack in plaster',
  notes: 'near the Fenster',
  tags: ['urgent'],
  ratings: { priority: 3 },
  number: 17,
  status: 'open',
  categoryId: ME,
  planId: ME,
  createdBy: ME,
  createdAt: '2026-05-04T10:00:00.000Z',
  changedAt: '2026-05-06T23:59:59.000Z',
  records: [{ datasetId: ME, recordId: ME, key: 'D-1', title: 'Door 1' }],
  room: 'Kitchen 2.04',
  t1: 'Axis B/3',
  t2: '',
  t3: '',
  fields: { [ME]: 12.5, '00000000-0000-4000-8000-000000000002': 'Oak frame' },
} as unknown as PinRow;
const task = {
  ...{ status: 'open', dueDate: '2026-05-01', assigneeId: ME, companyName: 'Rossi', craft: 'Painter' },
} as TaskRow;
const context = { pin, tasks: [task], posts: [], groups: [ME] };

test.each([
  [{}, true],
  [{ search: 'plaster fenster' }, true],
  [{ search: '#17' }, true],
  [{ search: '17' }, true],
  [{ search: 'roof' }, false],
  [{ status: ['closed'] }, false],
  [{ room: 'Kitchen 2.04' }, true],
  [{ room: ['Bath', 'Hall'] }, false],
  [{ tag: ['urgent', 'later'] }, true],
  [{ taskStatus: ['overdue'] }, true],
  [{ taskStatus: 'done' }, false],
  [{ dueTo: '2026-04-30' }, false],
  [{ createdFrom: '2026-05-04', createdTo: '2026-05-04' }, true],
  [{ changedFrom: '2026-05-06', changedTo: '2026-05-06' }, true],
  [{ changedTo: '2026-05-05' }, false],
  [{ record: ME }, true],
  [{ record: '00000000-0000-4000-8000-000000000009' }, false],
  [{ group: ME }, true],
  [{ group: '00000000-0000-4000-8000-000000000009' }, false],
  [{ company: ['Rossi', 'Other'] }, true],
  [{ company: 'Other' }, false],
  [{ craft: 'Painter' }, true],
  [{ craft: 'Roofer' }, false],
  [{ t1: 'axis b' }, true],
  [{ t2: 'axis' }, false],
  [{ photos: 'with' }, false],
  [{ photos: 'without' }, true],
  [{ tasks: 'none' }, false],
  [{ search: 'oak' }, true],
  [{ rating: 'priority:3' }, true],
  [{ rating: ['priority:2', 'priority:3'] }, true],
  [{ rating: ['priority:3', 'costs:1'] }, false],
  [{ rating: 'priority:2' }, false],
  [{ field: [`${ME}:n:10..20`] }, true],
  [{ field: [`${ME}:n:10..20`, `${ME}:unset`] }, false],
])('%j matches: %s', (filter, expected) => {
  expect(matchesPin(pinFilter.parse(filter), context, '2026-05-10')).toBe(expected);
});

test.each(['priority', 'priority:0', 'priority:11', ':3', 'priority:x'])('%s is not a rating condition', (rating) => {
  expect(pinFilter.safeParse({ rating }).success).toBe(false);
});

test('an unset filter has no active fields', () => {
  expect(filterCount(pinFilter.parse({ status: [], search: '' }))).toBe(0);
  expect(filterCount(pinFilter.parse({ status: 'open', search: 'x' }))).toBe(2);
});

test('filtering by a person finds pins they created and pins with a task of theirs or of their team', () => {
  const [anna, tomas, team] = [ME, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003'];
  const people = { readerId: tomas, teams: new Map([[team, [tomas]]]) };
  const of = (assigneeId: string | null): PinInContext => ({
    ...{ pin, posts: [], groups: [], people },
    tasks: [{ ...task, assigneeId }],
  });
  const matches = (person: string | string[], one: PinInContext) => matchesPin(pinFilter.parse({ person }), one, '');
  expect([null, tomas, team].map((assigneeId) => matches(anna, of(assigneeId)))).toEqual([true, true, true]);
  expect([null, tomas, team].map((assigneeId) => matches(tomas, of(assigneeId)))).toEqual([false, true, true]);
  expect([null, tomas, team].map((assigneeId) => matches('me', of(assigneeId)))).toEqual([false, true, true]);
  expect(matches([tomas, anna], of(null))).toBe(true);
});

import type { ChangeEntry } from '@plumbline/core/site/history';
import { newFormat } from '@plumbline/core/site/rows/fields';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { changesOf, type Namer, subjectText, textOf } from './history-text.ts';

const t = createTranslator('en', english);
const namer: Namer = {
  category: (id) => (id === 'c1' ? 'Structure' : undefined),
  plan: () => 'Basement',
  field: (id) =>
    id === 'f1'
      ? {
          id,
          projectId: 'x',
          title: 'Cost',
          format: newFormat('CURRENCY', String),
          categoryIds: [],
          sort: 0,
          active: true,
        }
      : undefined,
  rating: (id) => (id === 'r1' ? { id, title: 'Costs', levels: ['', 'Dear'] } : undefined),
  person: (id) => (id === 'u1' ? 'Anna Berger' : undefined),
  pin: (id) => (id === 'p2' ? 12 : undefined),
  task: (id) => (id === 't1' ? 7 : undefined),
};

const entry = (set: Partial<ChangeEntry>): ChangeEntry => ({
  position: 1,
  at: '2026-11-21T08:00:00.000Z',
  entity: 'pin',
  entityId: 'p1',
  action: 'pin.update',
  actorId: 'u1',
  actorName: 'Anna Berger',
  before: {},
  after: {},
  ...set,
});

test.each<[string, Partial<ChangeEntry>, unknown]>([
  ['a title', { before: { title: '' }, after: { title: 'Crack' } }, [{ field: 'Title', from: 'empty', to: 'Crack' }]],
  [
    'a status of a pin',
    { before: { status: 'open' }, after: { status: 'closed' } },
    [{ field: 'Status', from: 'Open', to: 'Closed' }],
  ],
  [
    'a status of a task',
    { entity: 'task', before: { status: 'done' }, after: { status: 'rejected' } },
    [{ field: 'Status', from: 'Done', to: 'Rejected' }],
  ],
  [
    'ratings by their scales, and only those that differ',
    { before: { ratings: { r1: 1, r2: 3, r3: 1 } }, after: { ratings: { r1: 2, r3: 1 } } },
    [
      { field: 'Costs', from: 'Level 1', to: 'Dear' },
      { field: 'Ratings', from: '3', to: 'empty' },
    ],
  ],
  [
    'a sub-status of a task',
    { entity: 'task', before: { subStatus: '' }, after: { subStatus: 'Ordered' } },
    [{ field: 'Sub-status', from: 'empty', to: 'Ordered' }],
  ],
  [
    'a repetition by its rule',
    { entity: 'task', before: { repeat: null }, after: { repeat: { every: 2, unit: 'week' } } },
    [{ field: 'Repeat', from: 'empty', to: 'Every 2 weeks' }],
  ],
  [
    'the task that a photo was assigned to',
    { entity: 'post', before: { taskId: null }, after: { taskId: 't1' } },
    [{ field: 'Belongs to', from: 'empty', to: 'task #7' }],
  ],
  [
    'linked records by their ids and titles, linked pins and dependencies by their numbers',
    {
      before: { records: [], links: ['p3'], dependsOn: [] },
      after: {
        records: [
          { key: 'D-1', title: 'Door 1' },
          { key: 'D-2', title: '' },
        ],
        links: ['p2'],
        dependsOn: ['t1'],
      },
    },
    [
      { field: 'Linked pins', from: '…', to: '#12' },
      { field: 'Records', from: 'empty', to: 'D-1 Door 1, D-2' },
      { field: 'Blocked by', from: 'empty', to: '#7' },
    ],
  ],
  [
    'a category by its name',
    { before: { categoryId: null }, after: { categoryId: 'c1' } },
    [{ field: 'Category', from: 'empty', to: 'Structure' }],
  ],
  [
    'an assignee by name',
    { entity: 'task', before: { assigneeId: null }, after: { assigneeId: 'u1', assigneeType: 'User' } },
    [{ field: 'Assignee', from: 'empty', to: 'Anna Berger' }],
  ],
  [
    'a position as percentages of the plan',
    { before: { x: 0.25, y: 0.5 }, after: { x: 0.3, y: 0.5 } },
    [{ field: 'Location', from: '25 % · 50 %', to: '30 % · 50 %' }],
  ],
  [
    'a position that only moved vertically',
    { before: { y: 0.5 }, after: { y: 0.55 } },
    [{ field: 'Location', from: '50 %', to: '55 %' }],
  ],
  ['tags', { before: { tags: [] }, after: { tags: ['a', 'b'] } }, [{ field: 'Tags', from: 'empty', to: 'a, b' }]],
  [
    'custom fields by their titles, only those that changed',
    { before: { fields: { f1: 5, f2: 'a' } }, after: { fields: { f1: 12.5, f2: 'a' } } },
    [{ field: 'Cost', from: '€5.00', to: '€12.50' }],
  ],
  ['no changes of internal fields', { before: { changedAt: 'x' }, after: { changedAt: 'y' } }, []],
  ['no changes for a new row', { before: null, after: { title: 'Crack' } }, []],
])('describes %s', (_, set, expected) => {
  expect(changesOf(t, entry(set), namer)).toEqual(expected);
});

test('a task is identified by its number if known', () => {
  expect(subjectText(t, entry({ entity: 'task', entityId: 't1' }), namer)).toBe('task #7');
  expect(subjectText(t, entry({ entity: 'task', entityId: 't2', after: { number: 9 } }), namer)).toBe('task #9');
  expect(subjectText(t, entry({ entity: 'task', entityId: 't2' }), namer)).toBe('a task');
  expect(subjectText(t, entry({ entity: 'comment' }), namer)).toBe('a comment');
});

test('a new comment or task shows its text, and a new pin does not', () => {
  expect(textOf(entry({ entity: 'comment', before: null, after: { text: 'Look here' } }))).toBe('Look here');
  expect(textOf(entry({ entity: 'pin', before: null, after: { title: 'Crack' } }))).toBe('');
  expect(textOf(entry({ entity: 'comment', before: { text: 'a' }, after: { text: 'b' } }))).toBe('');
});

import { describe, expect, test } from 'vitest';
import { nextMorning } from './morning.ts';
import { type ChangeContext, notificationsFor, type RelevantChange } from './rules.ts';

const task = {
  ...{ id: 't', pinId: 'p', number: 7, title: 'Close it', status: 'open', assigneeType: 'User' },
  ...{ assigneeId: 'anna', createdBy: 'carl' },
} as const satisfies ChangeContext['task'];
const pin = { id: 'p', planId: 'l', number: 1, title: 'Crack', createdBy: 'pia' };
const membersOf = (team: string) => (team === 'painters' ? ['anna', 'ben', 'carl'] : []);

const change = (over: Partial<RelevantChange>): RelevantChange => ({
  ...{ entity: 'task', entityId: 't', actorId: 'carl', before: null, after: {} },
  ...over,
});
const notified = (one: Partial<RelevantChange>, around: Partial<ChangeContext> = {}) =>
  notificationsFor(change(one), { task, pin, membersOf, ...around }).map(({ userId, kind }) => `${kind} ${userId}`);

describe('notifications of tasks', () => {
  test.each([
    ['a new task: its assignee', { before: null }, {}, ['taskAssigned anna']],
    [
      'a new task of a team: its members except the author',
      { before: null },
      { task: { ...task, assigneeType: 'TeamGroup', assigneeId: 'painters' } },
      ['taskAssigned anna', 'taskAssigned ben'],
    ],
    ['a task assigned to oneself: no one', { before: null, actorId: 'anna' }, {}, []],
    [
      'a task assigned to a contact: no one',
      { before: null },
      { task: { ...task, assigneeType: 'Contact', assigneeId: 'x' } },
      [],
    ],
    ['a draft: no one', { before: null }, { task: { ...task, status: 'draft' } }, []],
    [
      'a published draft: its assignee',
      { before: { status: 'draft' }, after: { status: 'open' } },
      {},
      ['taskAssigned anna'],
    ],
    [
      'a reassigned task: the new assignee',
      { actorId: 'dora', before: { assigneeId: 'dora' }, after: { assigneeId: 'anna' } },
      {},
      ['taskAssigned anna'],
    ],
    [
      'a completed task: its author',
      { actorId: 'anna', before: { status: 'open' }, after: { status: 'done' } },
      {},
      ['taskStatus carl'],
    ],
    [
      'a rejected task: its assignee',
      { before: { status: 'done' }, after: { status: 'rejected' } },
      {},
      ['taskStatus anna'],
    ],
    [
      'a changed due date: both except the actor',
      { actorId: 'dora', before: { dueDate: '2026-03-01' }, after: { dueDate: '2026-03-08' } },
      {},
      ['taskDue anna', 'taskDue carl'],
    ],
    ['a changed title: no one', { before: { title: 'x' }, after: { title: 'y' } }, {}, []],
  ] as [string, Partial<RelevantChange>, Partial<ChangeContext>, string[]][])('%s', (_name, one, around, expected) => {
    expect(notified(one, around)).toEqual(expected);
  });
});

describe('notifications of comments', () => {
  const comment = { text: 'x'.repeat(500), mentions: ['ben', 'carl', 'ben'] };
  const said = { entity: 'comment', entityId: 'c' };
  test.each([
    ['on a pin: its author and those mentioned', said, { comment, task: undefined }, ['mention ben', 'comment pia']],
    [
      'on a task: also its author and assignee',
      { ...said, actorId: 'ben' },
      { comment },
      ['mention carl', 'comment pia', 'comment anna'],
    ],
    ['when edited: no one again', { ...said, before: { text: 'a' } }, { comment }, []],
    ['on a draft: no one', said, { comment, task: { ...task, status: 'draft' } }, []],
  ] as [string, Partial<RelevantChange>, Partial<ChangeContext>, string[]][])('%s', (_name, one, around, expected) => {
    expect(notified(one, around)).toEqual(expected);
  });

  test('include only the beginning of the comment', () => {
    const [first] = notificationsFor(change(said), { pin, comment, membersOf });
    expect(first?.detail.text).toHaveLength(200);
  });
});

test('an added member is notified, but not if they added themselves or are still pending', () => {
  const added = { entity: 'member', entityId: 'm' };
  expect(notified(added, { member: { userId: 'eva', state: 'active' } })).toEqual(['memberInvited eva']);
  expect(notified({ ...added, actorId: 'eva' }, { member: { userId: 'eva', state: 'active' } })).toEqual([]);
  expect(notified(added, { member: { userId: 'eva', state: 'invited' } })).toEqual([]);
  const came = { ...added, before: { state: 'invited' }, after: { state: 'active' } };
  expect(notified(came, { member: { userId: 'eva', state: 'active' } })).toEqual(['memberInvited eva']);
  const moved = { ...added, before: { role: 'none' }, after: { role: 'contributor' } };
  expect(notified(moved, { member: { userId: 'eva', state: 'active' } })).toEqual([]);
});

describe('six in the morning', () => {
  test.each([
    ['Europe/Vienna', '2026-01-10T04:59:59Z', '2026-01-10T05:00:00Z'],
    ['Europe/Vienna', '2026-01-10T05:00:00Z', '2026-01-11T05:00:00Z'],
    ['Europe/Vienna', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
    ['Europe/Vienna', '2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
    ['Asia/Kathmandu', '2026-01-10T00:20:00Z', '2026-01-11T00:15:00Z'],
    ['America/New_York', '2026-07-01T09:30:00Z', '2026-07-01T10:00:00Z'],
    ['Nowhere/Land', '2026-07-01T09:30:00Z', '2026-07-02T06:00:00Z'],
  ])('in %s after %s is %s', (zone, now, expected) => {
    expect(nextMorning(new Date(now), zone).toISOString()).toBe(new Date(expected).toISOString());
  });
});

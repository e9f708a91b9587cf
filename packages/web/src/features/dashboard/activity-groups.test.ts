import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import { expect, test } from 'vitest';
import { grouped, isAbout, picturedPins } from './activity-groups.ts';

let position = 100;
const entry = (set: Partial<ActivityEntry>): ActivityEntry => {
  position -= 1;
  return {
    ...{ position, at: '2026-11-23T09:00:00.000Z', kind: 'pinSet', actorId: 'anna', actorName: 'Anna', pin: null },
    ...{ task: null, text: '', from: null, to: null, files: [], fields: [], ...set },
  };
};
const pin = (id: string) => ({ id, number: 1, title: id, planId: null });
const sizes = (...entries: ActivityEntry[]) => grouped(entries).map((group) => group.length);

test('changes by one person within an hour are one entry', () => {
  const at = (time: string, id: string) => entry({ at: `2026-11-23T${time}:00.000Z`, pin: pin(id) });
  expect(sizes(at('09:50', 'a'), at('09:20', 'b'), at('08:40', 'c'))).toEqual([2, 1]);
  expect(sizes(entry({ pin: pin('a') }), entry({ pin: pin('b'), actorId: 'ben' }))).toEqual([1, 1]);
  expect(sizes(entry({ pin: pin('a') }), entry({ pin: pin('b'), kind: 'pinClosed' }))).toEqual([1, 1]);
});

test('each subject is listed once', () => {
  expect(sizes(entry({ kind: 'pinChanged', pin: pin('a') }), entry({ kind: 'pinChanged', pin: pin('a') }))).toEqual([
    1,
  ]);
});

test('a pin changed several times lists all its fields, and several pins only the fields changed in each', () => {
  const changed = (id: string, ...fields: ActivityEntry['fields']) =>
    entry({ kind: 'pinChanged', pin: pin(id), fields });
  expect(grouped([changed('a', 'title'), changed('a', 'room'), changed('a', 'title')])).toMatchObject([
    [{ fields: ['title', 'room'] }],
  ]);
  expect(sizes(changed('a', 'title'), changed('b', 'title'), changed('c', 'room'))).toEqual([2, 1]);
});

test('values set right after a pin was created get no entry of their own', () => {
  const at = (time: string, set: Partial<ActivityEntry>) =>
    entry({ at: `2026-11-23T${time}:00.000Z`, pin: pin('a'), ...set });
  const created = at('09:00', { kind: 'pinSet' });
  expect(sizes(at('09:02', { kind: 'pinChanged', fields: ['room'] }), created)).toEqual([1]);
  expect(sizes(at('09:30', { kind: 'pinChanged', fields: ['room'] }), created)).toEqual([1, 1]);
  expect(sizes(at('09:02', { kind: 'pinChanged', actorId: 'ben' }), created)).toEqual([1, 1]);
});

test('revisions are grouped by version, and comments are never grouped', () => {
  const revision = (text: string, to: string) => entry({ kind: 'revisionAdded', text, to });
  expect(sizes(revision('Roof', 'A'), revision('Basement', 'A'), revision('Basement', 'B'))).toEqual([2, 1]);
  expect(sizes(entry({ kind: 'comment', text: 'a' }), entry({ kind: 'comment', text: 'b' }))).toEqual([1, 1]);
});

test('consecutive entries show the picture of a pin once, and entries without a pin show none', () => {
  const [first, second] = [entry({ pin: pin('a') }), entry({ pin: pin('b') })];
  const again = entry({ kind: 'taskDue', pin: pin('a') });
  expect(picturedPins([first, second])).toEqual([first, second]);
  expect(picturedPins([again], [first, second])).toEqual([]);
  expect(picturedPins([again], [second])).toEqual([again]);
  expect(picturedPins([entry({ kind: 'planAdded', text: 'Roof' })])).toEqual([]);
});

test('an entry belongs to its task, or else to its pin', () => {
  const task = entry({ kind: 'taskGiven', pin: pin('a'), task: { id: 'x', number: 1, title: '' } });
  expect(isAbout(task, { task: 'x' })).toBe(true);
  expect(isAbout(task, { pin: 'a' })).toBe(false);
  expect(isAbout(entry({ pin: pin('a') }), { pin: 'a' })).toBe(true);
  expect(isAbout(entry({ kind: 'planAdded' }), { pin: 'a' })).toBe(false);
});

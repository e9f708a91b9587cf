import type { Rows } from '@plumbline/core/site/entities';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LiveRows, type RowSource, withChanges } from './live-rows.ts';

const row = (id: string, planId = 'p') => ({ id, planId, projectId: 'x' }) as Rows['pin'];

test('changed rows are repositioned, new rows are inserted in order, removed rows disappear', () => {
  const list = [row('a'), row('c'), row('e')];
  const changed = { ...row('c'), title: 'new' };
  expect(withChanges(list, new Map([['c', changed]]))[1]).toBe(changed);
  const ids = (changes: [string, Rows['pin'] | undefined][]) =>
    withChanges(list, new Map(changes)).map((one) => one.id);
  expect(ids([['d', row('d')]])).toEqual(['a', 'c', 'd', 'e']);
  expect(ids([['a', undefined]])).toEqual(['c', 'e']);
});

test('a list without changes stays the same object', () => {
  const list = [row('a')];
  expect(withChanges(list, new Map([['b', undefined]]))).toBe(list);
});

/** A source whose answers the test controls; `parts` answer with the rows read so far. */
function askedSource() {
  const answers: ((rows: Rows['pin'][]) => void)[] = [];
  const parts: ((rows: Rows['pin'][]) => void)[] = [];
  const source: RowSource = {
    find: (_entity, _field, _value, onPart) => {
      parts.push((rows) => onPart?.(rows as never));
      return new Promise((resolve) => answers.push(resolve as (rows: unknown) => void));
    },
  };
  return { source, answers, parts };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('all watchers of a query share one read and are notified of each change', async () => {
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  let heard = 0;
  const query = live.query('pin', 'planId', 'p');
  query.subscribe(() => {
    heard += 1;
  });
  live.query('pin', 'planId', 'p').subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  answers[0]?.([row('a')]);
  await settled();
  expect(query.snapshot()).toEqual([row('a')]);
  live.changed({ rows: [{ entity: 'pin', id: 'b', row: row('b') }] });
  live.changed({ rows: [{ entity: 'pin', id: 'a', row: row('a', 'another plan') }] });
  live.changed({ rows: [{ entity: 'task', id: 'a', row: undefined }] });
  expect(query.snapshot()?.map((one) => one.id)).toEqual(['b']);
  expect(heard).toBe(3);
});

test('a change received during a read applies to what was read', async () => {
  const { source, answers, parts } = askedSource();
  const live = new LiveRows(source);
  const query = live.query('pin', 'planId', 'p');
  query.subscribe(() => undefined, { soFar: true });
  live.changed({ rows: [{ entity: 'pin', id: 'c', row: row('c') }] });
  live.changed({ rows: [{ entity: 'pin', id: 'b', row: undefined }] });
  parts[0]?.([row('a'), row('b')]);
  expect(query.soFar()).toEqual([row('a'), row('c')]);
  answers[0]?.([row('a'), row('b'), row('d')]);
  await settled();
  expect(query.snapshot()).toEqual([row('a'), row('c'), row('d')]);
});

test('rows that changed in too many places during a read are shown and read again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  const query = live.query('pin', 'planId', 'p');
  query.subscribe(() => undefined);
  live.changed({ again: ['pin'] });
  await vi.advanceTimersByTimeAsync(200);
  answers[0]?.([row('a')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(query.snapshot()).toEqual([row('a')]);
  await vi.advanceTimersByTimeAsync(2_000);
  answers[1]?.([row('a'), row('b')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(query.snapshot()).toEqual([row('a'), row('b')]);
});

test('rows read at the same time are shown at the same time, unless one takes long', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  const lengths = () => ['p', 'q', 'r'].map((plan) => live.query('pin', 'planId', plan).snapshot()?.length);
  const seen: (number | undefined)[][] = [];
  for (const plan of ['p', 'q']) live.query('pin', 'planId', plan).subscribe(() => void seen.push(lengths()));
  answers[0]?.([row('a')]);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen, lengths()]).toEqual([[], [undefined, undefined, undefined]]);
  answers[1]?.([row('b')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(lengths()).toEqual([1, 1, undefined]);
  live.query('pin', 'planId', 'r').subscribe(() => undefined);
  live.query('pin', 'planId', 's').subscribe(() => undefined);
  answers[2]?.([row('c')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lengths()).toEqual([1, 1, 1]);
});

test('a list that takes long to read shows its first rows, and says so', async () => {
  const { source, answers, parts } = askedSource();
  const live = new LiveRows(source);
  const query = live.query('pin', 'projectId', 'x');
  let heard = 0;
  let partsHeard = 0;
  let wholeHeard = 0;
  query.subscribe(
    () => {
      heard += 1;
    },
    { soFar: true },
  );
  query.subscribe(() => {
    wholeHeard += 1;
  });
  live.onParts(() => {
    partsHeard += 1;
  });
  const rows = Array.from({ length: 20 }, (_, n) => row(`p${String(n).padStart(2, '0')}`));
  // The source appends to one array.
  const read = rows.slice(0, 2);
  parts[0]?.(read);
  expect([query.soFar()?.length, query.snapshot(), live.isPartial('x'), live.isPartial('y')]).toEqual([
    2,
    undefined,
    true,
    false,
  ]);
  read.push(...rows.slice(2, 7));
  parts[0]?.(read);
  expect([query.soFar()?.length, heard]).toEqual([2, 1]);
  read.push(...rows.slice(7, 8));
  parts[0]?.(read);
  expect([query.soFar()?.length, heard, partsHeard]).toEqual([8, 2, 1]);
  answers[0]?.(rows);
  await settled();
  expect([query.soFar()?.length, query.snapshot()?.length, live.isPartial('x')]).toEqual([20, 20, false]);
  expect([heard, wholeHeard, partsHeard]).toEqual([3, 1, 2]);
});

test('a watched list is behind from a change that requires reading again until that read is shown', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  const query = live.query('pin', 'projectId', 'x');
  const seen: [boolean, number | undefined][] = [];
  live.onParts(() => seen.push([live.isBehind('x'), query.snapshot()?.length]));
  query.subscribe(() => undefined);
  answers[0]?.([row('a')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(live.isBehind('x')).toBe(false);
  live.changed({ again: ['pin'] });
  expect([live.isBehind('x'), live.isBehind('another')]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([answers.length, live.isBehind('x')]).toEqual([2, true]);
  answers[1]?.([row('a'), row('b')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([
    [false, 1],
    [false, 2],
  ]);
});

test('each list of a pin reports whether it is incomplete', async () => {
  const { source, answers, parts } = askedSource();
  const live = new LiveRows(source);
  live.query('task', 'pinId', 'a').subscribe(() => undefined, { soFar: true });
  parts[0]?.([row('one')]);
  expect([live.isPartial('a', 'pinId'), live.isPartial('b', 'pinId'), live.isPartial('a')]).toEqual([
    true,
    false,
    false,
  ]);
  answers[0]?.([row('one'), row('two')]);
  await settled();
  expect(live.isPartial('a', 'pinId')).toBe(false);
});

test('unwatched queries are kept up to date for a while and shown immediately', async () => {
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  const leave = live.query('pin', 'planId', 'p').subscribe(() => undefined);
  answers[0]?.([row('a')]);
  await settled();
  leave();
  live.tidy();
  live.changed({ rows: [{ entity: 'pin', id: 'b', row: row('b') }] });
  expect(
    live
      .query('pin', 'planId', 'p')
      .snapshot()
      ?.map((one) => one.id),
  ).toEqual(['a', 'b']);
  const many = Array.from({ length: 90_000 }, (_, n) => row(String(n)));
  const leaveMany = live.query('pin', 'planId', 'q').subscribe(() => undefined);
  answers[1]?.(many);
  await settled();
  leaveMany();
  live.tidy();
  expect(live.query('pin', 'planId', 'q').snapshot()).toBeUndefined();
});

test('of the unwatched queries, the oldest is evicted first', async () => {
  const { source, answers } = askedSource();
  const live = new LiveRows(source);
  const watch = async (plan: string, rows: Rows['pin'][]) => {
    const leave = live.query('pin', 'planId', plan).subscribe(() => undefined);
    answers.shift()?.(rows);
    await settled();
    leave();
  };
  const some = (name: string) => Array.from({ length: 30_000 }, (_, n) => row(`${name}${n}`));
  for (const plan of ['a', 'b']) await watch(plan, some(plan));
  await watch('a', []);
  await watch('c', some('c'));
  // This query was not read.
  live.query('pin', 'planId', 'd');
  live.tidy();
  expect(['a', 'b', 'c', 'd'].map((plan) => live.query('pin', 'planId', plan).snapshot()?.length)).toEqual([
    30_000,
    undefined,
    30_000,
    undefined,
  ]);
});

// A running job is checked periodically, is aborted when cancelled, and survives a failed check.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from './follow.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function following(look: () => Promise<boolean>) {
  const outer = new AbortController();
  const failures: unknown[] = [];
  return {
    outer,
    failures,
    ...follow({ look, signal: outer.signal, failed: (error) => failures.push(error), everyMs: 10 }),
  };
}

test('a job continues while its result is needed and is aborted when cancelled', async () => {
  let expected = true;
  const job = following(async () => expected);
  await vi.advanceTimersByTimeAsync(30);
  expect([job.cancelled(), job.signal.aborted]).toEqual([false, false]);
  expected = false;
  await vi.advanceTimersByTimeAsync(10);
  expect([job.cancelled(), job.signal.aborted]).toEqual([true, true]);
  await job.end();
});

test('a job is aborted with its worker, which does not count as cancelled', async () => {
  const job = following(async () => true);
  job.outer.abort();
  expect([job.cancelled(), job.signal.aborted]).toEqual([false, true]);
  await job.end();
});

test('a job never runs two checks at once, and waits for the last check when it ends', async () => {
  let looks = 0;
  let answer = (_wanted: boolean) => {};
  const job = following(() => {
    looks++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await vi.advanceTimersByTimeAsync(50);
  expect(looks).toBe(1);
  let ended = false;
  const end = job.end().then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(50);
  expect([looks, ended]).toEqual([1, false]);
  answer(true);
  await end;
  await vi.advanceTimersByTimeAsync(50);
  expect(looks).toBe(1);
});

test('a failed check is reported and repeated', async () => {
  let looks = 0;
  const job = following(async () => {
    looks++;
    if (looks === 1) throw new Error('no database');
    return true;
  });
  await vi.advanceTimersByTimeAsync(20);
  expect([looks, job.failures.length, job.signal.aborted]).toEqual([2, 1, false]);
  await job.end();
});

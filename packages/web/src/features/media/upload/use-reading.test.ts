// Files are read in order, at most two at a time, until the reader is stopped.
import { expect, test } from 'vitest';
import { ahead, eachOf } from './use-reading.ts';

const files = Array.from({ length: 300 }, (_, at) => at);

test('never reads more than two files at a time, and reports each once', async () => {
  const reported: number[] = [];
  let [open, most] = [0, 0];
  const look = async (one: number) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return one;
  };
  await eachOf(files, look, (one, at) => {
    expect(one).toBe(at);
    reported.push(one);
  });
  expect(most).toBe(2);
  expect(reported.toSorted((a, b) => a - b)).toEqual(files);
});

test('stops reading once the user has left', async () => {
  const reported: number[] = [];
  let looked = 0;
  const look = async (one: number) => {
    looked += 1;
    return one;
  };
  await eachOf(
    files,
    look,
    (one) => void reported.push(one),
    () => reported.length >= 5,
  );
  expect(reported).toHaveLength(5);
  expect(looked).toBeLessThan(10);
});

test('starts a few ahead, yields in order, and starts no more once the consumer stops', async () => {
  const begun: number[] = [];
  const reported: number[] = [];
  const make = async (one: number) => {
    begun.push(one);
    return one * 2;
  };
  for await (const [at, one, created] of ahead(files, make)) {
    expect([at, created]).toEqual([one, one * 2]);
    expect(begun.length).toBe(Math.min(files.length, at + 3));
    reported.push(one);
    if (at === 4) break;
  }
  expect(reported).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

import { expect, test } from 'vitest';
import { createSlots } from './concurrency-slots.ts';

test('runs at most the allowed number at once, in order, and rejects the excess', async () => {
  const slots = createSlots(2, 3);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const gates: (() => void)[] = [];
  const job = (number: number) =>
    slots(async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
    });
  const five = [1, 2, 3, 4, 5].map(job);
  await expect(job(6)).rejects.toMatchObject({ code: 'unavailable' });
  for (let open = 0; open < 5; open += 1) {
    while (!gates[open]) await Promise.resolve();
    gates[open]?.();
  }
  await Promise.all(five);
  expect(most).toBe(2);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('a failure frees its slot', async () => {
  const slots = createSlots(1, 1);
  await expect(slots(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(slots(async () => 'yes')).resolves.toBe('yes');
});

// The process in which photos are made smaller: takes one after the other, and is ended with whatever file it dies of.

import type { Answer, Order } from './order.ts';
import { shrink } from './shrink.ts';

process.on('message', async ({ number, source, size }: Order) => {
  let answer: Answer;
  try {
    answer = { number, picture: await shrink(Buffer.from(source), size) };
  } catch {
    answer = { number, picture: null };
  }
  process.send?.(answer);
});

// Whoever stops the program may tell all its processes: this one ends with the program, whose callers may still wait.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

// Without its parent nobody waits for anything.
process.once('disconnect', () => process.exit(0));

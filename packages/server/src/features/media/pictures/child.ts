// The process in which photos are made smaller: takes one after the other, and is ended with whatever file it dies of.

import { leaveStoppingToProgram } from '../../../platform/stop-signals.ts';
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

leaveStoppingToProgram();

// Without its parent nobody waits for anything.
process.once('disconnect', () => process.exit(0));

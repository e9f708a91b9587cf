// Process that resizes photos one at a time. A file that crashes it takes down only this process.

import { ignoreStopSignals } from '../../../platform/stop-signals.ts';
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

ignoreStopSignals();

// Without the parent process, no one is waiting for results.
process.once('disconnect', () => process.exit(0));

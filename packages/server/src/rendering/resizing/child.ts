// Process that resizes pictures one at a time. A file that crashes it takes down only this process.
import { AppError } from '@plumbline/core/kernel/errors';
import { ignoreStopSignals } from '../../platform/stop-signals.ts';
import type { Answer, Order } from './order.ts';
import { shrinkProfilePicture } from './profile.ts';
import { shrink } from './shrink.ts';

process.on('message', async ({ number, source, size }: Order) => {
  const bytes = Buffer.from(source);
  let answer: Answer;
  try {
    answer = { number, picture: await (size === 'profile' ? shrinkProfilePicture(bytes) : shrink(bytes, size)) };
  } catch (error) {
    const refusal = error instanceof AppError && error.code === 'too_large' ? error.code : 'unsupported_type';
    answer = { number, refusal };
  }
  process.send?.(answer);
});

ignoreStopSignals();

// Without the parent process, no one is waiting for results.
process.once('disconnect', () => process.exit(0));

// Lets only so many run at once: each password hash takes 46 MiB, and all of a processor, while it runs.
import { AppError } from '@plumbline/core/kernel/errors';

export type Slots = <T>(run: () => Promise<T>) => Promise<T>;

/** `atOnce` run, up to `waiting` wait in order; whoever comes then is told `unavailable`. */
export function createSlots(atOnce: number, waiting: number): Slots {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError('unavailable', { retryAfter: 5 });
    // The one who leaves hands the place over, so `running` stays.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  return async (run) => {
    await enter();
    try {
      return await run();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

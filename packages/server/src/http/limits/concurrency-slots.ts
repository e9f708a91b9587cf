// Limits concurrency: each password hash uses 46 MiB and a whole processor core while it runs.
import { AppError } from '@plumbline/core/kernel/errors';

export type Slots = <T>(run: () => Promise<T>) => Promise<T>;

/** `atOnce` run and up to `waiting` wait in order; further calls fail with `unavailable`. */
export function createSlots(atOnce: number, waiting: number): Slots {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError('unavailable', { retryAfter: 5 });
    // The finished call passes its slot on, so `running` does not change.
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

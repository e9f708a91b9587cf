// Retries a failed load three times, a second apart, and stops as soon as it is no longer needed.

export interface RetryPlan {
  readonly times: number;
  readonly delayMs: number;
  /** Resolves after the time, or rejects when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const TILE_RETRY: RetryPlan = { times: 3, delayMs: 1000, wait: waitFor };

export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal, plan: RetryPlan): Promise<T> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (failures === plan.times) throw error;
      await plan.wait(plan.delayMs, signal);
    }
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

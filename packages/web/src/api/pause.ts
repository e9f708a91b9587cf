// Waiting that ends early once there is reason to.

/** Resolves after so many milliseconds, or without a number only when the signal says so; with the signal at once. */
export function pause(milliseconds: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

let back = new AbortController();
globalThis.addEventListener?.('online', () => {
  back.abort();
  back = new AbortController();
});

/** Aborted when the line comes back next. To be taken before the server is asked: the line may come back while the asking fails. */
export const lineBack = (): AbortSignal => back.signal;

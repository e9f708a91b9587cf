// Waiting that a signal can end early.

/**
 * Resolves after this many milliseconds, or without a number only on the signal; immediately when the signal aborts.
 */
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

/**
 * Aborted when the device next comes back online. Take it before sending the request: the connection may return while
 * the request is failing.
 */
export const onReconnect = (): AbortSignal => back.signal;

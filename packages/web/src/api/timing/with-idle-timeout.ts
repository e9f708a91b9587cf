// An idle timeout for requests: a connection that died silently must not block syncing for ever.

/** Runs a task that can be aborted: by `signal`, or when there has been no activity for this many milliseconds. */
export async function withIdleTimeout<T>(
  milliseconds: number,
  signal: AbortSignal,
  run: (stop: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  const end = () => silence.abort(new DOMException('no sign of life', 'TimeoutError'));
  let timer = setTimeout(end, milliseconds);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(end, milliseconds);
  };
  try {
    return await run(AbortSignal.any([signal, silence.signal]), alive);
  } finally {
    clearTimeout(timer);
  }
}

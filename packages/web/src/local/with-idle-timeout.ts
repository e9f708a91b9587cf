// How long an answer is waited for: a line that died without a word must not hold syncing up for ever.

/** Runs what can be stopped; it is stopped with `signal`, or when nothing has happened for so many milliseconds. */
export async function withPatience<T>(
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

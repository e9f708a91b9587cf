// Runs work on each item of a stream, some at a time.
export async function inParallel<Item>(
  items: AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const lanes = Array.from({ length: concurrency }, async () => {
    try {
      while (!failed) {
        const { value, done } = await iterator.next();
        if (done) return;
        await work(value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  });
  const ended = await Promise.allSettled(lanes);
  const reason = ended.find((lane) => lane.status === 'rejected')?.reason as unknown;
  if (reason === undefined) return;
  await iterator.return?.();
  throw reason;
}

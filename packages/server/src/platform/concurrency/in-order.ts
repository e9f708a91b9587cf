// Works a few items ahead and returns results in order: keeps two cores busy while holding only a few results.

const PREFETCH_COUNT = 3;

export async function* inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const under: { item: T; result: Promise<R> }[] = [];
  let next = 0;
  const begin = (): void => {
    const item = items[next];
    next += 1;
    if (item === undefined) return;
    const result = work(item);
    // Errors surface when the result is awaited; until then, avoid unhandled rejections.
    result.catch(() => {});
    under.push({ item, result });
  };
  while (next < Math.min(PREFETCH_COUNT, items.length)) begin();
  for (let first = under.shift(); first; first = under.shift()) {
    const result = await first.result;
    begin();
    yield [first.item, result];
  }
}

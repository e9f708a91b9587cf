// Works a little ahead and hands the results over in order: two cores are kept busy, and no more than a few results are held.

const AHEAD = 3;

export async function* inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const under: { item: T; result: Promise<R> }[] = [];
  let next = 0;
  const begin = (): void => {
    const item = items[next];
    next += 1;
    if (item === undefined) return;
    const result = work(item);
    // Failures are met when their turn comes; until then nobody listens.
    result.catch(() => {});
    under.push({ item, result });
  };
  while (next < Math.min(AHEAD, items.length)) begin();
  for (let first = under.shift(); first; first = under.shift()) {
    const result = await first.result;
    begin();
    yield [first.item, result];
  }
}

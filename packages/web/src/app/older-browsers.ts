// What Safari lacked before version 17.4. iPhones that cannot be updated beyond iOS 16 are still in use on sites.

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: PromiseWithResolvers<Value>['resolve'] = () => undefined;
  let reject: PromiseWithResolvers<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  for (const one of signals) {
    if (one.aborted) controller.abort(one.reason);
    else one.addEventListener('abort', () => controller.abort(one.reason), { once: true, signal });
  }
  return signal;
}

export function addMissing(): void {
  Map.groupBy ??= groupBy;
  Promise.withResolvers ??= withResolvers;
  AbortSignal.any ??= anySignal;
}

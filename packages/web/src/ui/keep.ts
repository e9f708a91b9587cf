/**
 * Keeps in the browser what spares time or remembers a choice. Where that is full or forbidden, it is not kept: nothing
 * else may fail because of it.
 */
export function keep(key: string, text: string, store: Storage = localStorage): void {
  try {
    store.setItem(key, text);
  } catch {
    // What was kept before may contradict the new value.
    forget(key, store);
  }
}

function forget(key: string, store: Storage): void {
  try {
    store.removeItem(key);
  } catch {
    // Forbidden: nothing was kept before.
  }
}

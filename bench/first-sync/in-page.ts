// Functions that run in the browser's page; they must not reference anything outside themselves.

type Wanted = { name: string; pins: number; tasks: number };

/** Whether the device's store contains this many pins and tasks. */
export async function rowsHere({ name, pins, tasks }: Wanted): Promise<boolean> {
  const known = await indexedDB.databases();
  if (!known.some((one) => one.name === name && (one.version ?? 0) > 1)) return false;
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open(name));
  try {
    const counts = ['pin', 'task'].map((store) => done(database.transaction(store).objectStore(store).count()));
    const [here = 0, given = 0] = await Promise.all(counts);
    return here >= pins && given >= tasks;
  } finally {
    database.close();
  }
}

type Load = { projectId: string; token: string; key: Record<string, string> };

/**
 * Fetches a project page by page and writes its rows to stores with the same keys and indexes, without checking or
 * showing anything.
 */
export async function bareLoad({ projectId, token, key }: Load) {
  const indexes: Record<string, string[]> = { pin: ['planId', 'projectId'], task: ['pinId', 'projectId'] };
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const startedAt = performance.now();
  const opening = indexedDB.open('bare', 1);
  opening.onupgradeneeded = () => {
    for (const [name, fields] of Object.entries(indexes)) {
      const store = opening.result.createObjectStore(name, { keyPath: 'id' });
      for (const field of fields) store.createIndex(field, [field, 'id']);
    }
  };
  const database = await done(opening);
  let bytes = 0;
  type Reply = { to: number; more: boolean; timeline: string; scope: string; rows: { entity: string; row: unknown }[] };
  for (let last: Reply | undefined; last?.more !== false; ) {
    const query = new URLSearchParams({ projectId, from: String(last?.to ?? 0), limit: '2000' });
    if (last) {
      query.set('timeline', last.timeline);
      query.set('scope', last.scope);
    }
    const response = await fetch(`/api/v2/sync/pull?${query}`, {
      headers: { authorization: `Bearer ${token}`, ...key },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    bytes += text.length;
    const reply = JSON.parse(text) as Reply;
    const writing = database.transaction(Object.keys(indexes), 'readwrite', { durability: 'relaxed' });
    const landed = new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onerror = () => reject(writing.error);
    });
    for (const { entity, row } of reply.rows) if (entity in indexes) writing.objectStore(entity).put(row);
    await landed;
    last = reply;
  }
  database.close();
  return { all: performance.now() - startedAt, bytes };
}

// Functions that run in the browser's page; they must not reference anything outside themselves.

/** All rows of a store of this device. */
export async function storedRows(store: string): Promise<object[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const rows: object[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    if (database.objectStoreNames.contains(store))
      rows.push(...(await done(database.transaction(store).objectStore(store).getAll() as IDBRequest<object[]>)));
    database.close();
  }
  return rows;
}

export type FileRequest = { url: string; method: string; body: string | null; authorization: string };

/** Repeats the requests without keeping the files, as many at once as the product; returns milliseconds and bytes. */
export async function bareTransfer(requests: readonly FileRequest[]): Promise<{ took: number; bytes: number }> {
  const AT_ONCE = 6;
  const waiting = [...requests];
  let bytes = 0;
  const startedAt = performance.now();
  const next = async () => {
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
      const { url, method, body, authorization } = request;
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(url, { method, body, cache: 'no-store', ...(body !== null && { headers }) });
      const { byteLength } = await response.arrayBuffer();
      bytes += byteLength;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return { took: performance.now() - startedAt, bytes };
}

/** Resolves with the milliseconds since the navigation when the selector matches something. */
export function firstShown(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector)) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Resolves with the milliseconds since the navigation when the open plan shows dark lines of its drawing. */
export function planDrawn(): Promise<number> {
  return new Promise((resolve) => {
    const isDrawn = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.plv-viewport canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context || canvas.width === 0) return false;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 200 && (data[at] ?? 255) < 60) return true;
      return false;
    };
    const look = () => {
      if (isDrawn()) resolve(performance.now());
      else setTimeout(look, 20);
    };
    look();
  });
}

declare global {
  interface Window {
    /** Milliseconds since the navigation at which a picture was last drawn for the first time. */
    lastDrawn: number;
  }
}

/** Records when the viewer draws pictures it has not drawn before. Runs before anything else in the page. */
export function watchDrawing(): void {
  window.lastDrawn = 0;
  const seen = new WeakSet<object>();
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    const picture = given[0] as object;
    if (picture instanceof ImageBitmap && !seen.has(picture)) {
      seen.add(picture);
      window.lastDrawn = performance.now();
    }
    return Reflect.apply(draw, this, given);
  } as typeof draw;
}

/** Resolves once no picture has been new for a while, with the milliseconds since the navigation of the last one. */
export function drawnSharply(): Promise<number> {
  const REST_MS = 1_000;
  return new Promise((resolve) => {
    const look = () => {
      const { lastDrawn } = window;
      if (lastDrawn > 0 && performance.now() - lastDrawn > REST_MS) resolve(lastDrawn);
      else setTimeout(look, 100);
    };
    look();
  });
}

/** Milliseconds from frame to frame during the given time. */
export function frameTimes(milliseconds: number): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let before = startedAt;
    const next = (now: number) => {
      times.push(now - before);
      before = now;
      if (now - startedAt > milliseconds) resolve(times.slice(1));
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

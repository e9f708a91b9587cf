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

/**
 * Milliseconds since the navigation at which tiles of the drawing were presented that were not before: `first` of any
 * level, `last` of the level that is not enlarged.
 */
type Drawn = { first: number; last: number };

declare global {
  interface Window {
    drawn: Drawn;
  }
}

/** Records when the drawing appears, and when it last changes. Runs before anything else in the page. */
export function watchDrawing(): void {
  const drawn: Drawn = { first: 0, last: 0 };
  window.drawn = drawn;
  /** The pictures drawn before, and whether one of their drawings was sharp. */
  const seen = new WeakMap<object, boolean>();
  // Anything drawn in an animation frame callback is presented with that frame, everything else with the next one.
  let framing = false;
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    frame((now) => {
      framing = true;
      try {
        callback(now);
      } finally {
        framing = false;
      }
    });
  const MAX_STRETCH = 1.3;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: isSharp }) => {
    const now = performance.now();
    drawn.first ||= now;
    if (isSharp) drawn.last = now;
  };
  const stretchOf = (context: CanvasRenderingContext2D, given: readonly unknown[], { width }: ImageBitmap) => {
    const { a, b } = context.getTransform();
    const [from, to] = given.length === 9 ? [given[3], given[7]] : [width, given[3]];
    return (Math.hypot(a, b) * Number(to)) / Number(from);
  };
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    const picture = given[0] as object;
    // The small overview is beside the drawing.
    if (picture instanceof ImageBitmap && !this.canvas.closest('.plv-minimap')) {
      const isSharp = stretchOf(this, given, picture) < MAX_STRETCH;
      const isNew = !seen.has(picture) || (isSharp && !seen.get(picture));
      seen.set(picture, isSharp || seen.get(picture) === true);
      if (isNew && framing) port2.postMessage(isSharp);
      else if (isNew) frame(() => port2.postMessage(isSharp));
    }
    return Reflect.apply(draw, this, given);
  } as typeof draw;
}

/** Has plans open fitted, not as they were left: enlarged beyond its finest level, a drawing is never sharp. */
export function forgetViews(): void {
  sessionStorage.removeItem('plumbline.planViews');
}

/** Resolves once no picture has been new for a while. Rejects if none is sharp. */
export function drawnSharply(): Promise<Drawn> {
  const REST_MS = 1_000;
  const MAX_MS = 30_000;
  return new Promise((resolve, reject) => {
    const look = () => {
      const { drawn } = window;
      if (drawn.last > 0 && performance.now() - drawn.last > REST_MS) resolve(drawn);
      else if (performance.now() > MAX_MS) reject(new Error('the drawing did not become sharp'));
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

// Functions that run in the pages; they must not reference anything outside themselves.

/** Tiles by position ("z/x/y"), each with the time at which the frame it was first drawn in was presented. */
export interface Watch {
  readonly drawn: Record<string, { readonly url: string; at: number | undefined }>;
  /** When the pointer last pressed something. */
  pressed: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Records each tile when it is first drawn, whatever its source. Runs before anything else in the page. */
export function watchTiles(): void {
  const urls = new WeakMap<object, string>();
  const watch: Watch = { drawn: {}, pressed: 0 };
  window.watch = watch;
  addEventListener('click', () => (watch.pressed = performance.now()), { capture: true });
  // Tiles get a different address in each page, so they always come from the server. Everything else stays cached,
  // including the compiled code of scripts, as for a returning user.
  const fresh = (url: string): string => (url.includes('/m/tiles/') ? `${url}?page=${performance.timeOrigin}` : url);
  const ask = window.fetch.bind(window);
  window.fetch = (input, init) => ask(typeof input === 'string' ? fresh(input) : input, init);
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
  if (source?.get && source.set) {
    const { get, set } = source;
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...source,
      get,
      set(url) {
        set.call(this, fresh(String(url)));
      },
    });
  }
  const blob = Response.prototype.blob;
  Response.prototype.blob = async function (this: Response) {
    const created = await blob.call(this);
    urls.set(created, this.url);
    return created;
  };
  const decode = window.createImageBitmap.bind(window);
  window.createImageBitmap = (async (source: ImageBitmapSource, ...rest: []) => {
    const created = await decode(source, ...rest);
    const url = urls.get(source);
    if (url !== undefined) urls.set(created, url);
    return created;
  }) as typeof window.createImageBitmap;
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
  const shown = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      if (framing) port2.postMessage(0);
      else frame(() => port2.postMessage(0));
    });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    const picture = given[0] as object;
    const url = picture instanceof HTMLImageElement ? picture.currentSrc : urls.get(picture);
    const place = url?.match(/\/m\/tiles\/.+\/(\d+\/\d+\/\d+)\?/u)?.[1];
    if (url !== undefined && place !== undefined && !watch.drawn[place]) {
      const tile: Watch['drawn'][string] = { url, at: undefined };
      watch.drawn[place] = tile;
      void shown().then(() => {
        tile.at = performance.now();
      });
    }
    return Reflect.apply(draw, this, given);
  } as typeof draw;
}

/**
 * Milliseconds from the last press, or the navigation, until all these tiles were presented, and the address of one;
 * undefined before that.
 */
export function drawnOf(places: readonly string[]): { took: number; url: string } | undefined {
  const { drawn, pressed } = window.watch;
  const seen = places.flatMap((place) => drawn[place]?.at ?? []);
  if (seen.length < places.length) return undefined;
  return { took: Math.max(...seen) - pressed, url: drawn[places[0] ?? '']?.url ?? '' };
}

/**
 * The minimum a page can do: requests all tiles at once, and decodes and draws each as it arrives. Returns the
 * milliseconds until the last one is drawn.
 */
export async function bareView(tiles: readonly { url: string; x: number; y: number }[]): Promise<number> {
  const startedAt = performance.now();
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const context = canvas.getContext('2d');
  const side = innerWidth / (1 + Math.max(...tiles.map(({ x }) => x)) - Math.min(...tiles.map(({ x }) => x)));
  await Promise.all(
    tiles.map(async ({ url, x, y }) => {
      const response = await fetch(url);
      const image = await createImageBitmap(await response.blob());
      context?.drawImage(image, x * side, y * side, side, side);
      image.close();
    }),
  );
  const took = performance.now() - startedAt;
  canvas.remove();
  return took;
}

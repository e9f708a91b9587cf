// Tiles as bitmaps: each requested once, a few at a time, latest first; the oldest are evicted.
import type { PlanSource } from '../../../viewer/options.ts';

const MAX_TILES = 240;
const MAX_CONCURRENT = 8;
/** Milliseconds until a failed tile is requested again. */
const RETRY_DELAY_MS = 2_000;

type Entry = { image: ImageBitmap | undefined; failedAt: number };

export class TileStore {
  private readonly entries = new Map<string, Entry>();
  private wanted: { key: string; url: string }[] = [];
  private loading = 0;
  private closed = false;
  private readonly onTile: () => void;
  private readonly onFailed: () => void;

  /** `onTile`: a tile has loaded. `onFailed`: a tile failed; the link may have expired. */
  constructor(onTile: () => void, onFailed: () => void) {
    this.onTile = onTile;
    this.onFailed = onFailed;
  }

  /** The tile if loaded; otherwise it is requested. */
  take(id: string, source: PlanSource, z: number, x: number, y: number): ImageBitmap | undefined {
    const key = `${id}/${z}/${x}/${y}`;
    const known = this.entries.get(key);
    if (known?.image) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.image;
    }
    const url = source.tileUrl?.(z, x, y);
    if (url && (!known || (known.failedAt > 0 && performance.now() - known.failedAt > RETRY_DELAY_MS)))
      this.ask(key, url);
    return undefined;
  }

  /** Like `take`, without requesting it. */
  peek(id: string, z: number, x: number, y: number): ImageBitmap | undefined {
    return this.entries.get(`${id}/${z}/${x}/${y}`)?.image;
  }

  close(): void {
    this.closed = true;
    for (const { image } of this.entries.values()) image?.close();
    this.entries.clear();
    this.wanted = [];
  }

  private ask(key: string, url: string): void {
    this.entries.set(key, { image: undefined, failedAt: 0 });
    this.wanted.push({ key, url });
    this.resume();
  }

  private resume(): void {
    while (this.loading < MAX_CONCURRENT) {
      const next = this.wanted.pop();
      if (!next) return;
      this.loading += 1;
      void this.load(next.key, next.url);
    }
  }

  private async load(key: string, url: string): Promise<void> {
    try {
      const response = await fetch(url, { credentials: 'same-origin' });
      if (!response.ok) throw new Error(`tile ${response.status}`);
      const image = await createImageBitmap(await response.blob());
      if (this.closed) {
        image.close();
        return;
      }
      this.entries.set(key, { image, failedAt: 0 });
      this.forget();
      this.onTile();
    } catch {
      if (this.closed) return;
      this.entries.set(key, { image: undefined, failedAt: performance.now() });
      this.onFailed();
    } finally {
      this.loading -= 1;
      this.resume();
    }
  }

  private forget(): void {
    for (const [key, { image }] of this.entries) {
      if (this.entries.size <= MAX_TILES) return;
      if (!image) continue;
      image.close();
      this.entries.delete(key);
    }
  }
}

// Tiles as bitmaps: asked for once, a few at a time and the latest first, the oldest let go of.
import type { PlanSource } from '../../../viewer/options.ts';

const KEPT = 240;
const AT_ONCE = 8;
/** A tile that failed is asked for again after this many milliseconds. */
const AGAIN = 2_000;

type Entry = { image: ImageBitmap | undefined; failedAt: number };

export class TileStore {
  private readonly entries = new Map<string, Entry>();
  private wanted: { key: string; url: string }[] = [];
  private loading = 0;
  private closed = false;
  private readonly onTile: () => void;
  private readonly onFailed: () => void;

  /** `onTile`: one has come. `onFailed`: one could not be had; the link may have ended. */
  constructor(onTile: () => void, onFailed: () => void) {
    this.onTile = onTile;
    this.onFailed = onFailed;
  }

  /** The tile where it is there; else it is asked for. */
  take(id: string, source: PlanSource, z: number, x: number, y: number): ImageBitmap | undefined {
    const key = `${id}/${z}/${x}/${y}`;
    const known = this.entries.get(key);
    if (known?.image) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.image;
    }
    const url = source.tileUrl?.(z, x, y);
    if (url && (!known || (known.failedAt > 0 && performance.now() - known.failedAt > AGAIN))) this.ask(key, url);
    return undefined;
  }

  /** As `take`, without asking. */
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
    this.goOn();
  }

  private goOn(): void {
    while (this.loading < AT_ONCE) {
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
      this.goOn();
    }
  }

  private forget(): void {
    for (const [key, { image }] of this.entries) {
      if (this.entries.size <= KEPT) return;
      if (!image) continue;
      image.close();
      this.entries.delete(key);
    }
  }
}

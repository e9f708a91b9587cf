// Decoded tiles, shared by everything that draws plans: each tile is loaded once, and kept within a limit of bytes.

/** Rejects when the signal aborts. */
export type LoadTile = (signal: AbortSignal) => Promise<ImageBitmap>;

/** While a lease is held, its tile is neither aborted nor closed. */
export interface TileLease {
  readonly image: Promise<ImageBitmap>;
  /** Aborts the load if nothing else waits for the tile. Later calls do nothing. */
  readonly release: () => void;
}

interface Entry {
  readonly key: string;
  readonly loading: Promise<ImageBitmap>;
  readonly abort: AbortController;
  image: ImageBitmap | undefined;
  leases: number;
}

export async function fetchTile(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`tile ${response.status}`);
  return createImageBitmap(await response.blob());
}

const bytesOf = ({ width, height }: ImageBitmap): number => width * height * 4;
const ignore = (): void => undefined;

export class TileCache {
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private readonly maxBytes: number;
  private bytes = 0;

  /** Leased tiles count towards the limit and may exceed it; all others are closed first. */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Loads the tile unless it is cached or being loaded. Failed loads are not cached. */
  lease(key: string, load: LoadTile): TileLease {
    const known = this.entries.get(key);
    let entry = this.claim(key, load);
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.unclaim(entry);
    };
    // Another caller's load may fail for reasons of its own, such as an expired link.
    const image = known
      ? entry.loading.catch((error: unknown) => {
          if (released) throw error;
          entry = this.claim(key, load);
          return entry.loading;
        })
      : entry.loading;
    image.catch(ignore);
    return { image, release };
  }

  /** A loaded tile, without a lease: valid until the caller next yields. */
  peek(key: string): ImageBitmap | undefined {
    const entry = this.entries.get(key);
    if (entry) this.touch(entry);
    return entry?.image;
  }

  /** Forgets all tiles; those on lease are closed when they are released. */
  clear(): void {
    for (const entry of this.entries.values()) if (entry.leases === 0) entry.image?.close();
    this.entries.clear();
    this.bytes = 0;
  }

  private claim(key: string, load: LoadTile): Entry {
    const entry = this.entries.get(key) ?? this.start(key, load);
    entry.leases += 1;
    this.touch(entry);
    return entry;
  }

  private unclaim(entry: Entry): void {
    entry.leases -= 1;
    if (entry.leases > 0) return;
    if (!entry.image) {
      this.forget(entry);
      entry.abort.abort();
    } else if (this.holds(entry)) this.evict();
    else entry.image.close();
  }

  private start(key: string, load: LoadTile): Entry {
    const abort = new AbortController();
    const entry: Entry = { key, loading: load(abort.signal), abort, image: undefined, leases: 0 };
    this.entries.set(key, entry);
    entry.loading.then(
      (image) => this.loaded(entry, image),
      () => this.forget(entry),
    );
    return entry;
  }

  private loaded(entry: Entry, image: ImageBitmap): void {
    entry.image = image;
    if (this.holds(entry)) {
      this.bytes += bytesOf(image);
      this.evict();
    } else if (entry.leases === 0) image.close();
  }

  private evict(): void {
    for (const entry of this.entries.values()) {
      if (this.bytes <= this.maxBytes) return;
      if (entry.leases > 0 || !entry.image) continue;
      this.bytes -= bytesOf(entry.image);
      this.forget(entry);
      entry.image.close();
    }
  }

  private touch(entry: Entry): void {
    if (!this.entries.delete(entry.key)) return;
    this.entries.set(entry.key, entry);
  }

  private forget(entry: Entry): void {
    if (this.holds(entry)) this.entries.delete(entry.key);
  }

  private holds(entry: Entry): boolean {
    return this.entries.get(entry.key) === entry;
  }
}

// Tiles requested before the viewer that shows them is ready: for one plan at a time, and only briefly.
import type { TileIndex } from '../../../viewer/tiles/pyramid.ts';

/** Milliseconds after which unused tiles are dropped. */
const KEPT = 20_000;

type Held = {
  readonly revisionId: string;
  readonly tiles: Map<string, Promise<ImageBitmap>>;
  readonly stop: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
};

let held: Held | undefined;

const nameOf = ({ z, x, y }: TileIndex): string => `${z}/${x}/${y}`;

async function load(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`tile ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Releases the tiles that were not taken. */
export function dropTiles(): void {
  if (!held) return;
  const { tiles, stop, timer } = held;
  held = undefined;
  clearTimeout(timer);
  stop.abort();
  for (const tile of tiles.values()) {
    tile.then(
      (image) => image.close(),
      () => undefined,
    );
  }
}

/** Fetches tiles of a revision; tiles held for another one are released. */
export function askTiles(revisionId: string, prefix: string, places: readonly TileIndex[]): void {
  if (held?.revisionId !== revisionId) {
    dropTiles();
    held = { revisionId, tiles: new Map(), stop: new AbortController(), timer: setTimeout(dropTiles, KEPT) };
  }
  for (const place of places) {
    const name = nameOf(place);
    if (held.tiles.has(name)) continue;
    const tile = load(`${prefix}/${name}`, held.stop.signal);
    // The rejection is reported to the caller that takes the tile.
    tile.catch(() => undefined);
    held.tiles.set(name, tile);
  }
}

/** Reads a prefetched tile without taking it: the bitmap still belongs to whoever takes it. */
export const heldTile = (revisionId: string, place: TileIndex): Promise<ImageBitmap> | undefined =>
  held?.revisionId === revisionId ? held.tiles.get(nameOf(place)) : undefined;

/** Takes a prefetched tile; the caller owns the bitmap. */
export function takeTile(revisionId: string, place: TileIndex): Promise<ImageBitmap> | undefined {
  if (held?.revisionId !== revisionId) return undefined;
  const tile = held.tiles.get(nameOf(place));
  held.tiles.delete(nameOf(place));
  return tile;
}

// The source of map images: square tiles of the world in Web Mercator.

export type MapTile = { readonly bytes: Buffer; readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' };

export interface MapTiles {
  readonly maxZoom: number;
  /** The attribution of the map, shown with every tile. */
  readonly attribution: string;
  /** Undefined if the map has no such tile. Throws `ServiceError` if the source is unavailable. */
  tile(z: number, x: number, y: number, signal?: AbortSignal): Promise<MapTile | undefined>;
}

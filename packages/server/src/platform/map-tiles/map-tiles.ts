// Where the pictures of maps come from: square tiles of the world in Web Mercator.

export type MapTile = { readonly bytes: Buffer; readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' };

export interface MapTiles {
  readonly maxZoom: number;
  /** Whose map it is; shown wherever a tile is. */
  readonly attribution: string;
  /** Undefined where the map has nothing. Throws `ServiceError` where the source cannot be asked. */
  tile(z: number, x: number, y: number, signal?: AbortSignal): Promise<MapTile | undefined>;
}

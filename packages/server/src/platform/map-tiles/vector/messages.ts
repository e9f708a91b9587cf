// The messages between the process that draws vector tiles and its parent.

export const MAX_TILE_BYTES = 4 * 1_048_576;

/** A request for map data: a tile from a server, or a range of an archive. */
export type BytesRequest =
  | { readonly kind: 'tile'; readonly z: number; readonly x: number; readonly y: number }
  | { readonly kind: 'range'; readonly offset: number; readonly length: number };
/** Undefined if there is no such tile. Throws `ServiceError`. */
export type FetchBytes = (request: BytesRequest) => Promise<Uint8Array | undefined>;

export type DrawSettings = {
  readonly isArchive: boolean;
  /** The highest zoom level of a server's data; an archive contains its own. */
  readonly dataZoom: number;
  /** The language of the labels. */
  readonly language: string;
};

export type ToChild =
  | {
      readonly type: 'draw';
      readonly id: number;
      readonly settings: DrawSettings;
      readonly z: number;
      readonly x: number;
      readonly y: number;
    }
  | {
      readonly type: 'bytes';
      readonly id: number;
      readonly bytes?: Uint8Array | undefined;
      readonly failure?: string | undefined;
    };
export type ToParent =
  | { readonly type: 'fetch'; readonly id: number; readonly request: BytesRequest }
  /** A PNG; undefined if the map has no such tile. */
  | {
      readonly type: 'drawn';
      readonly id: number;
      readonly picture?: Uint8Array | undefined;
      readonly failure?: string | undefined;
    };

// What the process that draws vector tiles and its parent say to each other.

export const MAX_TILE_BYTES = 4 * 1_048_576;

/** Bytes of the map: a tile of a server, or a part of an archive. */
export type BytesRequest =
  | { readonly kind: 'tile'; readonly z: number; readonly x: number; readonly y: number }
  | { readonly kind: 'range'; readonly offset: number; readonly length: number };
/** Undefined where there is no such tile. Throws `ServiceError`. */
export type FetchBytes = (request: BytesRequest) => Promise<Uint8Array | undefined>;

export type DrawSettings = {
  readonly isArchive: boolean;
  /** The finest level of a server's data; an archive says it itself. */
  readonly dataZoom: number;
  /** Of the names. */
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
  /** A PNG; undefined where the map has nothing. */
  | {
      readonly type: 'drawn';
      readonly id: number;
      readonly picture?: Uint8Array | undefined;
      readonly failure?: string | undefined;
    };

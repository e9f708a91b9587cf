// Reads downloaded files: whole ones, and single tiles of a pack without reading the rest of it.
import {
  indexRange,
  PACK_HEADER_BYTES,
  type PackIndex,
  readPackHeader,
  readPackIndex,
  tileRange,
} from '@plumbline/core/features/plans/tiles/pack-format';
import type { DeviceFile } from '@plumbline/core/sync/downloads/store';
import type { IdbDownloads } from './idb-downloads.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Decrypted pieces kept in memory, a quarter of a megabyte each: neighbouring tiles are often in the same piece. */
const MAX_PIECES = 24;
/** Indexes of packs kept in memory. */
const MAX_INDEXES = 4;

/** A file that should be on the device is not: the browser has deleted part of it. */
export class MissingPiece extends Error {
  override readonly name = 'MissingPiece';
}

/** Keeps the most recently used values. Failed ones are not kept. */
class Recent<V> {
  readonly #held = new Map<string, Promise<V>>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  get(key: string, load: () => Promise<V>): Promise<V> {
    const value = this.#held.get(key) ?? load();
    this.#held.delete(key);
    this.#held.set(key, value);
    value.catch(() => this.#held.delete(key));
    const [oldest] = this.#held.keys();
    if (this.#held.size > this.#most && oldest !== undefined) this.#held.delete(oldest);
    return value;
  }
}

export class DeviceFiles {
  readonly #store: Pick<IdbDownloads, 'piece'>;
  readonly #pieces = new Recent<Bytes>(MAX_PIECES);
  readonly #indexes = new Recent<PackIndex>(MAX_INDEXES);

  constructor(store: Pick<IdbDownloads, 'piece'>) {
    this.#store = store;
  }

  #piece(file: DeviceFile, at: number): Promise<Bytes> {
    return this.#pieces.get(`${file.planId} ${file.key} ${at}`, async () => {
      const piece = await this.#store.piece(file, at);
      if (!piece) throw new MissingPiece(file.key);
      return piece;
    });
  }

  /** The bytes from `offset` on. */
  async range(file: DeviceFile, offset: number, length: number): Promise<Bytes> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const at = Math.floor((offset + done) / file.pieceSize);
      const piece = await this.#piece(file, at);
      const from = offset + done - at * file.pieceSize;
      const part = piece.subarray(from, from + length - done);
      if (part.length === 0) throw new MissingPiece(file.key);
      bytes.set(part, done);
      done += part.length;
    }
    return bytes;
  }

  async whole(file: DeviceFile): Promise<Blob> {
    const parts: Bytes[] = [];
    for (let at = 0; at < file.pieces; at += 1) {
      const piece = await this.#store.piece(file, at);
      if (!piece) throw new MissingPiece(file.key);
      parts.push(piece);
    }
    return new Blob(parts, { type: file.mime });
  }

  #index(pack: DeviceFile): Promise<PackIndex> {
    return this.#indexes.get(`${pack.planId} ${pack.key}`, async () => {
      const header = readPackHeader(await this.range(pack, 0, PACK_HEADER_BYTES));
      const { offset, length } = indexRange(header);
      return readPackIndex(await this.range(pack, offset, length), header);
    });
  }

  /** The image of one tile. Throws for tiles outside the pyramid. */
  async tile(pack: DeviceFile, { z, x, y }: { z: number; x: number; y: number }): Promise<Blob> {
    const place = tileRange(await this.#index(pack), z, x, y);
    if (!place) throw new RangeError(`no tile ${z}/${x}/${y}`);
    return new Blob([await this.range(pack, place.offset, place.length)], { type: 'image/webp' });
  }
}

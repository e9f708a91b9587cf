// Storage of file contents: immutable, each under its key. Knows nothing of organisations, types or permissions.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/**
 * The bytes of a local file for upload to a store, opened on first read. A stream that is opened earlier and never
 * read stays open, and if its file is missing, the unhandled error would end the process.
 */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/**
 * The bytes of a local file, all pieces in the same buffer: for gigabytes, whose buffers would otherwise keep the garbage
 * collector busy. A piece is valid until the next one is asked for.
 */
export async function* transientBytes(path: string, buffer: Buffer): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The stored file: its length in bytes and its SHA-256 in hexadecimal. */
export type Stored = { size: number; sha256: string };
export type FileEntry = { key: string; size: number; modifiedAt: Date };
/** Bytes from `start` to `end`, both inclusive and counted from 0; without `end` to the last byte. */
export type ByteRange = { start?: number; end?: number };

export interface Files {
  /**
   * Stores all of `body` or nothing. Throws `already_exists` if the key is in use and `no_space` if the disk is full.
   */
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** The content or a part of it. Throws `not_found` before the first byte. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<FileEntry | undefined>;
  /**
   * Moves a file to its final key; if that key exists already (with the same content), only removes the old one. Safe
   * to repeat.
   */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /**
   * The path of the file on disk if the store is a folder, so that readers that need a path can avoid a copy. Must never
   * be written to. `put` of such a store has written each piece before it asks for the next one.
   */
  localPath?(key: string): string;
  /** Removes partial files of writers that were killed, if the store does not do so itself. */
  clearUnfinished?(): Promise<void>;
  /** All files whose key begins with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<FileEntry>;
}

const SEGMENT = /^[\w][\w.-]*$/u;
const MAX_KEY_LENGTH = 512;

/**
 * The program generates the keys: segments of letters, digits, dots, dashes and underscores. Anything else is a bug or
 * an attack.
 */
export function checkKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return key;
}

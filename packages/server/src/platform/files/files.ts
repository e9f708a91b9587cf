// Where file contents are kept: immutable, each under its key. Knows nothing of organisations, types or rights.
import type { Readable } from 'node:stream';

/** What was stored: its length in bytes and its SHA-256 in hexadecimal. */
export type Stored = { size: number; sha256: string };
export type FileEntry = { key: string; size: number; modifiedAt: Date };
/** Bytes from `start` to `end`, both included, counted from 0; without `end` to the last one. */
export type ByteRange = { start?: number; end?: number };

export interface Files {
  /** Stores all of `body`, or nothing. Refuses a key that is taken by `already_exists`, a full disk by `no_space`. */
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** The content, or a part of it. Throws `not_found` before the first byte. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<FileEntry | undefined>;
  /** Gives a file its final key; where that is there already (the same content), only the old key goes. Safe to repeat. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; one that is not there is as good as removed. */
  remove(key: string): Promise<void>;
  /** The path of the file on this machine, where the store is a folder: readers that need one then spare a copy. Never written to. */
  localPath?(key: string): string;
  /** Takes away what writers that were killed have left half written, where the store does not do that by itself. */
  clearUnfinished?(): Promise<void>;
  /** Every file whose key begins with `prefix`, in no order. */
  list(prefix: string): AsyncIterable<FileEntry>;
}

const SEGMENT = /^[\w][\w.-]*$/u;
const LONGEST = 512;

/** Keys are made by the program: segments of letters, digits, dot, dash, underscore. Anything else is a bug, or an attack. */
export function checkKey(key: string): string {
  if (key.length > LONGEST || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return key;
}

// The format of a database in a backup: frames of a type, a length and content, compressed as one stream.
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';

/**
 * `head` starts a table or `file` a file, `data` is a part of its content, `end` closes it with the number of its rows or
 * bytes, `last` closes the database.
 */
export type Frame =
  | { type: 'head'; table: string; columns: string[] }
  | { type: 'folder'; path: string }
  | { type: 'file'; path: string }
  | { type: 'data'; bytes: Buffer }
  | { type: 'end'; rows: number }
  | { type: 'last'; sequences: { name: string; value: string }[] };

const DATA = 'D'.charCodeAt(0);
const JSON_FRAME = 'J'.charCodeAt(0);
const PREFIX_BYTES = 5;
/** Larger frames are never written: a length above it is damage. */
const MAX_FRAME_BYTES = 1_073_741_824;
/** Almost as small as the default, in a third of the time. */
const COMPRESSION_LEVEL = 3;

const nothing = () => {};

function encode(frame: Frame): Buffer {
  const body = frame.type === 'data' ? frame.bytes : Buffer.from(JSON.stringify(frame));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix[0] = frame.type === 'data' ? DATA : JSON_FRAME;
  prefix.writeUInt32BE(body.length, 1);
  return Buffer.concat([prefix, body]);
}

async function* encodeAll(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) yield encode(frame);
}

export function packFrames(frames: AsyncIterable<Frame>): AsyncIterable<Uint8Array> {
  // An error of the source ends the compressed stream with the same error.
  return pipeline(Readable.from(encodeAll(frames)), createGzip({ level: COMPRESSION_LEVEL }), nothing);
}

const DAMAGED = 'The backup was altered: its database cannot be read.';

/** Reads frames back. Throws BackupError if the stream ends before the last frame. */
export async function* unpackFrames(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  // Joining the pieces before the frame is complete would copy it once for each of them.
  let needed = PREFIX_BYTES;
  let complete = false;
  const unzipped: AsyncIterable<Buffer> = pipeline(Readable.from(packed), createGunzip(), nothing);
  for await (const piece of unzipped) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < needed) continue;
    let waiting = Buffer.concat(pieces);
    needed = PREFIX_BYTES;
    while (waiting.length >= PREFIX_BYTES) {
      const length = waiting.readUInt32BE(1);
      if (length > MAX_FRAME_BYTES) throw new BackupError(DAMAGED);
      needed = PREFIX_BYTES + length;
      if (waiting.length < needed) break;
      const body = waiting.subarray(PREFIX_BYTES, needed);
      const frame: Frame =
        waiting[0] === DATA ? { type: 'data', bytes: body } : (JSON.parse(body.toString('utf8')) as Frame);
      yield frame;
      complete = frame.type === 'last';
      waiting = waiting.subarray(needed);
      needed = PREFIX_BYTES;
    }
    pieces = [waiting];
    bytes = waiting.length;
  }
  if (!complete || bytes > 0) throw new BackupError(DAMAGED);
}

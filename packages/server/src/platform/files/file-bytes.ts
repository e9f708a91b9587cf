// The bytes of a local file for upload to a store, opened on first read. A stream that is opened earlier and never read
// stays open, and if its file is missing, the unhandled error would end the process.
import { createReadStream } from 'node:fs';

export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

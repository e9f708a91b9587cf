// The bytes of a file of this machine, for a store: opened when they are asked for. A stream that is opened before, and then not wanted, stays
// open; one whose file is not there ends the program where nobody listens yet.
import { createReadStream } from 'node:fs';

export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

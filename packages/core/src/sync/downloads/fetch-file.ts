// Fetches one file of a plan piece by piece: each piece is verified and durable before the next one, so that after an
// interruption only the piece in progress is fetched again.
import { AppError } from '../../kernel/errors.ts';
import { Unreachable } from '../client/store.ts';
import { type DeviceFile, type DownloadParts, type FileSource, isComplete } from './store.ts';

/** Of files whose source does not say. */
const PIECE_BYTES = 262_144;
/** Attempts in a row that may end without a new piece. */
const MAX_FAILED_ATTEMPTS = 3;

type Bytes = Uint8Array<ArrayBuffer>;

/** Joins and cuts chunks into pieces; the last one may be shorter. */
async function* inPieces(chunks: AsyncIterable<Bytes>, pieceSize: number): AsyncGenerator<Bytes> {
  let piece = new Uint8Array(pieceSize);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceSize - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < pieceSize) continue;
      yield piece;
      piece = new Uint8Array(pieceSize);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
}

export type FileTask = {
  planId: string;
  key: string;
  /** Requests the source, which may expire. Undefined: the server does not have this file. */
  open: () => Promise<FileSource | undefined>;
  /** What the device has of it; null if it has nothing. Looked up if missing. */
  known?: DeviceFile | null;
  /** Called with the share of the file that is on the device. */
  onShare?: (share: number) => void;
};

async function readOn(
  parts: DownloadParts,
  { planId, key, open, onShare }: FileTask,
  known: DeviceFile | undefined,
): Promise<void> {
  const { store, server, sha256, signal } = parts;
  const source = await open();
  if (!source) return;
  const pieceSize = known?.pieceSize ?? source.pieceSize ?? PIECE_BYTES;
  const { mime, size, chunks } = await server.read(source, (known?.pieces ?? 0) * pieceSize);
  if ((source.size ?? size) !== size || (known?.size ?? size) !== size) throw new AppError('download_damaged');
  let file: DeviceFile = known ?? { planId, key, mime, size, pieceSize, pieces: 0 };
  for await (const piece of inPieces(chunks, pieceSize)) {
    signal.throwIfAborted();
    const at = file.pieces * pieceSize;
    // A connection that ends early does not raise an error.
    if (piece.length < Math.min(pieceSize, size - at)) throw new Unreachable('the file ended early');
    const hash = source.hashes?.[file.pieces];
    const isDamaged = at + piece.length > size || (source.hashes && (await sha256(piece)) !== hash);
    if (isDamaged) throw new AppError('download_damaged');
    file = { ...file, pieces: file.pieces + 1 };
    await store.addPiece(file, piece);
    onShare?.(Math.min(1, (at + piece.length) / size));
  }
  if (!isComplete(file)) throw new Unreachable('the file ended early');
}

const isRepeatable = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'link_expired' || error.code === 'download_damaged');

/** Returns when the whole file is on the device, or at once if the server does not have it. */
export async function fetchFile(parts: DownloadParts, task: FileTask): Promise<void> {
  const readStored = () => parts.store.file(task.planId, task.key);
  let known = task.known === undefined ? await readStored() : (task.known ?? undefined);
  for (let failedAttempts = 0; ; ) {
    if (known && isComplete(known)) return;
    try {
      return await readOn(parts, task, known);
    } catch (error) {
      const now = await readStored();
      failedAttempts = (now?.pieces ?? 0) > (known?.pieces ?? 0) ? 0 : failedAttempts + 1;
      if (!isRepeatable(error) || failedAttempts >= MAX_FAILED_ATTEMPTS) throw error;
      known = now;
    }
  }
}

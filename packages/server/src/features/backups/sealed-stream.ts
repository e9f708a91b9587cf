// Encryption of the objects of a backup: AES-256-GCM in chunks, so that objects of any size are read and written in
// constant memory. Each object has its own key, derived from the backup key, a random salt and the name of the object: an
// object that was altered, cut or moved to another name is detected.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BackupError } from './backup-error.ts';

const MAGIC = Buffer.from('PLB1');
const KEY_ID_BYTES = 8;
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
export const CHUNK_BYTES = 65_536;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

export type BackupKey = {
  /** Identifies the key without revealing it. */
  id: Buffer;
  /** The key for one object. */
  of(salt: Buffer, name: string): Buffer;
  /** A name that reveals nothing about the text, the same for each backup. */
  nameOf(text: string): string;
};

const derive = (secret: Buffer, salt: Buffer | string, info: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `plumbline backup ${info}`, bytes));

export function backupKey(secret: string): BackupKey {
  const master = derive(Buffer.from(secret), '', 'master');
  const names = derive(master, '', 'names');
  return {
    id: derive(master, '', 'id', KEY_ID_BYTES),
    of: (salt, name) => derive(master, salt, `object ${name}`),
    nameOf: (text) => createHmac('sha256', names).update(text).digest('hex').slice(0, 40),
  };
}

/** The size in the store of an object with this many bytes of content. */
export const sealedSize = (size: number): number =>
  HEADER_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));

/** The position of the chunk and whether it is the last one: chunks can be neither reordered nor dropped. */
function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 0, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, index: number, last: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last));
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** The content; undefined if it is not what was sealed. */
function openChunk(key: Buffer, index: number, last: boolean, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, last), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Pieces of exactly `size` bytes; the last one has 0 to `size` bytes. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<[Buffer, boolean]> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    waiting.push(piece);
    bytes += piece.byteLength;
    if (bytes <= size) continue;
    let all = Buffer.concat(waiting);
    // One more byte must follow: otherwise this piece may be the last one.
    for (; all.length > size; all = all.subarray(size)) yield [all.subarray(0, size), false];
    waiting = [all];
    bytes = all.length;
  }
  yield [Buffer.concat(waiting), true];
}

/** Encrypts the content of the object `name`. */
export async function* seal(
  key: BackupKey,
  name: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const own = key.of(salt, name);
  yield Buffer.concat([MAGIC, key.id, salt]);
  let index = 0;
  for await (const [piece, last] of piecesOf(content, CHUNK_BYTES)) {
    yield sealChunk(own, index, last, piece);
    index += 1;
  }
}

function readHeader(key: BackupKey, name: string, header: Buffer): Buffer {
  if (header.length < HEADER_BYTES) throw new BackupError(`The backup is incomplete: ${name} is cut off.`);
  if (!header.subarray(0, 3).equals(MAGIC.subarray(0, 3)))
    throw new BackupError(`The backup was altered: ${name} is not an encrypted object.`);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError(`The backup was made by a newer version of Plumbline: restore it with that version.`);
  const id = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES);
  if (!id.equals(key.id)) {
    throw new BackupError(
      `The backup is encrypted with another key (${id.toString('hex')}, BACKUP_KEY is ${key.id.toString('hex')}).`,
    );
  }
  return key.of(header.subarray(HEADER_BYTES - SALT_BYTES, HEADER_BYTES), name);
}

async function* withoutHeader(
  source: AsyncIterable<Uint8Array>,
  onHeader: (header: Buffer) => void,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (head === undefined) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEADER_BYTES) continue;
    onHeader(head.subarray(0, HEADER_BYTES));
    yield head.subarray(HEADER_BYTES);
    head = undefined;
  }
  if (head !== undefined) onHeader(head);
}

/** Decrypts the object `name`. Throws BackupError for the wrong key and for content that is incomplete or altered. */
export async function* unseal(
  key: BackupKey,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let own: Buffer = Buffer.alloc(0);
  const body = withoutHeader(sealed, (header) => {
    own = readHeader(key, name, header);
  });
  let index = 0;
  for await (const [piece, last] of piecesOf(body, SEALED_CHUNK_BYTES)) {
    const content = piece.length < TAG_BYTES ? undefined : openChunk(own, index, last, piece);
    if (content === undefined) {
      const cut = last && (piece.length < TAG_BYTES || openChunk(own, index, false, piece) !== undefined);
      throw new BackupError(
        cut ? `The backup is incomplete: ${name} is cut off.` : `The backup was altered: ${name} is damaged.`,
      );
    }
    yield content;
    index += 1;
  }
}

// Encrypts content kept on this device with AES-GCM under a non-extractable key; each record is bound to its location.
// Knows nothing about the database or the origin of the key.

/** Bytes of the random IV at the start of each sealed record, and of the authentication tag. */
const IV = 12;
const TAG = 16;
/** Bytes of a file that are sealed at a time, so that a video need not be in memory as a whole. */
const PIECE = 4_194_304;

type Bytes = Uint8Array<ArrayBuffer>;

const text = new TextEncoder();
const words = new TextDecoder();

export class Seal {
  /** Non-extractable: it can be used but not exported. */
  readonly key: CryptoKey;

  constructor(key: CryptoKey) {
    this.key = key;
  }

  async #close(about: string, plain: Bytes): Promise<Bytes> {
    const iv = crypto.getRandomValues(new Uint8Array(IV));
    const additionalData = text.encode(about);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, this.key, plain);
    const all = new Uint8Array(IV + sealed.byteLength);
    all.set(iv);
    all.set(new Uint8Array(sealed), IV);
    return all;
  }

  /** Throws for a value that was altered, moved from another location, or sealed under another key. */
  #open(about: string, sealed: Bytes): Promise<ArrayBuffer> {
    const algorithm = { name: 'AES-GCM', iv: sealed.subarray(0, IV), additionalData: text.encode(about) };
    return crypto.subtle.decrypt(algorithm, this.key, sealed.subarray(IV));
  }

  /** `about`: the location of the value, which opens nowhere else. The value is plain data that JSON can represent. */
  close(about: string, value: unknown): Promise<Bytes> {
    return this.#close(about, text.encode(JSON.stringify(value)));
  }

  async open(about: string, sealed: Bytes): Promise<unknown> {
    return JSON.parse(words.decode(await this.#open(about, sealed)));
  }

  closeBytes(about: string, plain: Bytes): Promise<Bytes> {
    return this.#close(about, plain);
  }

  async openBytes(about: string, sealed: Bytes): Promise<Bytes> {
    return new Uint8Array(await this.#open(about, sealed));
  }

  /** Seals a file in pieces; each is bound to its index and the total number. The file's MIME type stays readable. */
  async closeFile(about: string, file: Blob): Promise<Blob> {
    const count = Math.max(1, Math.ceil(file.size / PIECE));
    const pieces: Blob[] = [];
    for (let at = 0; at < count; at += 1) {
      const plain = new Uint8Array(await file.slice(at * PIECE, (at + 1) * PIECE).arrayBuffer());
      pieces.push(new Blob([await this.#close(`${about} ${at}/${count}`, plain)]));
    }
    return new Blob(pieces, { type: file.type });
  }

  async openFile(about: string, sealed: Blob): Promise<Blob> {
    const step = IV + PIECE + TAG;
    const count = Math.max(1, Math.ceil(sealed.size / step));
    const pieces: Blob[] = [];
    for (let at = 0; at < count; at += 1) {
      const piece = new Uint8Array(await sealed.slice(at * step, (at + 1) * step).arrayBuffer());
      pieces.push(new Blob([await this.#open(`${about} ${at}/${count}`, piece)]));
    }
    return new Blob(pieces, { type: sealed.type });
  }
}

// A device and a server in memory for tests of downloads. Every access may be refused or be the last one.
import { AppError } from '../kernel/errors.ts';
import type { Entity, Rows } from '../site/entities.ts';
import type { DeviceFile, DownloadParts, DownloadStore, FileSource, PlanDownload } from '../sync/downloads/store.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** In place of SHA-256: any function that tells different pieces apart. */
const hashOf = (bytes: Uint8Array): string => bytes.join(' ');

export class MemoryDownloads implements DownloadStore {
  readonly known = new Map<string, PlanDownload>();
  readonly stored = new Map<string, DeviceFile>();
  readonly pieces = new Map<string, Bytes>();
  /** Called before each write; throws where the device fails or is killed. */
  beforeWrite: (what: string) => void = () => undefined;

  async downloads() {
    return [...this.known.values()];
  }
  async download(planId: string) {
    return this.known.get(planId);
  }
  async start(downloads: readonly PlanDownload[]) {
    this.beforeWrite('start');
    for (const download of downloads) this.known.set(download.planId, download);
  }
  async change(planId: string, change: (now: PlanDownload) => PlanDownload) {
    this.beforeWrite('change');
    const now = this.known.get(planId);
    if (now) this.known.set(planId, change(now));
    return this.known.get(planId);
  }
  async file(planId: string, key: string) {
    return this.stored.get(`${planId} ${key}`);
  }
  async files(planId: string) {
    return [...this.stored.values()].filter((file) => file.planId === planId);
  }
  async addPiece(file: DeviceFile, bytes: Bytes) {
    this.beforeWrite('piece');
    if (!this.known.has(file.planId)) throw new AppError('not_found');
    this.stored.set(`${file.planId} ${file.key}`, file);
    this.pieces.set(`${file.planId} ${file.key} ${file.pieces - 1}`, bytes.slice());
  }
  async finish(download: PlanDownload, keep: ReadonlySet<string>) {
    this.beforeWrite('finish');
    if (!this.known.has(download.planId)) return;
    this.known.set(download.planId, download);
    for (const { planId, key } of await this.files(download.planId)) if (!keep.has(key)) this.#drop(`${planId} ${key}`);
  }
  async remove(planId: string) {
    this.beforeWrite('remove');
    this.known.delete(planId);
    for (const { key } of await this.files(planId)) this.#drop(`${planId} ${key}`);
  }
  #drop(name: string) {
    this.stored.delete(name);
    for (const key of this.pieces.keys()) if (key.startsWith(`${name} `)) this.pieces.delete(key);
  }

  /** The content of a file as far as it is stored. */
  content(planId: string, key: string): number[] {
    const count = this.stored.get(`${planId} ${key}`)?.pieces ?? 0;
    return Array.from({ length: count }, (_, at) => [...(this.pieces.get(`${planId} ${key} ${at}`) ?? [])]).flat();
  }
}

export const PIECE = 10;

export class MemoryServer {
  readonly files = new Map<string, Bytes>();
  /** Every byte sent, by file. */
  readonly sent = new Map<string, number>();
  /** Called before each chunk; throws where the connection is lost or the server refuses. Returns what is sent. */
  beforeChunk: (key: string, offset: number, chunk: Bytes) => Bytes = (_key, _offset, chunk) => chunk;
  chunk = 7;
  /** Largest file in a bundle, and calls for one, by their keys. */
  maxBundled = 50;
  readonly bundles: (readonly string[])[] = [];

  source(key: string): FileSource | undefined {
    const bytes = this.files.get(key);
    if (!bytes) return undefined;
    const count = Math.ceil(bytes.length / PIECE);
    const hashes = Array.from({ length: count }, (_, at) => hashOf(bytes.subarray(at * PIECE, (at + 1) * PIECE)));
    return { url: key, ...(key.startsWith('pack/') && { size: bytes.length, pieceSize: PIECE, hashes }) };
  }

  async *#chunks(key: string, bytes: Bytes, offset: number): AsyncGenerator<Bytes> {
    for (let at = offset; at < bytes.length; at += this.chunk) {
      const chunk = this.beforeChunk(key, at, bytes.slice(at, at + this.chunk));
      this.sent.set(key, (this.sent.get(key) ?? 0) + chunk.length);
      yield chunk;
    }
  }

  /** A file arrives once its last chunk does. */
  async *#bundle(keys: readonly string[]) {
    this.bundles.push(keys);
    for (const key of keys) {
      const bytes = this.files.get(key);
      if (!bytes || bytes.length > this.maxBundled) continue;
      const chunks: number[] = [];
      for await (const chunk of this.#chunks(key, bytes, 0)) chunks.push(...chunk);
      if (chunks.length === bytes.length) yield { key, mime: 'image/webp', bytes: Uint8Array.from(chunks) };
    }
  }

  parts(
    store: DownloadStore,
    rows: Partial<{ [E in Entity]: readonly Rows[E][] }>,
    more: Partial<DownloadParts> = {},
  ): DownloadParts {
    return {
      signal: { aborted: false, throwIfAborted: () => undefined },
      store,
      rows: {
        row: async (entity, id) => rows[entity]?.find((row) => row.id === id),
        find: async (entity, field, value) => rows[entity]?.filter((row) => row[field] === value) ?? [],
        findAmong: async (entity, field, values) =>
          rows[entity]?.filter((row) => values.includes(String(row[field]))) ?? [],
        project: async (projectId) => ({ projectId, cursor: 1, scope: null, load: null, loader: null, gone: false }),
      },
      server: {
        pack: async (_projectId, revisionId) => {
          const source = this.source(`pack/${revisionId}`);
          if (!source) throw new AppError('not_found');
          return source;
        },
        media: async (_projectId, keys) =>
          new Map(
            keys.flatMap((key) => {
              const source = this.source(key);
              return source ? [[key, source] as const] : [];
            }),
          ),
        bundle: (_projectId, keys) => this.#bundle(keys),
        read: async ({ url }, offset) => {
          const bytes = this.files.get(url);
          if (!bytes) throw new AppError('not_found');
          return { mime: 'image/webp', size: bytes.length, chunks: this.#chunks(url, bytes, offset) };
        },
      },
      readProject: async () => 'ready',
      room: async () => undefined,
      sha256: async (bytes) => hashOf(bytes),
      now: () => '2026-11-20T08:00:00.000Z',
      onProgress: () => undefined,
      ...more,
    };
  }
}

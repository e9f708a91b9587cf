// What a device keeps of a downloaded plan, and the ports of the download: store, server and free space.
import type { Entity, Rows } from '../../site/entities.ts';
import type { LocalReader } from '../client/store.ts';
import type { Stage } from './stages.ts';

/** Photos of pins changed within this time are downloaded. */
export const PERIODS = ['all', 'twoWeeks', 'fourWeeks', 'twoMonths', 'threeMonths', 'sixMonths'] as const;
export type Period = (typeof PERIODS)[number];

/** `thumbs`: photos as thumbnails; `previews`: also at screen size; `originals`: also the uploaded files. */
export const PHOTO_SIZES = ['thumbs', 'previews', 'originals'] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export type DownloadOptions = { period: Period; photos: PhotoSize };

export type PlanDownload = {
  planId: string;
  projectId: string;
  /** During an update, which is `IN_PROGRESS` again, the files of `revisionId` stay usable. */
  state: 'IN_PROGRESS' | 'PAUSED' | 'FAILED' | 'DONE';
  /** The stage it is at, stopped at or failed at. */
  stage: Stage;
  /** The revision being downloaded; null until it is known. */
  target: string | null;
  /** The revision that is complete on this device; null before the first download is finished. */
  revisionId: string | null;
  options: DownloadOptions;
  /** Why it failed: an error code. */
  code?: string;
};

/** A file of a downloaded plan. Its first `pieces` pieces are on this device. */
export type DeviceFile = {
  planId: string;
  /** What the file is, see `wanted.ts`. */
  key: string;
  mime: string;
  size: number;
  pieceSize: number;
  pieces: number;
};

/** The key of the tile pack of a revision. */
export const packKey = (revisionId: string): string => `pack/${revisionId}`;

export const isComplete = ({ size, pieceSize, pieces }: DeviceFile): boolean => pieces * pieceSize >= size;

export interface DownloadStore {
  downloads(): Promise<PlanDownload[]>;
  download(planId: string): Promise<PlanDownload | undefined>;
  /** Starts downloads in one step. A plan that is known keeps its files, and its revision until the new one is complete. */
  start(downloads: readonly PlanDownload[]): Promise<void>;
  /** Changes a download in one step; returns it as it is then, undefined if there is none. */
  change(planId: string, change: (now: PlanDownload) => PlanDownload): Promise<PlanDownload | undefined>;
  file(planId: string, key: string): Promise<DeviceFile | undefined>;
  files(planId: string): Promise<DeviceFile[]>;
  /**
   * Stores the next piece of a file, and the file with it. Throws `not_found` if the plan's download was removed
   * meanwhile, so that nothing remains of it.
   */
  addPiece(file: DeviceFile, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Stores a download that is still known, and removes the plan's files except these. */
  finish(download: PlanDownload, keep: ReadonlySet<string>): Promise<void>;
  /** Removes a download with everything stored for it. */
  remove(planId: string): Promise<void>;
}

/** Where a file can be read. */
export type FileSource = {
  url: string;
  /** Of its whole content; undefined if the server does not tell in advance. */
  size?: number;
  pieceSize?: number;
  /** The SHA-256 of each piece. */
  hashes?: readonly string[];
};

export type FileContent = { mime: string; size: number; chunks: AsyncIterable<Uint8Array<ArrayBuffer>> };

/** A whole file that arrived together with others. */
export type BundledContent = { key: string; mime: string; bytes: Uint8Array<ArrayBuffer> };

/** Throws `AppError` with the server's refusal, or `Unreachable`. */
export interface DownloadServer {
  /** The tile pack of a revision. */
  pack(projectId: string, revisionId: string): Promise<FileSource>;
  /** The sources of the given files; omits those that the server does not have in this form. */
  media(projectId: string, keys: readonly string[]): Promise<ReadonlyMap<string, FileSource>>;
  /** Small pictures in one response, without those that the server does not send in this way. */
  bundle(projectId: string, keys: readonly string[]): AsyncIterable<BundledContent>;
  /** The content from `offset` on. Throws `link_expired` when another source must be requested. */
  read(source: FileSource, offset: number): Promise<FileContent>;
}

/** Of an `AbortSignal`, which core does not know. */
export type StopSignal = { readonly aborted: boolean; throwIfAborted(): void };

export type DownloadRows = Pick<LocalReader, 'row' | 'find' | 'project'> & {
  /** The rows in which the field has one of these values, by an index that the entity declares. */
  findAmong<E extends Entity>(entity: E, field: keyof Rows[E] & string, values: readonly string[]): Promise<Rows[E][]>;
};

/** The ports of one run; `signal` stops it, and the requests of its server. */
export type DownloadParts = {
  signal: StopSignal;
  store: DownloadStore;
  rows: DownloadRows;
  server: DownloadServer;
  /** Resolves when the project has been read completely, or is not accessible (any more). */
  readProject(projectId: string): Promise<'ready' | 'gone'>;
  /** Free bytes on this device; undefined where the browser does not tell. */
  room(): Promise<number | undefined>;
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  now(): string;
  /** Called with the progress of a stage, 0 to 1. */
  onProgress(planId: string, stage: Stage, share: number): void;
};

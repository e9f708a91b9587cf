// What a device keeps, and the ports its half of the protocol runs over: a store, the way to the server, clock and chance.

import type { Purpose } from '../../features/uploads/limits.ts';
import type { FieldProblem } from '../../kernel/errors.ts';
import type { Entity, Rows } from '../../site/entities.ts';
import type { PullQuery, PullReply, PushBody, PushReply } from '../protocol.ts';
import type { Touched } from './defer.ts';
import type { EditPlace } from './edit-place.ts';

export type AnyRow = Rows[Entity];

/** The device as the server knows it. One for each user and organisation. */
export type DeviceState = {
  deviceId: string;
  userId: string;
  /** The server's line of history; null before the first contact. */
  timeline: string | null;
  /** The number the next edit gets. */
  next: number;
  /** What became of every edit up to this number is known. */
  settled: number;
};

/** How far one project is read. */
export type ProjectState = {
  projectId: string;
  /** The place in the project's log up to which everything is here. */
  cursor: number;
  scope: string | null;
  /**
   * A load from the beginning that has not come to its end: `first` where nothing was here before, `again` where rows that
   * do not come again are to be dropped; null when everything is here.
   */
  load: 'first' | 'again' | null;
  /** Names the load `again` that is under way: only the engine that began it knows what has come so far. */
  loader: string | null;
  /** The server has said that the user may not see it (any more): nothing of it is here. */
  gone: boolean;
};

/**
 * One edit of this device. `queued`: the server does not have it for sure. `applied`: it has, and the rows that show it
 * have not been read back yet. `rejected`: it has refused, or the edit can never be sent; kept until the user lets go.
 */
export type Edit = {
  n: number;
  projectId: string;
  name: string;
  input: unknown;
  /** The device's time when it was made. */
  at: string;
  /** Files that must be with the server before. */
  blobs: string[];
  state: 'queued' | 'applied' | 'rejected';
  /** Of an applied one: the place in the project's log that holds it. */
  head?: number;
  code?: string;
  fields?: FieldProblem[];
  params?: Record<string, string | number>;
  /** Refused here when it was done again over newer rows: the server will tell. */
  doubt?: string;
  /** How often the server stopped at it for trouble that should pass. */
  failures?: number;
  /** It names files and may be with the server: its number is its own for ever. */
  sent?: boolean;
  /** What it has read and written here when it was made; tells which edits may go ahead of it. */
  touched?: Touched;
  /** Where it belonged when it was made. */
  place?: EditPlace;
};

/** A row as the server has it, where edits of this device have made it look otherwise; null where the server has none. */
export type BaseRow = { entity: Entity; id: string; projectId: string; row: AnyRow | null };

/** A file kept on this device. `there`: the server has all of it. */
export type BlobRecord = {
  id: string;
  purpose: Purpose;
  name: string;
  mime: string;
  size: number;
  /** When it was kept. */
  at: string;
  state: 'waiting' | 'there' | 'refused';
  code?: string;
};

/** What lands together or not at all, in this order: purges, then the rest. An undefined value removes. */
export type Batch = {
  /** Projects of which every row goes. */
  purge?: readonly string[];
  rows?: readonly { entity: Entity; id: string; row: AnyRow | undefined }[];
  base?: readonly { entity: Entity; id: string; projectId: string; row: AnyRow | null | undefined }[];
  edits?: readonly { n: number; edit: Edit | undefined }[];
  /** Edits the server has and that have been read back: kept in case it is restored from a backup. */
  journal?: readonly { n: number; edit: Edit | undefined }[];
  /** Journal entries up to this number go. */
  journalUpTo?: number;
  blobs?: readonly { id: string; blob: BlobRecord | undefined }[];
  projects?: readonly ProjectState[];
  device?: DeviceState;
};

export interface LocalReader {
  device(): Promise<DeviceState | undefined>;
  project(projectId: string): Promise<ProjectState | undefined>;
  projects(): Promise<ProjectState[]>;
  /** By number. */
  edits(): Promise<Edit[]>;
  /** By number. */
  journal(): Promise<Edit[]>;
  blobs(): Promise<BlobRecord[]>;
  row<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** By an index the entity declares. */
  find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  ids(entity: Entity, projectId: string): Promise<string[]>;
  base(projectId: string): Promise<BaseRow[]>;
}

export interface LocalStore extends LocalReader {
  /** Runs `fn` while nobody else, in any tab, runs one. What it lands is durable when `land` returns. */
  alone<T>(fn: (land: (batch: Batch) => Promise<void>) => Promise<T>): Promise<T>;
}

/** No answer came: it is not known whether the server has seen the request. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The way to the server. Throws `AppError` with the server's refusal, or `Unreachable`. */
export interface ServerPort {
  push(body: PushBody): Promise<PushReply>;
  pull(query: PullQuery): Promise<PullReply>;
  /** Sends all bytes of a file of this device. */
  upload(blob: BlobRecord): Promise<void>;
}

export type ClientParts = {
  store: LocalStore;
  server: ServerPort;
  userId: string;
  now(): string;
  newId(): string;
};

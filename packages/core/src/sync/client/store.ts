// What a device stores, and the ports of the client side of the protocol: store, server, clock and random ids.

import type { Purpose } from '../../features/uploads/limits.ts';
import type { FieldProblem } from '../../kernel/errors.ts';
import type { Entity, Rows } from '../../site/entities.ts';
import type { PullQuery, PullReply, PushBody, PushReply, Receipt } from '../protocol.ts';
import type { Touched } from './defer.ts';
import type { EditContext } from './edit-context.ts';

export type AnyRow = Rows[Entity];

/** The device as the server knows it. One per user and organisation. */
export type DeviceState = {
  deviceId: string;
  userId: string;
  /** The server's history epoch; null before the first contact. */
  timeline: string | null;
  /** The number of the next edit. */
  next: number;
  /** The outcome of every edit up to this number is known. */
  settled: number;
  /** The last edit the server has acknowledged under this identity. */
  receipt?: Receipt;
};

/** How far one project has been read. */
export type ProjectState = {
  projectId: string;
  /** The position in the project's log up to which everything is here. */
  cursor: number;
  /** Identifies the history that was read; absent if it was read by an older version. */
  mark?: string;
  scope: string | null;
  /**
   * An unfinished load from the beginning: `first` if nothing was here before, `again` if rows that do not reappear are
   * to be dropped; null when everything is here.
   */
  load: 'first' | 'again' | null;
  /** Identifies the load `again` in progress: only the engine that started it knows which rows have arrived so far. */
  loader: string | null;
  /** The server has reported that the user may not see the project (any more): nothing of it is stored here. */
  gone: boolean;
};

/**
 * One edit of this device. `queued`: the server may not have it. `applied`: the server has it, but the rows that show
 * it have not been read back. `rejected`: the server refused it or it can never be sent; kept until the user discards
 * it.
 */
export type Edit = {
  n: number;
  /** Random, and the same whenever the edit is sent. Edits of older versions get one before they are sent. */
  id?: string;
  projectId: string;
  name: string;
  input: unknown;
  /** The device's time when the edit was made. */
  at: string;
  /** Files the server must have before the edit. */
  blobs: string[];
  state: 'queued' | 'applied' | 'rejected';
  /** For an applied edit: the position in the project's log that contains it. */
  head?: number;
  code?: string;
  fields?: FieldProblem[];
  params?: Record<string, string | number>;
  /** Refused locally when it was replayed over newer rows: the server decides. */
  doubt?: string;
  /** How often the server stopped at it for a temporary problem. */
  failures?: number;
  /** What the server has confirmed to have received. */
  confirmed?: Confirmation;
  /** What it read and wrote when it was made; determines which edits may overtake it. */
  touched?: Touched;
  /** The place it belonged to when it was made. */
  place?: EditContext;
};

/** The server's confirmation of an edit or a file. */
export type Confirmation = {
  /** When this device received it. */
  at: string;
  /** SHA-256 in hex of what the server has; absent where an older server sent none. */
  hash?: string;
  /** For an edit: its position in the project's log. */
  position?: number;
};

/** The server's row where edits of this device have changed how it looks; null where the server has none. */
export type BaseRow = { entity: Entity; id: string; projectId: string; row: AnyRow | null };

/** A file stored on this device. `there`: the server has all of it. */
export type BlobRecord = {
  id: string;
  purpose: Purpose;
  name: string;
  mime: string;
  size: number;
  /** When it was stored. */
  at: string;
  state: 'waiting' | 'there' | 'refused';
  code?: string;
  confirmed?: Confirmation;
};

/** Changes that are committed together or not at all, purges first. An undefined value removes the entry. */
export type Batch = {
  /** Projects whose rows are all removed. */
  purge?: readonly string[];
  rows?: readonly { entity: Entity; id: string; row: AnyRow | undefined }[];
  base?: readonly { entity: Entity; id: string; projectId: string; row: AnyRow | null | undefined }[];
  edits?: readonly { n: number; edit: Edit | undefined }[];
  /** Edits the server has and that have been read back: sent again if the server loses them. */
  journal?: readonly { n: number; edit: Edit | undefined }[];
  /** Journal entries up to this number are removed. */
  journalUpTo?: number;
  blobs?: readonly { id: string; blob: BlobRecord | undefined }[];
  projects?: readonly ProjectState[];
  device?: DeviceState;
};

export interface LocalReader {
  device(): Promise<DeviceState | undefined>;
  project(projectId: string): Promise<ProjectState | undefined>;
  projects(): Promise<ProjectState[]>;
  /** Ordered by number. */
  edits(): Promise<Edit[]>;
  /** Ordered by number. */
  journal(): Promise<Edit[]>;
  blobs(): Promise<BlobRecord[]>;
  row<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** By an index that the entity declares. */
  find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  ids(entity: Entity, projectId: string): Promise<string[]>;
  base(projectId: string): Promise<BaseRow[]>;
}

export interface LocalStore extends LocalReader {
  /** Runs `fn` exclusively across all tabs. A batch is durable when `commit` returns. */
  exclusively<T>(fn: (commit: (batch: Batch) => Promise<void>) => Promise<T>): Promise<T>;
}

/** No answer arrived: it is unknown whether the server has seen the request. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The connection to the server. Throws `AppError` with the server's refusal, or `Unreachable`. */
export interface ServerPort {
  push(body: PushBody): Promise<PushReply>;
  pull(query: PullQuery): Promise<PullReply>;
  /** Uploads all bytes of a file of this device. Returns their SHA-256 as the server has computed it. */
  upload(blob: BlobRecord): Promise<{ hash?: string }>;
}

export type ClientContext = {
  store: LocalStore;
  server: ServerPort;
  userId: string;
  now(): string;
  newId(): string;
};

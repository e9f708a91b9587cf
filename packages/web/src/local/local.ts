// The site content kept on this device, as screens use it: one at a time, for the user who is signed in.

import type { Purpose } from '@plumbline/core/features/uploads/limits';
import type { ErrorCode, FieldProblem } from '@plumbline/core/kernel/errors';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { EditPlace } from '@plumbline/core/sync/client/edit-place';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import type { LiveRows } from './live-rows.ts';

/** Whose content it is: each user has a place of his own in each organisation. */
export type LocalSession = {
  userId: string;
  organisationId: string;
  /** Let in by a token that the user gave to a helper: a place of its own, under a key of its own. */
  helper?: boolean;
  /** The program opens without a connection here: the key is kept beside what it opens. */
  keepKey?: boolean;
};

export type ProjectSync =
  | { state: 'loading'; rows: number }
  | { state: 'ready' }
  /** The user is no member any more, or there is no such project. */
  | { state: 'gone' }
  | { state: 'failed'; error: unknown };

/** An edit the server has refused for good. It stays until the user discards it. */
export type RejectedEdit = {
  n: number;
  projectId: string;
  /** Wire name of the action, such as `pin.update`. */
  name: string;
  input: unknown;
  /** The files it names. */
  files: readonly { id: string; name: string }[];
  /** When the user made it. */
  at: string;
  code: ErrorCode;
  fields: readonly FieldProblem[];
  params: Record<string, string | number>;
};

export type SyncStatus = {
  /** Edits the server does not have yet. */
  pending: number;
  /** Files that are still to be uploaded. */
  uploads: number;
  /** Files that the server does not have: still to be sent, or refused for good. */
  files?: ReadonlyMap<string, 'waiting' | 'refused'>;
  sending: boolean;
  offline: boolean;
  rejected: readonly RejectedEdit[];
  /** Edits that lie on this device under a key that cannot be had now; undefined where there are none. */
  locked?: number;
};

export interface Local {
  readonly rows: LiveRows;
  /** Keeps the project synced until the returned function is called. */
  open(projectId: string): () => void;
  project(projectId: string): ProjectSync;
  /** The place in the log of an open project up to which it is here: it moves with every change that comes. 0 where it is not known. */
  cursor(projectId: string): number;
  /** The projects whose rows are all here, as they are here. */
  held(): Promise<readonly ProjectRow[]>;
  status(): SyncStatus;
  /** Called when the state of a project or of syncing has changed. */
  subscribe(listener: () => void): () => void;
  perform<Name extends ActionName>(projectId: string, action: Name, input: ActionInput<Name>): Promise<void>;
  /** Where a rejected edit belongs, as far as this device knows. */
  placeOfRejected(n: number): Promise<EditPlace>;
  discardRejected(n: number): Promise<void>;
  /** Does a rejected edit anew, as it was made. Throws as `perform`; then it stays as it was. */
  retryRejected(n: number): Promise<void>;
  keepBlob(file: Blob, about: { purpose: Purpose; name?: string }): Promise<string>;
  /** The bytes, while they are on this device. */
  blob(blobId: string): Promise<Blob | undefined>;
  /** What was begun and is no edit yet, by a name of the screen's own; undefined lets go of it. It outlives the page, not the place. */
  keepDraft(name: string, bytes: Blob | undefined): Promise<void>;
  draft(name: string): Promise<Blob | undefined>;
  /** The names that begin so. */
  draftNames(begin: string): Promise<string[]>;
  stop(options: { wipe: boolean }): Promise<void>;
}

let current: Local | undefined;
let failure: ProjectSync | undefined;
const listeners = new Set<() => void>();

export function currentLocal(): Local | undefined {
  return current;
}

export function setLocal(local: Local | undefined): void {
  current = local;
  failure = undefined;
  for (const listener of [...listeners]) listener();
}

/** Why the place is still closed, while it is tried again; undefined when nothing has gone wrong. */
export function closedFailure(): ProjectSync | undefined {
  return failure;
}

export function setClosedFailure(error: unknown): void {
  failure = { state: 'failed', error };
  for (const listener of [...listeners]) listener();
}

export function onLocal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The name of the database that holds a user's content in this browser: one for each user and organisation. */
export function placeName({ userId, organisationId, helper }: LocalSession): string {
  return `plumbline.${organisationId}.${userId}${helper ? '.helper' : ''}`;
}

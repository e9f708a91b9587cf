// The site content kept on this device, as screens use it: one database at a time, for the signed-in user.

import type { MediaSize } from '@plumbline/core/features/media/contract';
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import type { ErrorCode } from '@plumbline/core/kernel/errors';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import type { Downloads } from './downloads/downloads.ts';
import type { LiveRows } from './live-rows.ts';
import type { EditQueue, RejectedEdit } from './syncing/edit-queue.ts';

/** Whose content it is: each user has a separate database in each organisation. */
export type LocalSession = {
  userId: string;
  organisationId: string;
  /** Signed in with a support token: uses a separate database under a separate key. */
  helper?: boolean;
  /** The app opens offline on this device: the key is stored next to the content it decrypts. */
  keepKey?: boolean;
};

export type ProjectSync =
  /** `share`: how much of the project has been read, 0 to 1; undefined while unknown. */
  | { state: 'loading'; rows: number; share?: number }
  | { state: 'ready' }
  /** The user is no longer a member, or the project does not exist. */
  | { state: 'gone' }
  | { state: 'failed'; error: unknown };

export type SyncStatus = {
  /** Edits not yet on the server. */
  pending: number;
  /** Files still to be uploaded. */
  uploads: number;
  /** Files the server does not have: waiting to be sent, or rejected for good. */
  files?: ReadonlyMap<string, 'waiting' | 'refused'>;
  sending: boolean;
  /** The device is exchanging changes with the server, whether or not it has any to send. */
  checking?: boolean;
  offline: boolean;
  /** Nothing is sent until the user has signed in again. */
  signedOut?: boolean;
  /** Files wait because this device uploads them only over Wi-Fi. */
  waitsForWifi?: boolean;
  /** Why changes could not be exchanged, if neither the network nor the session was the reason. */
  failure?: ErrorCode | undefined;
  /** The local database is not open yet, so what it has to send is unknown. */
  opening?: true;
  /** False: the browser may delete the local database when storage runs low. Undefined until it has answered. */
  persistent?: boolean;
  rejected: readonly RejectedEdit[];
  /** The browser had lost what it kept here; what only this device had was restored. */
  restored?: boolean;
  /** Number of edits and files that the browser has deleted before they were sent, until the user has seen it. */
  lost?: number;
  /** Number of edits on this device under a key that is currently unavailable; undefined where there are none. */
  locked?: number;
};

/** `avatar`: a profile picture. */
export type FileSize = MediaSize | 'avatar';

/** Whether a file is on this device in this size. */
export type FilesHere = (blobId: string, size: FileSize) => boolean;

export interface Local {
  readonly rows: LiveRows;
  /** Keeps the project synced until the returned function is called. */
  open(projectId: string): () => void;
  project(projectId: string): ProjectSync;
  /**
   * The log position up to which an open project has been synced; it increases with every change received. 0 where
   * unknown.
   */
  cursor(projectId: string): number;
  /** The projects that are complete on this device, in their local state. */
  held(): Promise<readonly ProjectRow[]>;
  status(): SyncStatus;
  /** The listener is called when the state of a project or of syncing has changed. */
  subscribe(listener: () => void): () => void;
  perform<Name extends ActionName>(projectId: string, action: Name, input: ActionInput<Name>): Promise<void>;
  /** Reads the project from the server once, whether or not it is open. Throws what the server answers. */
  readLatest(projectId: string): Promise<void>;
  /** Sends waiting edits and files now. */
  sendNow(): void;
  /** Uploads the files that wait for Wi-Fi, over any network. */
  uploadAnyway(): void;
  /** The user has seen that the browser has deleted unsent edits. */
  forgetLost(): void;
  /** The edits that wait, and those the server has refused or confirmed. */
  readonly edits: EditQueue;
  keepBlob(file: Blob, about: { purpose: Purpose; name?: string }): Promise<string>;
  /** The bytes as they were added on this device or downloaded in this size; undefined if they are not here. */
  blob(blobId: string, size?: FileSize): Promise<Blob | undefined>;
  /** Tells which files are on this device, without reading them. */
  filesHere(): Promise<FilesHere>;
  /** The plans downloaded to this device. */
  readonly downloads: Downloads;
  /**
   * Stores a draft that is not an edit yet, under a name chosen by the screen; undefined deletes it. It survives
   * closing the page, but not deleting the database.
   */
  keepDraft(name: string, bytes: Blob | undefined): Promise<void>;
  draft(name: string): Promise<Blob | undefined>;
  /** The names of the drafts with this prefix. */
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

/** Why the database is still closed while opening is being retried; undefined when nothing has failed. */
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
export function databaseName({ userId, organisationId, helper }: LocalSession): string {
  return `plumbline.${organisationId}.${userId}${helper ? '.helper' : ''}`;
}

// Hooks and functions for screens over the local store: live rows, actions, files and sync status.

import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { PlanDownload } from '@plumbline/core/sync/downloads/store';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import { useCallback, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Downloads } from './downloads/downloads.ts';
import {
  closedFailure,
  currentLocal,
  type FileSize,
  type FilesHere,
  type Local,
  onLocal,
  type ProjectSync,
  type SyncStatus,
} from './local.ts';
import type { EditQueue } from './syncing/edit-queue.ts';
import { onUploadProgress, uploadShare } from './upload-progress.ts';

export type { LocalSession, ProjectSync, SyncStatus } from './local.ts';
export type { RejectedEdit, SentItem, WaitingEdit } from './syncing/edit-queue.ts';

function useLocal(): Local | undefined {
  return useSyncExternalStore(onLocal, currentLocal);
}

/** Whether the store of this device cannot be opened: rows are not read, however long one waits. */
export const useIsStoreClosed = (): boolean => useSyncExternalStore(onLocal, () => closedFailure() !== undefined);

const LOADING: ProjectSync = { state: 'loading', rows: 0 };

/** Opens the project on this device and keeps it synced while the component is mounted. */
export function useProject(projectId: string): ProjectSync {
  const local = useLocal();
  useEffect(() => local?.open(projectId), [local, projectId]);
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => local?.project(projectId) ?? closedFailure() ?? LOADING);
}

/**
 * Whether lists are incomplete, and an empty one may not really be empty: the project is being read for the first time,
 * or a list that shows its first rows (`soFar`) is being read on this device.
 */
export function useIsPartial(projectId: string): boolean {
  const { state } = useProject(projectId);
  const isPart = useIsPart('projectId', projectId);
  const isBehind = useReading((rows) => rows.isBehind(projectId));
  // The last rows are shown a moment after they have arrived.
  const [wasLoading, setWasLoading] = useState(false);
  const isLoading = state === 'loading' || (wasLoading && isBehind);
  if (isLoading !== wasLoading) setWasLoading(isLoading);
  return isLoading || isPart;
}

/** Whether a list with this value of a field (`soFar`) is being read on this device. */
export const useIsPart = (field: string, value: string): boolean => useReading((rows) => rows.isPartial(value, field));

function useReading(tell: (rows: Local['rows']) => boolean): boolean {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.rows.onParts(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => local !== undefined && tell(local.rows));
}

/**
 * A number that changes with every project change reaching this device; used to refetch data that only the server has.
 */
export function useCursor(projectId: string): number {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => local?.cursor(projectId) ?? 0);
}

type Extent = { soFar?: boolean };

/** Also the first rows while the others are being read, for lists of any length. `useIsPartial` tells. */
export const SO_FAR: Extent = { soFar: true };

function useQuery<E extends Entity>(
  entity: E,
  field: string,
  value: string | null | undefined,
  { soFar = false }: Extent = {},
): readonly Rows[E][] | undefined {
  const local = useLocal();
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!local || !value) return () => undefined;
      const stop = local.rows.query(entity, field, value).subscribe(changed, { soFar });
      return () => {
        stop();
        local.rows.tidy();
      };
    },
    [local, entity, field, value, soFar],
  );
  const rows = useSyncExternalStore(subscribe, () => {
    if (!local || !value) return undefined;
    const query = local.rows.query(entity, field, value);
    return soFar ? query.soFar() : query.snapshot();
  });
  // The first rows are shown as a deferred update, which React renders in short pieces.
  const isShown = useDeferredValue(rows !== undefined);
  // The query is for that entity, so its rows are of that type.
  return isShown ? (rows as readonly Rows[E][] | undefined) : undefined;
}

/** The current row; undefined while it is being read and where it does not exist. */
export function useRow<E extends Entity>(entity: E, id: string | null | undefined): Rows[E] | undefined {
  return useQuery(entity, 'id', id)?.[0];
}

/** All rows whose indexed field has the value, by id; undefined until they are read. */
export function useRowsBy<E extends Entity>(
  entity: E,
  field: keyof Rows[E] & string,
  value: string | null | undefined,
  extent?: Extent,
): readonly Rows[E][] | undefined {
  return useQuery(entity, field, value, extent);
}

/** Reads rows that a screen will show soon; they are kept as long as recently watched queries. */
export function readAhead<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): void {
  currentLocal()
    ?.rows.query(entity, field, value)
    .subscribe(() => undefined)();
}

/** All rows of the project; undefined until they are read. */
export function useRows<E extends Entity>(entity: E, projectId: string | null | undefined, extent?: Extent) {
  return useQuery(entity, 'projectId', projectId, extent);
}

const NO_ROWS: readonly ProjectRow[] = [];

/** The projects that are complete on this device: their pins, tasks and texts can be read offline. */
export function useOfflineProjects(): readonly ProjectRow[] {
  const local = useLocal();
  const [held, setHeld] = useState(NO_ROWS);
  useEffect(() => {
    let left = false;
    // An unreadable store has nothing to show.
    local?.held().then(
      (rows) => !left && setHeld(rows),
      () => !left && setHeld(NO_ROWS),
    );
    return () => {
      left = true;
    };
  }, [local]);
  return held;
}

function needLocal(): Local {
  const local = currentLocal();
  if (!local) throw new AppError('unauthenticated');
  return local;
}

/**
 * Applies the action on this device immediately and queues it for the server. Throws `AppError` where a rule refuses
 * it.
 */
export async function perform<Name extends ActionName>(
  projectId: string,
  action: Name,
  input: ActionInput<Name>,
): Promise<void> {
  await needLocal().perform(projectId, action, input);
}

/**
 * As `perform`, for an issue that was listed by the server: a project that is not on this device, or not up to date, is
 * read first.
 */
export async function performOnDevice<Name extends ActionName>(
  projectId: string,
  action: Name,
  input: ActionInput<Name>,
): Promise<void> {
  const local = needLocal();
  try {
    await local.perform(projectId, action, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await local.readLatest(projectId);
    await local.perform(projectId, action, input);
  }
}

/** While the local database is being opened, its pending edits are unknown: it must not be reported as all saved. */
const NO_STATUS: SyncStatus = {
  pending: 0,
  uploads: 0,
  sending: false,
  offline: false,
  opening: true,
  rejected: [],
};

/**
 * A part of the sync status. A component is rendered again only when its part changes, so it selects only what it
 * shows.
 */
export function useSyncStatus<Part>(part: (status: SyncStatus) => Part): Part {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? (() => undefined), [local]);
  return useSyncExternalStore(subscribe, () => part(local?.status() ?? NO_STATUS));
}

/** The edits of this device: waiting, refused and confirmed ones. */
export const editsHere = (): EditQueue => needLocal().edits;

/** The bytes of a file, as long as they are on this device. */
export async function localBytes(blobId: string): Promise<Blob | undefined> {
  return await needLocal().blob(blobId);
}

/**
 * Stores the bytes on this device and uploads them in the background. The returned id identifies the file in actions.
 */
export async function keepBlob(file: Blob, about: { purpose: Purpose; name?: string }): Promise<string> {
  return await needLocal().keepBlob(file, about);
}

/**
 * An object URL of a file while it is on this device, else undefined: screens then use the server's link. With the size
 * `avatar`, the id is that of a user.
 */
export function useBlobUrl(blobId: string | null | undefined, size: FileSize = 'original'): string | undefined {
  const local = useLocal();
  const [found, setFound] = useState<{ blobId: string; url: string }>();
  useEffect(() => {
    let url: string | undefined;
    let left = false;
    if (local && blobId) {
      const show = (blob: Blob | undefined) => {
        if (!blob || left) return;
        url = URL.createObjectURL(blob);
        setFound({ blobId, url });
      };
      // Bytes that cannot be read here are requested from the server.
      local.blob(blobId, size).then(show, () => undefined);
    }
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
      setFound(undefined);
    };
  }, [local, blobId, size]);
  return found?.blobId === blobId ? found?.url : undefined;
}

/** Tells which files are on this device; undefined until that is known. */
export function useFilesHere(): FilesHere | undefined {
  const local = useLocal();
  const downloads = useDownloads();
  const files = useSyncStatus((status) => status.files);
  const [found, setFound] = useState<FilesHere>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when files may have arrived or been sent
  useEffect(() => {
    let left = false;
    local?.filesHere().then(
      (here) => !left && setFound(() => here),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [local, downloads, files]);
  return found;
}

const NO_DOWNLOADS: readonly PlanDownload[] = [];

function useDownloaded<T>(read: (downloads: Downloads | undefined) => T): T {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => read(local?.downloads));
}

/** The plans downloaded to this device, or being downloaded. */
export function useDownloads(): readonly PlanDownload[] {
  return useDownloaded((downloads) => downloads?.list() ?? NO_DOWNLOADS);
}

/** Ids of the plans that are completely on this device. */
export function useDownloadedPlans(): ReadonlySet<string> {
  const downloads = useDownloads();
  return useMemo(
    () => new Set(downloads.flatMap(({ state, planId }) => (state === 'DONE' ? [planId] : []))),
    [downloads],
  );
}

/** The share of a download that is done, 0 to 1. */
export function useDownloadShare(download: PlanDownload): number {
  return useDownloaded((downloads) => downloads?.progress(download) ?? 0);
}

/** Whether the tiles of a revision are on this device. */
export function useHasTiles(revisionId: string): boolean {
  return useDownloaded((downloads) => downloads?.tile(revisionId) !== undefined);
}

/** Reads a tile from this device; undefined if the revision's tiles are not here. */
export const tilesHere = (revisionId: string) => currentLocal()?.downloads.tile(revisionId);

/** Downloads plans and removes them again. */
export const downloadsHere = (): Downloads => needLocal().downloads;

/** The share of the file uploaded so far, 0 to 1; undefined before and after the upload. */
export function useUploadProgress(blobId: string): number | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadShare(blobId));
}

/** Sends waiting edits now, instead of after the usual pause. */
export const sendNow = (): void => needLocal().sendNow();

/** The user has seen that the browser has deleted unsent edits. */
export const forgetLost = (): void => needLocal().forgetLost();

/** Uploads the files that wait for Wi-Fi, over any network. */
export const uploadAnyway = (): void => needLocal().uploadAnyway();

/** Sends everything that waits. Resolves to whether the server has all of it; false once something prevents it. */
export async function sendEverything(): Promise<boolean> {
  const local = needLocal();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let hasStarted = false;
  const look = () => {
    const { pending, uploads, checking, offline, signedOut, failure, waitsForWifi } = local.status();
    hasStarted ||= checking === true;
    if (pending + uploads === 0) resolve(true);
    else if (hasStarted && !checking && (offline || signedOut || waitsForWifi || failure !== undefined)) resolve(false);
  };
  const forget = local.subscribe(look);
  local.sendNow();
  look();
  return promise.finally(forget);
}

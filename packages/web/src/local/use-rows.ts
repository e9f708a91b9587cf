// What screens use of the local store: rows that stay up to date, actions, files, and how syncing goes.

import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { EditPlace } from '@plumbline/core/sync/client/edit-place';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { closedFailure, currentLocal, type Local, onLocal, type ProjectSync, type SyncStatus } from './local.ts';
import { onUploadProgress, uploadShare } from './upload-progress.ts';

export type { LocalSession, ProjectSync, RejectedEdit, SyncStatus } from './local.ts';

function useLocal(): Local | undefined {
  return useSyncExternalStore(onLocal, currentLocal);
}

const LOADING: ProjectSync = { state: 'loading', rows: 0 };

/** Opens the project on this device and keeps it synced while the screen stands. */
export function useProject(projectId: string): ProjectSync {
  const local = useLocal();
  useEffect(() => local?.open(projectId), [local, projectId]);
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => local?.project(projectId) ?? closedFailure() ?? LOADING);
}

/** Whether the project is being read for the first time: what is here is not all there is, and a list may look empty that is not. */
export const useIsPart = (projectId: string): boolean => useProject(projectId).state === 'loading';

/** Another number with every change of the project that reaches this device: what the server alone knows is then asked for anew. */
export function useCursor(projectId: string): number {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? onLocal(changed), [local]);
  return useSyncExternalStore(subscribe, () => local?.cursor(projectId) ?? 0);
}

function useQuery<E extends Entity>(
  entity: E,
  field: string,
  value: string | null | undefined,
): readonly Rows[E][] | undefined {
  const local = useLocal();
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!local || !value) return () => undefined;
      const stop = local.rows.query(entity, field, value).subscribe(changed);
      return () => {
        stop();
        local.rows.tidy();
      };
    },
    [local, entity, field, value],
  );
  const rows = useSyncExternalStore(subscribe, () =>
    local && value ? local.rows.query(entity, field, value).snapshot() : undefined,
  );
  // The query is of that entity, and so are its rows.
  return rows as readonly Rows[E][] | undefined;
}

/** The row as it is now; undefined while it is being read and where there is none. */
export function useRow<E extends Entity>(entity: E, id: string | null | undefined): Rows[E] | undefined {
  return useQuery(entity, 'id', id)?.[0];
}

/** All rows whose indexed field has the value, by id; undefined until they are read. */
export function useRowsBy<E extends Entity>(
  entity: E,
  field: keyof Rows[E] & string,
  value: string | null | undefined,
): readonly Rows[E][] | undefined {
  return useQuery(entity, field, value);
}

/** Reads rows that a screen will show soon; they stay as long as any that were watched last. */
export function readAhead<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): void {
  currentLocal()
    ?.rows.query(entity, field, value)
    .subscribe(() => undefined)();
}

/** All rows of the project; undefined until they are read. */
export function useRows<E extends Entity>(entity: E, projectId: string | null | undefined) {
  return useQuery(entity, 'projectId', projectId);
}

const NO_ROWS: readonly ProjectRow[] = [];

/** The projects that are whole on this device: their pins, tasks and texts can be read without a connection. */
export function useHeldProjects(): readonly ProjectRow[] {
  const local = useLocal();
  const [held, setHeld] = useState(NO_ROWS);
  useEffect(() => {
    let left = false;
    // A store that cannot be read holds nothing that could be shown.
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

/** Runs the action on this device at once and queues it for the server. Throws `AppError` where a rule refuses it. */
export async function perform<Name extends ActionName>(
  projectId: string,
  action: Name,
  input: ActionInput<Name>,
): Promise<void> {
  await needLocal().perform(projectId, action, input);
}

/** While the place on this device is being opened nobody knows what waits there: not that all is saved. */
const NO_STATUS: SyncStatus = { pending: 0, uploads: 0, sending: true, offline: false, rejected: [] };

export function useSyncStatus(): SyncStatus {
  const local = useLocal();
  const subscribe = useCallback((changed: () => void) => local?.subscribe(changed) ?? (() => undefined), [local]);
  return useSyncExternalStore(subscribe, () => local?.status() ?? NO_STATUS);
}

/** Where an edit that the server has refused belongs: its pin, plan and project, as far as this device knows them. */
export async function placeOfRejected(n: number): Promise<EditPlace> {
  return await needLocal().placeOfRejected(n);
}

/** Lets go of an edit the server has refused. */
export async function discardRejected(n: number): Promise<void> {
  await needLocal().discardRejected(n);
}

/** The bytes of a file, while they are on this device. */
export async function bytesHere(blobId: string): Promise<Blob | undefined> {
  return await needLocal().blob(blobId);
}

/** Does an edit the server has refused once more, as it was made. Throws `AppError` where a rule still refuses it. */
export async function retryRejected(n: number): Promise<void> {
  await needLocal().retryRejected(n);
}

/** Keeps the bytes here and uploads them in the background. The id names the file in actions. */
export async function keepBlob(file: Blob, about: { purpose: Purpose; name?: string }): Promise<string> {
  return await needLocal().keepBlob(file, about);
}

/** An address of the bytes while they are on this device, else undefined: screens then use the server's link. */
export function useBlobUrl(blobId: string | null | undefined): string | undefined {
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
      // Bytes that cannot be read here are asked for at the server.
      local.blob(blobId).then(show, () => undefined);
    }
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
      setFound(undefined);
    };
  }, [local, blobId]);
  return found?.blobId === blobId ? found?.url : undefined;
}

/** The share of the file, 0 to 1, that is with the server while it is being sent; undefined before and after. */
export function useUploadProgress(blobId: string): number | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadShare(blobId));
}

// Opens and closes the local content as sessions begin and end.
import type { Entity } from '@plumbline/core/site/entities';
import { pause } from '../api/pause.ts';
import { currentLocal, databaseName, type Local, type LocalSession, setClosedFailure, setLocal } from './local.ts';

const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;

let turn: Promise<unknown> = Promise.resolve();
let place: string | undefined;
/** Databases being opened. One may wait a long time for its key and must not delay later calls. */
const opening = new Set<AbortController>();
/** The call that opens the current database. */
let started: { name: string; keepKey: boolean; done: Promise<void> } | undefined;
/** How long a project stays open for the screen that is being loaded. */
const MAX_LOADING_MS = 10_000;

/** Runs calls one after another: a session that begins while another ends must not find its database half closed. */
function runSerially(fn: () => Promise<void>): Promise<void> {
  const done = turn.then(fn);
  turn = done.catch(() => undefined);
  return done;
}

async function close(options: { wipe: boolean }): Promise<void> {
  const local = currentLocal();
  place = undefined;
  setLocal(undefined);
  await local?.stop(options);
}

const cancelOpening = (): void => {
  started = undefined;
  for (const one of opening) one.abort();
};

function open(session: LocalSession, signal: AbortSignal): Promise<void> {
  return runSerially(async () => {
    if (signal.aborted || place === databaseName(session)) return;
    await close({ wipe: false });
    // The rules and the store are not loaded before sign-in.
    const { DeviceLocal } = await import('./device-local.ts');
    let local: Local | undefined;
    let isLost = false;
    const lost = () => {
      isLost = true;
      if (local && currentLocal() === local) void reopen(session);
    };
    local = await DeviceLocal.open(session, { signal, troubled: setClosedFailure, lost });
    setLocal(local);
    place = databaseName(session);
    // It may have been lost while it was being opened.
    if (isLost) void reopen(session);
  });
}

/** Opens the database again that the browser has closed, as soon as it can be: a full disk prevents that, too. */
async function reopen(session: LocalSession): Promise<void> {
  const stop = new AbortController();
  opening.add(stop);
  place = undefined;
  for (let wait = MIN_RETRY_MS; !stop.signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    // Also before the first time: the browser may close it again at once.
    await pause(wait, stop.signal);
    try {
      await open(session, stop.signal);
      break;
    } catch (error) {
      if (!stop.signal.aborted) setClosedFailure(error);
    }
  }
  opening.delete(stop);
}

/** Opens the user's database on this device and starts syncing. Does nothing when it is already open. */
export function startLocal(session: LocalSession): Promise<void> {
  const name = databaseName(session);
  const keepKey = session.keepKey ?? false;
  if (started?.name === name && started.keepKey === keepKey) return started.done;
  const stop = new AbortController();
  cancelOpening();
  opening.add(stop);
  const done = open(session, stop.signal)
    .catch((error: unknown) => {
      if (stop.signal.aborted) return;
      started = undefined;
      throw error;
    })
    .finally(() => opening.delete(stop));
  started = { name, keepKey, done };
  return done;
}

/** What most screens of a project read of it. */
const EVERYWHERE: readonly Entity[] = ['category', 'contact', 'field', 'member', 'plan', 'savedView', 'team'];

/** Resolves as soon as the condition is met; `subscribe` tells when to look again. */
function until(isMet: () => boolean, subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isMet()) return;
      stop();
      resolve();
    };
    const stop = subscribe(look);
    look();
  });
}

const isReady = (local: Local, projectId: string): Promise<void> =>
  until(
    () => local.project(projectId).state !== 'loading',
    (listener) => local.subscribe(listener),
  );

/** Resolves when the rows are read, or the first of them. */
function rowsRead({ rows }: Local, entity: Entity, field: string, value: string): Promise<void> {
  const query = rows.query(entity, field, value);
  return until(
    () => query.soFar() !== undefined,
    (listener) => query.subscribe(listener, { soFar: true }),
  );
}

/**
 * Opens the user's database before there is a screen, and reads what the first one will show: the rows of a project that
 * most screens need, and those of `listed`.
 */
export async function startEarly(
  session: LocalSession,
  projectId: string | undefined,
  listed: readonly Entity[] = [],
): Promise<void> {
  await startLocal(session);
  const local = currentLocal();
  if (!local || projectId === undefined) return;
  setTimeout(local.open(projectId), MAX_LOADING_MS);
  await Promise.all([
    isReady(local, projectId),
    rowsRead(local, 'project', 'id', projectId),
    rowsRead(local, 'member', 'userId', session.userId),
    ...[...EVERYWHERE, ...listed].map((entity) => rowsRead(local, entity, 'projectId', projectId)),
  ]);
}

/** Stops syncing. `wipe` also deletes the local content, except edits and files the server does not have yet. */
export function stopLocal(options: { wipe: boolean }): Promise<void> {
  cancelOpening();
  return runSerially(() => close(options));
}

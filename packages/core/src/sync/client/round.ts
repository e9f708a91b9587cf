// One sync round: upload files, push edits, pull changes. The caller schedules the next round.
import { AppError } from '../../kernel/errors.ts';
import { MAX_MUTATIONS } from '../protocol.ts';
import { reshow } from './edits.ts';
import { type PullMemory, pullOnce } from './pull.ts';
import { checkHistory, type PushMemory, pushOnce } from './push.ts';
import { type BlobRecord, type ClientContext, type DeviceState, type Edit, Unreachable } from './store.ts';

export type Memory = { push: PushMemory; pull: PullMemory };

export function newMemory(): Memory {
  return { push: { limit: MAX_MUTATIONS }, pull: { loads: new Map(), untilCheck: new Map() } };
}

/** Why a round could not complete: whether to retry later, or only after the user has signed in. */
export type SyncFailure = 'offline' | 'later' | 'signed_out' | 'failed';

export type Round = {
  trouble?: SyncFailure;
  error?: unknown;
  /** Per requested project: whether everything is here, or why not. */
  projects: Map<string, 'ready' | 'gone' | { error: unknown }>;
};

/** The session has ended or the device has lost its key: the refusal says nothing about what was sent. */
const SIGNED_OUT: ReadonlySet<string> = new Set([
  'unauthenticated',
  'invalid_token',
  'session_ended',
  'device_revoked',
  'device_key_required',
]);

/** What a user or an administrator can change: a file refused for it is sent later. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set([
  'second_step_required',
  'licence_needed',
  'licence_expired',
  'licence_mobile',
  'network_not_allowed',
]);

/** What a failure means for the sync as a whole. */
export function failureKind(error: unknown): SyncFailure {
  if (error instanceof Unreachable) return 'offline';
  if (!(error instanceof AppError)) return 'failed';
  if (SIGNED_OUT.has(error.code)) return 'signed_out';
  return error.status >= 500 || error.status === 429 ? 'later' : 'failed';
}

/** Pushes until nothing is left to send or something must be waited for. */
async function pushAll(context: ClientContext, memory: Memory): Promise<boolean> {
  for (;;) {
    const result = await pushOnce(context, memory.push);
    if (result !== 'again') return result === 'idle' || result === 'files';
  }
}

/** Replies without progress after which a round leaves a project to the next round. */
const MAX_STALLED_PULLS = 5;

async function pullAll(context: ClientContext, memory: Memory, projectId: string): Promise<'ready' | 'gone' | 'later'> {
  let list = false;
  let stalled = 0;
  while (stalled < MAX_STALLED_PULLS) {
    const result = await pullOnce(context, memory.pull, projectId, list);
    if (result === 'gone') return 'gone';
    if (result === 'end') {
      memory.pull.loads.delete(projectId);
      return 'ready';
    }
    if (result === 'timeline') await checkHistory(context);
    // A list that still differs is requested again in the next round.
    if (result === 'list' && list) return 'ready';
    list = result === 'list' || (list && result === 'stale');
    if (result !== 'more') stalled += 1;
  }
  return 'later';
}

/** Projects whose applied edits have not been read back yet. */
function unread(edits: readonly Edit[]): string[] {
  return edits.filter((edit) => edit.state === 'applied').map((edit) => edit.projectId);
}

/** Pushes everything, then pulls the wanted projects and those that must show what was pushed. */
async function syncPass(context: ClientContext, memory: Memory, wanted: Iterable<string>, round: Round): Promise<void> {
  let pulled = false;
  const note = (error: unknown) => {
    const kind = failureKind(error);
    round.trouble = kind;
    round.error = error;
    return kind === 'offline' || kind === 'signed_out';
  };
  try {
    if (!(await pushAll(context, memory))) round.trouble = 'later';
  } catch (error) {
    if (note(error)) return;
  }
  for (const projectId of new Set([...wanted, ...unread(await context.store.edits())])) {
    try {
      const result = await pullAll(context, memory, projectId);
      if (result === 'ready') pulled = true;
      if (result === 'later') round.trouble ??= 'later';
      else round.projects.set(projectId, result);
    } catch (error) {
      round.projects.set(projectId, { error });
      if (note(error)) return;
    }
  }
  try {
    // Without a pull, the server must be asked: restored from a backup, it may have lost what this device has sent.
    if (!pulled) await checkHistory(context);
  } catch (error) {
    note(error);
  }
}

/** Whether the device has started over in the meantime. */
function hasStartedOver(before: DeviceState | undefined, after: DeviceState | undefined): boolean {
  return before !== undefined && before.deviceId !== after?.deviceId;
}

/** Syncs once, and a second time if the server's history turns out to have changed. Never throws. */
export async function syncRound(context: ClientContext, memory: Memory, wanted: Iterable<string>): Promise<Round> {
  const projects = [...wanted];
  const before = await context.store.device();
  const round: Round = { projects: new Map() };
  await syncPass(context, memory, projects, round);
  if (!hasStartedOver(before, await context.store.device()) || round.trouble) return round;
  const again: Round = { projects: new Map() };
  await syncPass(context, memory, projects, again);
  return again;
}

/** The waiting files, starting with those the next edits wait for. */
export function nextUploads(edits: readonly Edit[], blobs: readonly BlobRecord[]): BlobRecord[] {
  const waiting = new Map(blobs.filter((blob) => blob.state === 'waiting').map((blob) => [blob.id, blob]));
  const first = edits.flatMap((edit) => (edit.state === 'queued' ? edit.blobs : []));
  const ordered = [...new Set(first)].flatMap((id) => waiting.get(id) ?? []);
  return [...ordered, ...[...waiting.values()].filter((blob) => !ordered.includes(blob))];
}

/**
 * Uploads one file. Returns when the server has it or has refused it: edits that name a refused file are set aside and
 * reported. Throws if the upload should be retried.
 */
export async function uploadOnce(context: ClientContext, blob: BlobRecord): Promise<void> {
  let stored: { hash?: string };
  try {
    stored = await context.server.upload(blob);
  } catch (error) {
    if (!(error instanceof AppError) || failureKind(error) !== 'failed' || ABOUT_ACCOUNT.has(error.code)) throw error;
    await context.store.exclusively(async (commit) => {
      const refused: BlobRecord = { ...blob, state: 'refused', code: error.code };
      const edits = await context.store.edits();
      const aside = (edit: Edit): Edit => ({ ...edit, state: 'rejected', code: error.code });
      const next = edits.map((edit) => (edit.state === 'queued' && edit.blobs.includes(blob.id) ? aside(edit) : edit));
      const changed = next.filter((edit, index) => edit !== edits[index]);
      const shown = await reshow(context, new Set(changed.map((edit) => edit.projectId)), next);
      const rejected = changed.map((edit) => ({ n: edit.n, edit }));
      await commit({ ...shown, blobs: [{ id: blob.id, blob: refused }], edits: [...rejected, ...shown.edits] });
    });
    return;
  }
  const there: BlobRecord = { ...blob, state: 'there', confirmed: { at: context.now(), ...stored } };
  await context.store.exclusively((commit) => commit({ blobs: [{ id: blob.id, blob: there }] }));
}

/** Registers a file whose bytes are stored on this device; the next round uploads it. */
export function noteBlob(context: ClientContext, blob: Omit<BlobRecord, 'state'>): Promise<void> {
  return context.store.exclusively((commit) =>
    commit({ blobs: [{ id: blob.id, blob: { ...blob, state: 'waiting' } }] }),
  );
}

// Sends edits in the order of their numbers until the server has given a final answer to each.
import { AppError, type FieldProblem } from '../../kernel/errors.ts';
import { MAX_MUTATIONS, MAX_PUSH, type MutationOutcome, type PushReply, type SentMutation } from '../protocol.ts';
import { letOthersPass } from './defer.ts';
import { newDevice, reshow, utf8Length } from './edits.ts';
import { adoptTimeline, renameDevice, rewind } from './history-epoch.ts';
import type { Batch, BlobRecord, ClientParts, DeviceState, Edit } from './store.ts';

/**
 * How often the server may stop at an edit because of an internal error, or a missing file it should have, before the
 * edit is set aside.
 */
export const MAX_FAILURES = 30;

/**
 * `idle`: nothing to send now. `again`: there is more to send, or the server's history has changed. `later`: the server
 * stopped for a temporary problem. `files`: a file must be uploaded first.
 */
export type PushResult = 'idle' | 'again' | 'later' | 'files';

/** What one engine remembers between rounds; nothing that must survive it. */
export type PushMemory = { limit: number };

/** The next edits to send. Numbers that will never be used are skipped. */
export function nextPush(
  device: DeviceState,
  edits: readonly Edit[],
  blobs: readonly BlobRecord[],
  limit: number,
): { mutations: SentMutation[]; waits: boolean } {
  const missing = new Set(blobs.filter((blob) => blob.state === 'waiting').map((blob) => blob.id));
  const mutations: SentMutation[] = [];
  let at = device.settled;
  // Half the limit, because names and numbers take space too.
  let room = MAX_PUSH / 2;
  for (const edit of edits) {
    if (edit.state !== 'queued' || edit.n <= at) continue;
    if (edit.blobs.some((blobId) => missing.has(blobId))) return { mutations, waits: true };
    room -= utf8Length(JSON.stringify(edit.input));
    if (mutations.length > 0 && (room < 0 || mutations.length >= limit - 1)) break;
    if (edit.n > at + 1) mutations.push({ n: edit.n - 1, skip: true });
    const { n, projectId, name, input, at: made } = edit;
    mutations.push({ n, projectId, name, input, at: made });
    at = n;
  }
  return { mutations, waits: false };
}

function reject(
  edit: Edit,
  outcome: { code?: string | undefined } & Omit<MutationOutcome, 'n' | 'outcome' | 'code'>,
): Edit {
  const { head: _, doubt: __, ...rest } = edit;
  const { code = 'internal', fields, params } = outcome;
  return {
    ...rest,
    state: 'rejected',
    code,
    // The server's outcome codes; unknown codes of a newer server are shown unchanged.
    ...(fields && { fields: fields as FieldProblem[] }),
    ...(params && { params }),
  };
}

function settle(edit: Edit, outcome: MutationOutcome, head: number): Edit {
  if (outcome.outcome === 'applied') {
    const { code: _, fields: __, params: ___, ...rest } = edit;
    return { ...rest, state: 'applied', head };
  }
  if (outcome.outcome === 'skipped' && edit.state === 'rejected') return edit;
  // The server skipped a number that an edit holds: the edit exists nowhere else, so the user must be told.
  return reject(edit, outcome);
}

/** The queue after the server stopped at `n`, and the files to upload again. */
function afterStop(edit: Edit, code: string, blobs: readonly BlobRecord[]) {
  const mine = blobs.filter((blob) => edit.blobs.includes(blob.id) && blob.state !== 'refused');
  const failures = (edit.failures ?? 0) + 1;
  // A file that is not on this device will never arrive.
  const hopeless = code === 'blob_missing' && mine.length < edit.blobs.length;
  if (hopeless || failures > MAX_FAILURES) return { edit: reject(edit, { code }), blobs: [] };
  const again = code === 'blob_missing' ? mine.map((blob) => ({ ...blob, state: 'waiting' as const })) : [];
  return { edit: { ...edit, failures }, blobs: again.map((blob) => ({ id: blob.id, blob })) };
}

type Sent = { device: DeviceState; mutations: readonly SentMutation[] };

/** Whether a reply to a push from the device state `sent` still applies to the state `now`. */
function concerns(sent: DeviceState, now: DeviceState): boolean {
  return sent.deviceId === now.deviceId && sent.timeline === now.timeline && sent.settled <= now.settled;
}

/** Processes a reply. Edits made while the request was in flight are not affected. */
async function takeReply(parts: ClientParts, land: (batch: Batch) => Promise<void>, sent: Sent, reply: PushReply) {
  const { store } = parts;
  const device = await store.device();
  // A reply from before the device was renamed or restarted its numbering refers to other numbers.
  if (!device || !concerns(sent.device, device)) return 'again';
  if (reply.last >= device.next) {
    await land(await renameDevice(parts, device));
    return 'again';
  }
  if (device.timeline !== null && reply.timeline !== device.timeline) {
    await land(await adoptTimeline(parts, device, reply.timeline, reply.last));
    return 'again';
  }
  const edits = new Map((await store.edits()).map((edit) => [edit.n, edit]));
  const before = new Map(edits);
  const outcomes = new Map(reply.results.map((one) => [one.n, one]));
  let { settled } = device;
  for (const { n } of sent.mutations) {
    const outcome = outcomes.get(n);
    if (!outcome) break;
    const edit = edits.get(n);
    if (edit) edits.set(n, settle(edit, outcome, reply.heads[edit.projectId] ?? 0));
    settled = Math.max(settled, n);
  }
  const { stopped } = reply;
  const at = stopped && edits.get(stopped.n);
  const stop =
    at && (stopped.code === 'blob_missing' || stopped.code === 'internal')
      ? afterStop(at, stopped.code, await store.blobs())
      : undefined;
  if (stop) edits.set(stop.edit.n, stop.edit);
  const changed = [...edits.values()].filter((edit) => before.get(edit.n) !== edit);
  const rejected = changed.filter((edit) => edit.state === 'rejected').map((edit) => edit.projectId);
  const shown = await reshow(parts, rejected, [...edits.values()]);
  const counted = { ...device, timeline: reply.timeline, settled };
  await land({
    ...shown,
    edits: [...changed.map((edit) => ({ n: edit.n, edit })), ...shown.edits],
    ...(stop && { blobs: stop.blobs }),
    device: counted,
  });
  if (stopped?.code === 'gap' && reply.last < settled) {
    await land(await rewind(parts, counted, reply.last));
    return 'again';
  }
  if (!stopped || stop?.edit.state === 'rejected') return 'again';
  return stopped.code === 'blob_missing' ? 'files' : 'later';
}

/** Refusals of a whole push that concern its content, not the session, the connection or the server. */
function concernsContent(error: unknown): error is AppError {
  return error instanceof AppError && ['invalid_input', 'too_large'].includes(error.code);
}

/** Retries a refused push edit by edit; an edit that cannot be sent on its own is set aside and reported. */
async function setAside(parts: ClientParts, land: (batch: Batch) => Promise<void>, n: number, error: AppError) {
  const edits = await parts.store.edits();
  const edit = edits.find((one) => one.n === n && one.state === 'queued');
  if (!edit) return;
  const aside = reject(edit, { code: error.code, fields: error.details.fields, params: error.details.params });
  const next = edits.map((one) => (one === edit ? aside : one));
  const shown = await reshow(parts, [edit.projectId], next);
  await land({ ...shown, edits: [{ n, edit: aside }, ...shown.edits] });
}

/** The device state, created on first use. */
async function ensureDevice(parts: ClientParts): Promise<DeviceState> {
  const known = await parts.store.device();
  if (known) return known;
  return parts.store.alone(async (land) => {
    const device = (await parts.store.device()) ?? newDevice(parts);
    await land({ device });
    return device;
  });
}

/**
 * Records durably, before sending, which edits with files may reach the server from now on: such an edit never changes
 * its number. False if one has been renumbered in the meantime.
 */
async function markSent(parts: ClientParts, mutations: readonly SentMutation[]): Promise<boolean> {
  const { store } = parts;
  const leaving = new Set(mutations.flatMap((one) => ('skip' in one ? [] : [one.n])));
  return store.alone(async (land) => {
    const edits = (await store.edits()).filter((edit) => leaving.has(edit.n));
    if (edits.length < leaving.size) return false;
    const fresh = edits.filter((edit) => edit.blobs.length > 0 && !edit.sent);
    if (fresh.length > 0) await land({ edits: fresh.map((edit) => ({ n: edit.n, edit: { ...edit, sent: true } })) });
    return true;
  });
}

/** Pushes once. Throws what the server port throws, except for refusals of single edits. */
export async function pushOnce(parts: ClientParts, memory: PushMemory): Promise<PushResult> {
  const { store, server } = parts;
  const device = await ensureDevice(parts);
  const { mutations, waits } = nextPush(device, await store.edits(), await store.blobs(), memory.limit);
  if (mutations.length === 0) {
    if (!waits) return 'idle';
    return (await letOthersPass(parts)) ? 'again' : 'files';
  }
  if (!(await markSent(parts, mutations))) return 'again';
  const { deviceId, timeline } = device;
  const sent = { device, mutations };
  let reply: PushReply;
  try {
    reply = await server.push({ deviceId, mutations, ...(timeline !== null && { timeline }) });
  } catch (error) {
    if (!concernsContent(error)) throw error;
    const last = mutations.at(-1);
    if (memory.limit <= 2 && last) await store.alone((land) => setAside(parts, land, last.n, error));
    memory.limit = memory.limit <= 2 ? MAX_MUTATIONS : 2;
    return 'again';
  }
  memory.limit = MAX_MUTATIONS;
  return store.alone((land) => takeReply(parts, land, sent, reply));
}

/** Asks the server for its history without sending edits, and adopts it. */
export async function greet(parts: ClientParts): Promise<void> {
  const device = await ensureDevice(parts);
  const reply = await parts.server.push({ deviceId: device.deviceId, mutations: [] });
  await parts.store.alone((land) => takeReply(parts, land, { device, mutations: [] }, reply));
}

// Sends edits in the order of their numbers until the server has given a final answer to each.
import { AppError, type FieldProblem } from '../../kernel/errors.ts';
import { MAX_MUTATIONS, MAX_PUSH, type MutationOutcome, type PushReply, type SentMutation } from '../protocol.ts';
import { overtakeWaiting } from './defer.ts';
import { newDevice, reshow, utf8Length } from './edits.ts';
import { startOver } from './start-over.ts';
import type { Batch, BlobRecord, ClientContext, DeviceState, Edit } from './store.ts';

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
    const { n, id, projectId, name, input, at: created } = edit;
    mutations.push({ n, ...(id !== undefined && { id }), projectId, name, input, at: created });
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

function withOutcome(edit: Edit, outcome: MutationOutcome, head: number, at: string): Edit {
  if (outcome.outcome === 'applied') {
    const { code: _, fields: __, params: ___, id, ...rest } = edit;
    const { hash, position } = outcome;
    const confirmed = { at, ...(hash !== undefined && { hash }), ...(position !== undefined && { position }) };
    return { ...rest, ...(id !== undefined && !outcome.older && { id }), state: 'applied', head, confirmed };
  }
  return reject(edit, outcome);
}

/** The queue after the server stopped at `n`, and the files to upload again. */
function afterStop(edit: Edit, code: string, blobs: readonly BlobRecord[]) {
  const mine = blobs.filter((blob) => edit.blobs.includes(blob.id) && blob.state !== 'refused');
  const failures = (edit.failures ?? 0) + 1;
  // A file that is not on this device will never arrive, and neither will one refused before this edit named it.
  const hopeless = code === 'blob_missing' && mine.length < edit.blobs.length;
  const refused = hopeless ? blobs.find(({ id, state }) => edit.blobs.includes(id) && state === 'refused') : undefined;
  if (hopeless || failures > MAX_FAILURES) return { edit: reject(edit, { code: refused?.code ?? code }), blobs: [] };
  const again = code === 'blob_missing' ? mine.map((blob) => ({ ...blob, state: 'waiting' as const })) : [];
  return { edit: { ...edit, failures }, blobs: again.map((blob) => ({ id: blob.id, blob })) };
}

type SentPush = { device: DeviceState; mutations: readonly SentMutation[] };

/** What a reply acknowledges, in order, up to the first mutation without its own outcome. */
function acknowledged({ mutations }: SentPush, { results }: PushReply) {
  const outcomes = new Map(results.map((result) => [result.n, result]));
  const found: { mutation: SentMutation; outcome: MutationOutcome }[] = [];
  for (const mutation of mutations) {
    const outcome = outcomes.get(mutation.n);
    const own = 'skip' in mutation ? outcome?.outcome === 'skipped' : outcome?.id === mutation.id;
    if (!outcome || !own) break;
    found.push({ mutation, outcome });
  }
  return found;
}

/** The device and its edits after the outcomes in a reply. */
function withOutcomes(
  { device, edits, at }: { device: DeviceState; edits: readonly Edit[]; at: string },
  sent: SentPush,
  reply: PushReply,
) {
  const next = new Map(edits.map((edit) => [edit.n, edit]));
  // By id: an edit may have a later number by now.
  const queued = Map.groupBy(
    edits.filter(({ state }) => state === 'queued'),
    ({ id }) => id,
  );
  let { settled, receipt } = device;
  const outcomes = acknowledged(sent, reply);
  for (const { mutation, outcome } of outcomes) {
    settled = Math.max(settled, mutation.n);
    if ('skip' in mutation || mutation.id === undefined) continue;
    if (!outcome.older && mutation.n >= (receipt?.n ?? 0)) receipt = { n: mutation.n, id: mutation.id };
    // More than one if a restored copy of the store has the edit under two numbers.
    for (const edit of queued.get(mutation.id) ?? [])
      next.set(edit.n, withOutcome(edit, outcome, reply.heads[edit.projectId] ?? 0, at));
  }
  const counted: DeviceState = { ...device, timeline: reply.timeline, settled, ...(receipt && { receipt }) };
  return { device: counted, edits: next, any: outcomes.length > 0 };
}

/** Processes a reply. Edits made while the request was in flight are not affected. */
async function processReply(
  context: ClientContext,
  commit: (batch: Batch) => Promise<void>,
  sent: SentPush,
  reply: PushReply,
): Promise<PushResult> {
  const { store } = context;
  const device = await store.device();
  // A reply from before the device took a new identity says nothing about what it has to send now.
  if (!device || device.deviceId !== sent.device.deviceId) return 'again';
  if (device.timeline !== null && reply.timeline !== device.timeline) {
    await commit(await startOver(context, device, reply));
    return 'again';
  }
  const before = new Set(await store.edits());
  const { device: counted, edits, any } = withOutcomes({ device, edits: [...before], at: context.now() }, sent, reply);
  const { stopped } = reply;
  const at = stopped && edits.get(stopped.n);
  const stop =
    at && (stopped.code === 'blob_missing' || stopped.code === 'internal')
      ? afterStop(at, stopped.code, await store.blobs())
      : undefined;
  if (stop) edits.set(stop.edit.n, stop.edit);
  const changed = [...edits.values()].filter((edit) => !before.has(edit));
  const rejected = changed.filter((edit) => edit.state === 'rejected').map((edit) => edit.projectId);
  const shown = await reshow(context, rejected, [...edits.values()]);
  await commit({
    ...shown,
    edits: [...changed.map((edit) => ({ n: edit.n, edit })), ...shown.edits],
    ...(stop && { blobs: stop.blobs }),
    device: counted,
  });
  if (reply.diverged || reply.last < sent.device.settled) {
    await commit(await startOver(context, counted, reply));
    return 'again';
  }
  if (stop?.edit.state === 'rejected') return 'again';
  // Edits that do not need the missing file can overtake those that do.
  if (stop && stopped?.code === 'blob_missing') return 'again';
  if (stopped) return 'later';
  return any || sent.mutations.length === 0 ? 'again' : 'later';
}

/** Refusals of a whole push that concern its content, not the session, the connection or the server. */
function concernsContent(error: unknown): error is AppError {
  return error instanceof AppError && ['invalid_input', 'too_large'].includes(error.code);
}

/** Retries a refused push edit by edit; an edit that cannot be sent on its own is set aside and reported. */
async function rejectEdit(context: ClientContext, commit: (batch: Batch) => Promise<void>, n: number, error: AppError) {
  const edits = await context.store.edits();
  const edit = edits.find((one) => one.n === n && one.state === 'queued');
  if (!edit) return;
  const aside = reject(edit, { code: error.code, fields: error.details.fields, params: error.details.params });
  const next = edits.map((one) => (one === edit ? aside : one));
  const shown = await reshow(context, [edit.projectId], next);
  await commit({ ...shown, edits: [{ n, edit: aside }, ...shown.edits] });
}

/** The device state, created on first use. */
async function ensureDevice(context: ClientContext): Promise<DeviceState> {
  const known = await context.store.device();
  if (known) return known;
  return context.store.exclusively(async (commit) => {
    const device = (await context.store.device()) ?? newDevice(context);
    await commit({ device });
    return device;
  });
}

/**
 * Gives ids to edits of an older version, durably: the server must know them under the same id if they are sent twice.
 */
async function identify({ store, newId }: ClientContext): Promise<void> {
  const isNameless = (edit: Edit) => edit.state === 'queued' && edit.id === undefined;
  if (!(await store.edits()).some(isNameless)) return;
  await store.exclusively(async (commit) => {
    const nameless = (await store.edits()).filter(isNameless);
    await commit({ edits: nameless.map((edit) => ({ n: edit.n, edit: { ...edit, id: newId() } })) });
  });
}

/** Identifies the history that the device knows. */
function knownHistory({ deviceId, timeline, receipt }: DeviceState) {
  return { deviceId, ...(timeline !== null && { timeline }), ...(receipt && { receipt }) };
}

/** Pushes once. Throws what the server port throws, except for refusals of single edits. */
export async function pushOnce(context: ClientContext, memory: PushMemory): Promise<PushResult> {
  const { store, server } = context;
  const device = await ensureDevice(context);
  await identify(context);
  const { mutations, waits } = nextPush(device, await store.edits(), await store.blobs(), memory.limit);
  if (mutations.length === 0) {
    if (!waits) return 'idle';
    return (await overtakeWaiting(context)) ? 'again' : 'files';
  }
  const sent = { device, mutations };
  let reply: PushReply;
  try {
    reply = await server.push({ ...knownHistory(device), mutations });
  } catch (error) {
    if (!concernsContent(error)) throw error;
    const last = mutations.at(-1);
    if (memory.limit <= 2 && last) await store.exclusively((commit) => rejectEdit(context, commit, last.n, error));
    memory.limit = memory.limit <= 2 ? MAX_MUTATIONS : 2;
    return 'again';
  }
  memory.limit = MAX_MUTATIONS;
  return store.exclusively((commit) => processReply(context, commit, sent, reply));
}

/** Asks the server for its history without sending edits, and starts over if it is a different one. */
export async function checkHistory(context: ClientContext): Promise<void> {
  const device = await ensureDevice(context);
  const reply = await context.server.push({ ...knownHistory(device), mutations: [] });
  await context.store.exclusively((commit) => processReply(context, commit, { device, mutations: [] }, reply));
}

/** Starts over because the history of a project has changed, unless this or another tab already has. */
export async function leaveHistory(context: ClientContext, deviceId: string): Promise<void> {
  const { store, server } = context;
  const reply = await server.push({ deviceId, mutations: [] });
  await store.exclusively(async (commit) => {
    const device = await store.device();
    if (device?.deviceId === deviceId) await commit(await startOver(context, device, reply));
  });
}

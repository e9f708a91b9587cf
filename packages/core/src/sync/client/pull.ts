// Pulls the changes of a project in log order; each reply is committed atomically together with its cursor.
import { AppError } from '../../kernel/errors.ts';
import { ENTITY_NAMES, type Entity } from '../../site/entities.ts';
import { PARTIAL_ENTITIES, type PullReply, printOf } from '../protocol.ts';
import { leaveHistory } from './push.ts';
import { rebase, ServerRows } from './replay.ts';
import { RELOAD_STATE } from './start-over.ts';
import type { AnyRow, Batch, ClientContext, DeviceState, Edit, ProjectState } from './store.ts';

/**
 * `end`: everything is here. `more`: pull again. `list`: the ids differ from the server's, request the full list.
 * `timeline`: the server has a different history epoch. `diverged`: it has lost or replaced what this device has read
 * or sent. `gone`: the user may not see the project. `stale`: the reply came too late and was dropped.
 */
export type PullResult = 'end' | 'more' | 'list' | 'timeline' | 'diverged' | 'gone' | 'stale';

/** What one engine remembers between pulls. */
export type PullMemory = {
  /** Loads in progress by project. If one is lost, the load starts over. */
  loads: Map<string, { loader: string; seen: Set<string>; reloads: number }>;
  /** Project → complete pulls until the ids are compared with the server's; at once where there is no entry. */
  untilCheck: Map<string, number>;
};

/** Complete pulls between two comparisons of ids, which take time in proportion to the size of the project. */
const CHECK_EVERY = 50;

const keyOf = (entity: Entity, id: string) => `${entity} ${id}`;

/** The ids the server has sent, without rows that exist only through edits of this device. */
async function serverIds(
  context: ClientContext,
  projectId: string,
  entity: Entity,
  notifications: ServerRows,
): Promise<Set<string>> {
  const ids = new Set(await context.store.ids(entity, projectId));
  for (const one of await context.store.base(projectId)) {
    if (one.entity !== entity) continue;
    if (one.row === null) ids.delete(one.id);
    else ids.add(one.id);
  }
  for (const [id, row] of notifications.table(entity)) {
    if (row) ids.add(id);
    else ids.delete(id);
  }
  return ids;
}

/** Removes rows that did not reappear in a load from the beginning: neither in `notifications` nor in earlier replies. */
async function sweep(context: ClientContext, projectId: string, notifications: ServerRows, seen: ReadonlySet<string>) {
  for (const entity of ENTITY_NAMES)
    for (const id of await serverIds(context, projectId, entity, notifications))
      if (!seen.has(keyOf(entity, id)) && !notifications.table(entity).get(id))
        notifications.set(entity, id, undefined);
}

/** Removes rows missing from the server's list. Returns whether the list names a row that is not on this device. */
async function keepListed(
  context: ClientContext,
  projectId: string,
  notifications: ServerRows,
  keep: NonNullable<PullReply['keep']>,
): Promise<boolean> {
  let lacking = false;
  for (const entity of PARTIAL_ENTITIES) {
    const listed = new Set(keep[entity] ?? []);
    const here = await serverIds(context, projectId, entity, notifications);
    for (const id of here) if (!listed.has(id)) notifications.set(entity, id, undefined);
    for (const id of listed) if (!here.has(id)) lacking = true;
  }
  return lacking;
}

async function sameIds(
  context: ClientContext,
  projectId: string,
  notifications: ServerRows,
  print: NonNullable<PullReply['print']>,
) {
  const ids: string[] = [];
  for (const entity of PARTIAL_ENTITIES) ids.push(...(await serverIds(context, projectId, entity, notifications)));
  const own = printOf(ids);
  return own.count === print.count && own.xor === print.xor;
}

/** Applied edits that are visible in the rows up to `to`: they move from the queue to the journal. */
function readBack(edits: readonly Edit[], projectId: string, to: number): Edit[] {
  return edits.filter((edit) => edit.projectId === projectId && edit.state === 'applied' && (edit.head ?? 0) <= to);
}

/** The position up to which the server's log must reach: that of the last acknowledged edit not yet read back. */
async function acknowledgedHead({ store }: ClientContext, projectId: string): Promise<number> {
  const applied = (await store.edits()).filter((edit) => edit.projectId === projectId && edit.state === 'applied');
  return applied.reduce((head, edit) => Math.max(head, edit.head ?? 0), 0);
}

/** Edits already on the server, kept in case it is restored from a backup. */
const MAX_KEPT_EDITS = 2_000;

function intoJournal(done: readonly Edit[], settled: number): Batch {
  if (done.length === 0) return {};
  return {
    edits: done.map(({ n }) => ({ n, edit: undefined })),
    journal: done.map((edit) => ({ n: edit.n, edit })),
    journalUpTo: Math.max(0, settled - MAX_KEPT_EDITS),
  };
}

async function storeRows(
  context: ClientContext,
  commit: (batch: Batch) => Promise<void>,
  memory: PullMemory,
  state: ProjectState,
  reply: PullReply,
): Promise<PullResult> {
  const { store, userId } = context;
  const { projectId } = state;
  const notifications = new ServerRows();
  // Rows are stored as received: the server's rows follow the schema of their entity.
  for (const { entity, row } of reply.rows) notifications.set(entity, String(row.id), row as unknown as AnyRow);
  for (const { entity, id } of reply.gone) notifications.set(entity, id, undefined);
  const load = memory.loads.get(projectId);
  const arrived = [...notifications].filter(({ row }) => row).map(({ entity, id }) => keyOf(entity, id));
  let result: PullResult = reply.more ? 'more' : 'end';
  let next: ProjectState = { ...state, cursor: reply.to, mark: reply.mark, scope: reply.scope, gone: false };
  if (!reply.more) {
    if (state.load === 'again' && load) await sweep(context, projectId, notifications, load.seen);
    next = { ...next, load: null, loader: null };
    if (reply.keep) {
      const lacking = await keepListed(context, projectId, notifications, reply.keep);
      // Once per round: a server that lists rows it never sends must not keep the device loading forever.
      if (lacking && (load?.reloads ?? 0) === 0) {
        next = { ...next, ...beginLoad(context, memory, projectId, 1) };
        result = 'more';
      }
    } else if (reply.print && !(await sameIds(context, projectId, notifications, reply.print))) result = 'list';
  }
  const edits = await store.edits();
  const done = reply.more ? [] : readBack(edits, projectId, reply.to);
  const mine = edits.filter(
    (edit) => edit.projectId === projectId && edit.state !== 'rejected' && !done.some(({ n }) => n === edit.n),
  );
  const rebased = await rebase(store, { userId, projectId }, notifications, mine);
  const settled = (await store.device())?.settled ?? 0;
  const journalled = intoJournal(done, settled);
  await commit({
    ...journalled,
    rows: rebased.rows,
    base: rebased.base,
    edits: [...rebased.edits, ...(journalled.edits ?? [])],
    projects: [next],
  });
  // Only once they are stored: a full device requests them again, when the server may no longer have all of them.
  if (state.load === 'again') for (const key of arrived) load?.seen.add(key);
  if (!reply.more)
    memory.untilCheck.set(projectId, reply.print ? CHECK_EVERY : (memory.untilCheck.get(projectId) ?? 0) - 1);
  return result;
}

/** Starts a load from the beginning that only this engine knows about. */
function beginLoad(context: ClientContext, memory: PullMemory, projectId: string, reloads: number) {
  const loader = context.newId();
  memory.loads.set(projectId, { loader, seen: new Set(), reloads });
  return { ...RELOAD_STATE, loader };
}

/** The project state to pull from. A load that another engine started, or this one before a restart, starts over. */
async function startingState(context: ClientContext, memory: PullMemory, projectId: string): Promise<ProjectState> {
  const mine = (state: ProjectState) =>
    state.load === 'again'
      ? memory.loads.get(projectId)?.loader === state.loader
      : // Read by an older version, which noticed no changed history: what it has is not certain.
        state.cursor === 0 || state.mark !== undefined;
  const known = (await context.store.project(projectId)) ?? newProjectState(projectId);
  if (mine(known)) return known;
  return context.store.exclusively(async (commit) => {
    const now = (await context.store.project(projectId)) ?? newProjectState(projectId);
    if (mine(now)) return now;
    const begun = { ...now, ...beginLoad(context, memory, projectId, memory.loads.get(projectId)?.reloads ?? 0) };
    await commit({ projects: [begun] });
    return begun;
  });
}

/** How much of the project has been read, 0 to 1; undefined while unknown. A mark begins with the last position. */
export function loadedShare({ cursor, mark = '' }: ProjectState): number | undefined {
  const last = Number.parseInt(mark, 10);
  return last > 0 ? Math.min(1, cursor / last) : undefined;
}

function newProjectState(projectId: string): ProjectState {
  return { projectId, cursor: 0, scope: null, load: 'first', loader: null, gone: false };
}

/** Identifies the history that the device knows. */
function knownHistory(device: DeviceState | undefined) {
  if (!device?.timeline) return {};
  const { deviceId, timeline, receipt } = device;
  return { timeline, ...(receipt && { deviceId, receiptN: receipt.n, receiptId: receipt.id }) };
}

/**
 * Pulls once. Throws what the server port throws, except `not_entitled`: then the project is removed from the device.
 */
export async function pullOnce(
  context: ClientContext,
  memory: PullMemory,
  projectId: string,
  list = false,
): Promise<PullResult> {
  const { store, server } = context;
  const device = await store.device();
  const requested = await startingState(context, memory, projectId);
  const acknowledged = await acknowledgedHead(context, projectId);
  let reply: PullReply;
  try {
    reply = await server.pull({
      projectId,
      from: requested.cursor,
      ...(requested.mark !== undefined && { mark: requested.mark }),
      ...knownHistory(device),
      ...(requested.scope !== null && { scope: requested.scope }),
      limit: PULL_ROWS,
      list: list ? 'true' : 'false',
      ...((list || (memory.untilCheck.get(projectId) ?? 0) <= 0) && { check: 'true' }),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_entitled') throw error;
    await store.exclusively((commit) => dropProject(context, commit, projectId));
    memory.loads.delete(projectId);
    return 'gone';
  }
  const result = await store.exclusively((commit) =>
    processReply(context, commit, memory, { ...requested, acknowledged }, reply),
  );
  if (result === 'diverged' && device) await leaveHistory(context, device.deviceId);
  return result;
}

/** Rows per request: few enough that storing them does not block the screen. */
const PULL_ROWS = 2_000;

async function processReply(
  context: ClientContext,
  commit: (batch: Batch) => Promise<void>,
  memory: PullMemory,
  { acknowledged, ...requested }: ProjectState & { acknowledged: number },
  reply: PullReply,
): Promise<PullResult> {
  const { store } = context;
  const device = await store.device();
  if (device?.timeline && device.timeline !== reply.timeline) return 'timeline';
  if (reply.diverged) return 'diverged';
  const now = (await store.project(requested.projectId)) ?? newProjectState(requested.projectId);
  // Only the reply to the current cursor may be committed; any other would leave a gap or restore old rows.
  const next = reply.from === now.cursor && now.cursor === requested.cursor && now.gone === requested.gone;
  if (!next || now.load !== requested.load || now.loader !== requested.loader) return 'stale';
  if (reply.reset) {
    await commit({ projects: [{ ...now, ...beginLoad(context, memory, requested.projectId, 0) }] });
    return 'more';
  }
  if (requested.cursor > 0 && requested.scope !== reply.scope) return 'stale';
  // The log ends before an edit that the server had acknowledged: it was restored from an earlier backup.
  if (!reply.more && reply.to < acknowledged) return 'diverged';
  if (device && device.timeline === null) await commit({ device: { ...device, timeline: reply.timeline } });
  return storeRows(context, commit, memory, requested, reply);
}

/** Removes a project the user may not see, except the user's own unsent edits. */
async function dropProject(context: ClientContext, commit: (batch: Batch) => Promise<void>, projectId: string) {
  const device = await context.store.device();
  const done = readBack(await context.store.edits(), projectId, Number.POSITIVE_INFINITY);
  await commit({
    ...intoJournal(done, device?.settled ?? 0),
    purge: [projectId],
    projects: [{ ...newProjectState(projectId), gone: true }],
  });
}

// Reading what changed in a project: in the order of its log, each answer landing whole together with its place.
import { AppError } from '../../kernel/errors.ts';
import { ENTITY_NAMES, type Entity } from '../../site/entities.ts';
import { KEPT, type PullReply, printOf } from '../protocol.ts';
import { AGAIN } from './history-epoch.ts';
import { rebase, ServerRows } from './replay.ts';
import type { AnyRow, Batch, ClientParts, Edit, ProjectState } from './store.ts';

/**
 * `end`: everything is here. `more`: go on. `list`: ids differ from the server's, ask for their list. `timeline`: the
 * server's history is another one. `gone`: the user may not see the project. `stale`: the answer came too late and was dropped.
 */
export type PullResult = 'end' | 'more' | 'list' | 'timeline' | 'gone' | 'stale';

/** What one engine remembers of loads under way. Lost with it: such a load begins again. */
export type PullMemory = Map<string, { loader: string; seen: Set<string>; reloads: number }>;

const keyOf = (entity: Entity, id: string) => `${entity} ${id}`;

/** The ids the server has handed out, without what only edits of this device have made. */
async function serverIds(
  parts: ClientParts,
  projectId: string,
  entity: Entity,
  news: ServerRows,
): Promise<Set<string>> {
  const ids = new Set(await parts.store.ids(entity, projectId));
  for (const one of await parts.store.base(projectId)) {
    if (one.entity !== entity) continue;
    if (one.row === null) ids.delete(one.id);
    else ids.add(one.id);
  }
  for (const [id, row] of news.table(entity)) {
    if (row) ids.add(id);
    else ids.delete(id);
  }
  return ids;
}

/** Takes away what did not come again in a load from the beginning. */
async function sweep(parts: ClientParts, projectId: string, news: ServerRows, seen: ReadonlySet<string>) {
  for (const entity of ENTITY_NAMES)
    for (const id of await serverIds(parts, projectId, entity, news))
      if (!seen.has(keyOf(entity, id))) news.set(entity, id, undefined);
}

/** Takes away what is not in the server's list. Returns whether the list names something that is not here. */
async function keepListed(
  parts: ClientParts,
  projectId: string,
  news: ServerRows,
  keep: NonNullable<PullReply['keep']>,
): Promise<boolean> {
  let lacking = false;
  for (const entity of KEPT) {
    const listed = new Set(keep[entity] ?? []);
    const here = await serverIds(parts, projectId, entity, news);
    for (const id of here) if (!listed.has(id)) news.set(entity, id, undefined);
    for (const id of listed) if (!here.has(id)) lacking = true;
  }
  return lacking;
}

async function sameIds(
  parts: ClientParts,
  projectId: string,
  news: ServerRows,
  print: NonNullable<PullReply['print']>,
) {
  const ids: string[] = [];
  for (const entity of KEPT) ids.push(...(await serverIds(parts, projectId, entity, news)));
  const own = printOf(ids);
  return own.count === print.count && own.xor === print.xor;
}

/** Applied edits that the rows up to `to` show: they go from the queue into the journal. */
function readBack(edits: readonly Edit[], projectId: string, to: number): Edit[] {
  return edits.filter((one) => one.projectId === projectId && one.state === 'applied' && (one.head ?? 0) <= to);
}

/** Edits the server has, kept for the case that it is restored from a backup. */
const KEPT_EDITS = 2_000;

function intoJournal(done: readonly Edit[], settled: number): Batch {
  if (done.length === 0) return {};
  return {
    edits: done.map(({ n }) => ({ n, edit: undefined })),
    journal: done.map((edit) => ({ n: edit.n, edit })),
    journalUpTo: Math.max(0, settled - KEPT_EDITS),
  };
}

async function takeRows(
  parts: ClientParts,
  land: (batch: Batch) => Promise<void>,
  memory: PullMemory,
  state: ProjectState,
  reply: PullReply,
): Promise<PullResult> {
  const { store, userId } = parts;
  const { projectId } = state;
  const news = new ServerRows();
  // The device keeps rows as they are: what the server sends follows the schema of its entity.
  for (const { entity, row } of reply.rows) news.set(entity, String(row.id), row as unknown as AnyRow);
  for (const { entity, id } of reply.gone) news.set(entity, id, undefined);
  const load = memory.get(projectId);
  if (state.load === 'again') for (const { entity, id, row } of news) if (row) load?.seen.add(keyOf(entity, id));
  let result: PullResult = reply.more ? 'more' : 'end';
  let next: ProjectState = { ...state, cursor: reply.to, scope: reply.scope, gone: false };
  if (!reply.more) {
    if (state.load === 'again' && load) await sweep(parts, projectId, news, load.seen);
    next = { ...next, load: null, loader: null };
    if (reply.keep) {
      const lacking = await keepListed(parts, projectId, news, reply.keep);
      // Once a round: a server that lists what it never sends must not keep the device loading for ever.
      if (lacking && (load?.reloads ?? 0) === 0) {
        next = { ...next, ...beginLoad(parts, memory, projectId, 1) };
        result = 'more';
      }
    } else if (reply.print && !(await sameIds(parts, projectId, news, reply.print))) result = 'list';
  }
  const edits = await store.edits();
  const done = reply.more ? [] : readBack(edits, projectId, reply.to);
  const mine = edits.filter(
    (one) => one.projectId === projectId && one.state !== 'rejected' && !done.some(({ n }) => n === one.n),
  );
  const rebased = await rebase(store, { userId, projectId }, news, mine);
  const settled = (await store.device())?.settled ?? 0;
  const journalled = intoJournal(done, settled);
  await land({
    ...journalled,
    rows: rebased.rows,
    base: rebased.base,
    edits: [...rebased.edits, ...(journalled.edits ?? [])],
    projects: [next],
  });
  return result;
}

/** A load from the beginning, known to this engine only. */
function beginLoad(parts: ClientParts, memory: PullMemory, projectId: string, reloads: number) {
  const loader = parts.newId();
  memory.set(projectId, { loader, seen: new Set(), reloads });
  return { ...AGAIN, loader };
}

/** The project to be read next. A load that another engine began, or this one before it was stopped, begins again. */
async function stateToAsk(parts: ClientParts, memory: PullMemory, projectId: string): Promise<ProjectState> {
  const mine = (state: ProjectState) => state.load !== 'again' || memory.get(projectId)?.loader === state.loader;
  const known = (await parts.store.project(projectId)) ?? fresh(projectId);
  if (mine(known)) return known;
  return parts.store.alone(async (land) => {
    const now = (await parts.store.project(projectId)) ?? fresh(projectId);
    if (mine(now)) return now;
    const begun = { ...now, ...beginLoad(parts, memory, projectId, memory.get(projectId)?.reloads ?? 0) };
    await land({ projects: [begun] });
    return begun;
  });
}

function fresh(projectId: string): ProjectState {
  return { projectId, cursor: 0, scope: null, load: 'first', loader: null, gone: false };
}

/** Reads once. Throws what the server port throws, but for `not_entitled`: then nothing of the project stays here. */
export async function pullOnce(
  parts: ClientParts,
  memory: PullMemory,
  projectId: string,
  list = false,
): Promise<PullResult> {
  const { store, server } = parts;
  const device = await store.device();
  const asked = await stateToAsk(parts, memory, projectId);
  let reply: PullReply;
  try {
    reply = await server.pull({
      projectId,
      from: asked.cursor,
      ...(device?.timeline && { timeline: device.timeline }),
      ...(asked.scope !== null && { scope: asked.scope }),
      limit: PULL_ROWS,
      list: list ? 'true' : 'false',
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_entitled') throw error;
    await store.alone((land) => dropProject(parts, land, projectId));
    memory.delete(projectId);
    return 'gone';
  }
  return store.alone((land) => takeReply(parts, land, memory, asked, reply));
}

/** Rows asked for at once: few enough that taking them in does not hold up a screen. */
const PULL_ROWS = 2_000;

async function takeReply(
  parts: ClientParts,
  land: (batch: Batch) => Promise<void>,
  memory: PullMemory,
  asked: ProjectState,
  reply: PullReply,
): Promise<PullResult> {
  const { store } = parts;
  const device = await store.device();
  if (device?.timeline && device.timeline !== reply.timeline) return 'timeline';
  const now = (await store.project(asked.projectId)) ?? fresh(asked.projectId);
  // Only the answer to what is to be read next may land; any other one would leave a hole or bring back old rows.
  const next = reply.from === now.cursor && now.cursor === asked.cursor && now.gone === asked.gone;
  if (!next || now.load !== asked.load || now.loader !== asked.loader) return 'stale';
  if (reply.reset) {
    await land({ projects: [{ ...now, ...beginLoad(parts, memory, asked.projectId, 0) }] });
    return 'more';
  }
  if (asked.cursor > 0 && asked.scope !== reply.scope) return 'stale';
  if (device && device.timeline === null) await land({ device: { ...device, timeline: reply.timeline } });
  return takeRows(parts, land, memory, asked, reply);
}

/** Nothing of a project the user may not see stays but his own unsent edits. */
async function dropProject(parts: ClientParts, land: (batch: Batch) => Promise<void>, projectId: string) {
  const device = await parts.store.device();
  const done = readBack(await parts.store.edits(), projectId, Number.POSITIVE_INFINITY);
  await land({
    ...intoJournal(done, device?.settled ?? 0),
    purge: [projectId],
    projects: [{ ...fresh(projectId), gone: true }],
  });
}

// The server side of a pull, for any store.
import { AppError } from '../kernel/errors.ts';
import { type Actor, loadActor } from '../site/actor.ts';
import { readableBy } from '../site/contact-data.ts';
import type { PullQuery, PullReply } from './protocol.ts';
import { scopeName, seesAll } from './scope.ts';
import type { Caller, PageRow, ReadTx, ServerStore } from './server.ts';

/**
 * Answers a pull. Throws `not_entitled` for a caller who is not an active member: the device then drops the project.
 */
export function readPull(store: ServerStore, caller: Caller, query: PullQuery): Promise<PullReply> {
  return store.read(caller, async (tx) => {
    const { projectId, from } = query;
    const timeline = await tx.timeline();
    const site = await tx.site(projectId);
    if (!site) throw new AppError('not_entitled');
    const actor = await loadActor(site, caller.userId);
    const scope = scopeName(actor);
    const head = await tx.head(projectId);
    const base = { timeline, scope, from, mark: '', rows: [], gone: [], print: null, keep: null };
    const reset = { ...base, to: 0, more: true, reset: true };
    if (query.timeline === timeline && (await isDiverged(tx, query, head))) return { ...reset, diverged: true };
    const known = from === 0 || (query.timeline === timeline && query.scope === scope && from <= head);
    if (!known) return reset;
    const { rows, to } = await tx.page(projectId, actor, from, query.limit);
    const more = rows.length === query.limit;
    const end = more ? to : head;
    const mark = await tx.mark(projectId, head);
    const gone = from === 0 || !seesAll(actor) ? [] : await tx.gone(projectId, actor, from, end);
    const compared = !more && (query.check === 'true' || !seesAll(actor));
    const print = compared ? await tx.print(projectId, actor) : null;
    const keep = compared && query.list === 'true' ? await tx.visible(projectId, actor) : null;
    return {
      ...base,
      mark,
      rows: rows.map((one) => readableRow(actor, one)),
      gone,
      to: end,
      more,
      reset: false,
      print,
      keep,
    };
  });
}

function readableRow(actor: Actor, one: PageRow): PageRow {
  if (one.entity === 'member') return { entity: 'member', row: readableBy(actor, one.row) };
  return one.entity === 'contact' ? { entity: 'contact', row: readableBy(actor, one.row) } : one;
}

/** Whether the server has lost an edit it acknowledged, or has another change where the device has read up to. */
async function isDiverged(tx: ReadTx, query: PullQuery, head: number): Promise<boolean> {
  const { projectId, from, mark = '', deviceId, receiptN: n, receiptId: id } = query;
  if (deviceId && n && id && !(await tx.holds(deviceId, { n, id }))) return true;
  if (from === 0 || query.mark === undefined) return false;
  return from > head || (await tx.mark(projectId, positionOf(mark))) !== mark;
}

/** Marks begin with the position of their change. */
const positionOf = (mark: string): number => Number.parseInt(mark, 10) || 0;

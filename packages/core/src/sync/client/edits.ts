// Editing on a device: the action runs on the device's rows at once and is queued with its number in the same step.

import { blobsOf } from '../../features/media/rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { MAX_INPUT } from '../protocol.ts';
import { touchedBy, tracing } from './defer.ts';
import { contextOfNewEdit } from './edit-context.ts';
import { LayeredRows, rebase, ServerRows, tryEdit } from './replay.ts';
import type { Batch, ClientContext, DeviceState, Edit } from './store.ts';

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A surrogate half counts for two of its pair's four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

export function newDevice(context: Pick<ClientContext, 'newId' | 'userId'>): DeviceState {
  return { deviceId: context.newId(), userId: context.userId, timeline: null, next: 1, settled: 0 };
}

/**
 * Makes an edit. When it returns, its effect and its queue entry are durable; if a rule refuses it, nothing is stored.
 */
export function perform(context: ClientContext, projectId: string, name: string, given: unknown): Promise<Edit> {
  const { store, userId } = context;
  return store.exclusively(async (commit) => {
    // Measured as JSON, because what JSON drops must not count here either.
    const text = JSON.stringify(given) ?? 'null';
    if (utf8Length(text) > MAX_INPUT) throw new AppError('too_large', { params: { limit: MAX_INPUT } });
    const input: unknown = JSON.parse(text);
    const device = (await store.device()) ?? newDevice(context);
    const at = context.now();
    const rows = new LayeredRows(store, projectId);
    const traced = tracing(rows);
    const writes = await tryEdit(traced.rows, userId, { projectId, name, input, at });
    const known = new Set((await store.base(projectId)).map(({ entity, id }) => `${entity} ${id}`));
    const blobs = new Set<string>();
    for (const { entity, before, after } of writes) {
      const had = before ? blobsOf(entity, before) : [];
      for (const blobId of blobsOf(entity, after)) if (!had.includes(blobId)) blobs.add(blobId);
    }
    const touched = touchedBy(traced.reads, writes);
    const place = await contextOfNewEdit(rows, writes, { projectId, touched });
    const edit: Edit = {
      n: device.next,
      id: context.newId(),
      projectId,
      name,
      input,
      at,
      blobs: [...blobs],
      state: 'queued',
      touched,
      place,
    };
    await commit({
      rows: writes.map(({ entity, id, after }) => ({ entity, id, row: after })),
      base: writes
        .filter(({ entity, id }) => !known.has(`${entity} ${id}`))
        .map(({ entity, id, before }) => ({ entity, id, projectId, row: before ?? null })),
      edits: [{ n: edit.n, edit }],
      device: { ...device, next: device.next + 1 },
    });
    return edit;
  });
}

/** Discards a rejected edit. Other edits stay: a queued one may already be on the server. */
export function discard(context: ClientContext, n: number): Promise<void> {
  return context.store.exclusively(async (commit) => {
    const edit = (await context.store.edits()).find((one) => one.n === n);
    if (edit?.state === 'rejected') await commit({ edits: [{ n, edit: undefined }] });
  });
}

/**
 * The batch that shows the edits of these projects after some have changed state; `edits` is the complete new queue.
 */
export async function reshow(
  context: ClientContext,
  projectIds: Iterable<string>,
  edits: readonly Edit[],
): Promise<Required<Pick<Batch, 'rows' | 'base' | 'edits'>>> {
  const all: Awaited<ReturnType<typeof rebase>>[] = [];
  for (const projectId of new Set(projectIds)) {
    // Nothing is shown of a project that is no longer accessible.
    const state = await context.store.project(projectId);
    if (!state || state.gone) continue;
    const mine = edits.filter((edit) => edit.projectId === projectId && edit.state !== 'rejected');
    all.push(await rebase(context.store, { userId: context.userId, projectId }, new ServerRows(), mine));
  }
  return {
    rows: all.flatMap((one) => one.rows),
    base: all.flatMap((one) => one.base),
    edits: all.flatMap((one) => one.edits),
  };
}

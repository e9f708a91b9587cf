// Starts over when the server's records are not those this device knows: the server was restored from a backup, or a
// copy of this device's store uses the same identity.
import type { Batch, ClientContext, DeviceState, Edit, ProjectState } from './store.ts';

/** Marks a project to be read from the beginning by the first engine that gets to it. */
export const RELOAD_STATE = { cursor: 0, mark: '', scope: null, load: 'again', loader: null } as const;

/**
 * Continues under a new identity: sends again everything the server has ever acknowledged, which it answers without
 * applying it where it still has it, and reads every project again. `known` is what the server knows of this device.
 */
export async function startOver(
  { store, newId }: ClientContext,
  device: DeviceState,
  known: { timeline: string; last: number },
): Promise<Batch> {
  const edits = await store.edits();
  const acknowledged = [...(await store.journal()), ...edits.filter((edit) => edit.state === 'applied')];
  // Without an id, only the number shows whether the server has the edit.
  const [again, kept] = partition(acknowledged, (one) => one.id !== undefined || one.n > known.last);
  const { receipt: _, ...rest } = device;
  return {
    edits: [
      ...again.map((edit) => requeued(edit, newId)),
      // Read back by the first complete load.
      ...kept.filter((edit) => edits.includes(edit)).map((edit) => ({ ...edit, head: 0 })),
    ].map((edit) => ({ n: edit.n, edit })),
    journalUpTo: device.next,
    projects: (await store.projects())
      .filter((state) => !state.gone)
      .map((state): ProjectState => ({ ...state, ...RELOAD_STATE })),
    // Numbers continue, so that no edit changes its number; the server skips those before the first.
    device: { ...rest, deviceId: newId(), timeline: known.timeline, settled: 0 },
  };
}

function requeued({ head: _, failures: __, confirmed: ___, ...edit }: Edit, newId: () => string): Edit {
  return { ...edit, id: edit.id ?? newId(), state: 'queued' };
}

function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

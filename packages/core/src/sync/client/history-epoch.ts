// Handles a changed server history: the server was restored from a backup and may have lost data.
import type { Batch, ClientParts, DeviceState, Edit, ProjectState } from './store.ts';

/** Queues the edits above `last` to be sent again, because the restored server has not processed them. */
async function sendAgain(parts: ClientParts, last: number): Promise<Required<Pick<Batch, 'edits' | 'journal'>>> {
  const anew = (edit: Edit): Edit => {
    const { head: _, failures: __, ...rest } = edit;
    return { ...rest, state: 'queued' };
  };
  const lost = (await parts.store.journal()).filter((one) => one.n > last);
  const here = (await parts.store.edits()).filter((one) => one.n > last && one.state === 'applied');
  return {
    edits: [...lost, ...here].map((edit) => ({ n: edit.n, edit: anew(edit) })),
    journal: lost.map(({ n }) => ({ n, edit: undefined })),
  };
}

/** Marks a project to be read from the beginning by whichever engine gets to it first. */
export const AGAIN = { cursor: 0, scope: null, load: 'again', loader: null } as const;

/** Marks every project to be read from the beginning, as a server restored from a backup may hold less. */
function readAgain(projects: readonly ProjectState[]): ProjectState[] {
  return projects.filter((one) => !one.gone).map((one) => ({ ...one, ...AGAIN }));
}

/**
 * Restarts counting at `last` within the known history, because the server has processed less than the device assumed.
 */
export async function rewind(parts: ClientParts, device: DeviceState, last: number): Promise<Batch> {
  if (last >= device.settled) return {};
  return { ...(await sendAgain(parts, last)), device: { ...device, settled: last } };
}

/** Adopts the server's history. `last` is the last number of this device that the server has processed. */
export async function adoptTimeline(
  parts: ClientParts,
  device: DeviceState,
  timeline: string,
  last: number,
): Promise<Batch> {
  if (device.timeline === null) return { device: { ...device, timeline } };
  const again = await sendAgain(parts, last);
  // What the server still has is determined by reading everything again; positions in the old log are now meaningless.
  const kept = (await parts.store.edits()).filter((one) => one.n <= last && one.state === 'applied');
  return {
    ...again,
    edits: [...again.edits, ...kept.map((edit) => ({ n: edit.n, edit: { ...edit, head: 0 } }))],
    projects: readAgain(await parts.store.projects()),
    device: { ...device, timeline, settled: Math.min(device.settled, last) },
  };
}

/**
 * The server knows numbers this device has never assigned: its store was copied or reset, and another one counts under
 * the same name. The device continues under a new name and numbers from 1 the edits that may be missing on the server.
 */
export async function renameDevice(parts: ClientParts, device: DeviceState): Promise<Batch> {
  const edits = await parts.store.edits();
  const removed = edits.map(({ n }) => ({ n, edit: undefined }));
  const anew = edits.map((edit, index) => ({ n: index + 1, edit: { ...edit, n: index + 1 } }));
  return {
    edits: [...removed, ...anew],
    journalUpTo: device.next,
    device: { ...device, deviceId: parts.newId(), next: edits.length + 1, settled: 0 },
  };
}

// When the server's history is another one than before: it was restored from a backup, and may have lost what it had.
import type { Batch, ClientParts, DeviceState, Edit, ProjectState } from './store.ts';

/** The edits above `last` are to be sent again: the server, as it is now, has not dealt with them. */
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

/** A project that is to be read from the beginning, by whichever engine comes first. */
export const AGAIN = { cursor: 0, scope: null, load: 'again', loader: null } as const;

/** Every project is read again from the beginning, as a server restored from a backup may have less. */
function readAgain(projects: readonly ProjectState[]): ProjectState[] {
  return projects.filter((one) => !one.gone).map((one) => ({ ...one, ...AGAIN }));
}

/** Counts from `last` again in the history the device knows: the server has dealt with less than the device thought. */
export async function rewind(parts: ClientParts, device: DeviceState, last: number): Promise<Batch> {
  if (last >= device.settled) return {};
  return { ...(await sendAgain(parts, last)), device: { ...device, settled: last } };
}

/** Takes the server's history for its own. `last` is the number of this device that it has dealt with. */
export async function adoptTimeline(
  parts: ClientParts,
  device: DeviceState,
  timeline: string,
  last: number,
): Promise<Batch> {
  if (device.timeline === null) return { device: { ...device, timeline } };
  const again = await sendAgain(parts, last);
  // What the server still has is told by reading it all again; places of the old log mean nothing now.
  const kept = (await parts.store.edits()).filter((one) => one.n <= last && one.state === 'applied');
  return {
    ...again,
    edits: [...again.edits, ...kept.map((edit) => ({ n: edit.n, edit: { ...edit, head: 0 } }))],
    projects: readAgain(await parts.store.projects()),
    device: { ...device, timeline, settled: Math.min(device.settled, last) },
  };
}

/**
 * The server knows numbers this device has never given: its store was copied or set back, and another one counts under the
 * same name. It goes on under a new name, with what is not known to be there numbered from 1.
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

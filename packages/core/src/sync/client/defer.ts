// Lets edits overtake those that wait for a file, provided the two are independent: a photo on a slow connection must
// not delay other edits. The waiting edit gets a later number, and its old number is skipped as the protocol allows.

import type { RowReader, Write } from '../../site/buffered-tx.ts';
import { type Entity, INDEXES } from '../../site/entities.ts';
import type { BlobRecord, ClientContext, Edit } from './store.ts';

/** What an edit has read and written, as names of rows and look-ups. */
export type Touched = { reads: string[]; writes: string[] };

const rowName = (entity: Entity, id: string): string => `${entity} ${id}`;
const lookupName = (entity: Entity, field: string, value: unknown): string => `${entity} ${field}=${String(value)}`;

/** A reader that records everything read through it. */
export function tracing(rows: RowReader): { rows: RowReader; reads: Set<string> } {
  const reads = new Set<string>();
  return {
    reads,
    rows: {
      get(entity, id) {
        reads.add(rowName(entity, id));
        return rows.get(entity, id);
      },
      find(entity, field, value) {
        reads.add(lookupName(entity, field, value));
        return rows.find(entity, field, value);
      },
    },
  };
}

/** The names of everything an edit changes: its rows, and the look-ups that match them before or after. */
export function touchedBy(reads: ReadonlySet<string>, writes: readonly Write[]): Touched {
  const names = new Set<string>();
  for (const { entity, id, before, after } of writes) {
    names.add(rowName(entity, id));
    for (const row of [before, after]) {
      if (!row) continue;
      // The row belongs to `entity`, so these fields exist on it.
      const values = row as unknown as Record<string, unknown>;
      for (const field of INDEXES[entity]) names.add(lookupName(entity, field, values[field]));
    }
  }
  return { reads: [...reads], writes: [...names] };
}

const intersects = (a: readonly string[], b: readonly string[]): boolean => {
  const names = new Set(a);
  return b.some((one) => names.has(one));
};

/**
 * Whether the order of two edits does not matter; false within a project for an edit without recorded reads and writes.
 */
function areIndependent(one: Edit, other: Edit): boolean {
  if (one.projectId !== other.projectId) return true;
  const [a, b] = [one.touched, other.touched];
  return (
    a !== undefined &&
    b !== undefined &&
    !intersects(a.writes, b.reads) &&
    !intersects(a.reads, b.writes) &&
    !intersects(a.writes, b.writes)
  );
}

/**
 * Splits the queued edits into those that wait for a file, including the edits that must follow them, and the free
 * rest.
 */
export function splitWaiting(edits: readonly Edit[], blobs: readonly BlobRecord[]): { held: Edit[]; free: Edit[] } {
  const missing = new Set(blobs.filter((blob) => blob.state === 'waiting').map((blob) => blob.id));
  const held: Edit[] = [];
  const free: Edit[] = [];
  for (const edit of edits) {
    if (edit.state !== 'queued') continue;
    const waits = edit.blobs.some((blobId) => missing.has(blobId)) || held.some((one) => !areIndependent(one, edit));
    if (waits) held.push(edit);
    else if (held.length > 0) free.push(edit);
  }
  return { held, free };
}

/**
 * Renumbers waiting edits so that independent edits can overtake them. True if something can now be sent. An edit that
 * has reached the server under its old number is recognised by its id.
 */
export function overtakeWaiting({ store }: ClientContext): Promise<boolean> {
  return store.exclusively(async (commit) => {
    const device = await store.device();
    const edits = await store.edits();
    const { held, free } = splitWaiting(edits, await store.blobs());
    if (!device || free.length === 0) return false;
    const moved = held.map((edit, index) => ({ ...edit, n: device.next + index }));
    await commit({
      edits: [...held.map(({ n }) => ({ n, edit: undefined })), ...moved.map((edit) => ({ n: edit.n, edit }))],
      device: { ...device, next: device.next + held.length },
    });
    return true;
  });
}

// Lets edits go ahead of those that wait for a file, where neither can tell the difference: a photo on a slow line must not hold
// what was done elsewhere. The waiting edit gets a later number; its old one is skipped, as the protocol knows it.

import type { RowReader, Write } from '../../site/buffered-tx.ts';
import { ENTITIES, type Entity } from '../../site/entities.ts';
import type { BlobRecord, ClientParts, Edit } from './store.ts';

/** What an edit has read and written, as names of rows and of look-ups. */
export type Touched = { reads: string[]; writes: string[] };

const rowName = (entity: Entity, id: string): string => `${entity} ${id}`;
const lookUp = (entity: Entity, field: string, value: unknown): string => `${entity} ${field}=${String(value)}`;

/** A reader that notes what is read through it. */
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
        reads.add(lookUp(entity, field, value));
        return rows.find(entity, field, value);
      },
    },
  };
}

/** The names of all that an edit changes: its rows, and the look-ups that find them before or after. */
export function touchedBy(reads: ReadonlySet<string>, writes: readonly Write[]): Touched {
  const names = new Set<string>();
  for (const { entity, id, before, after } of writes) {
    names.add(rowName(entity, id));
    for (const row of [before, after]) {
      if (!row) continue;
      // The fields are those of the entity whose row it is.
      const values = row as unknown as Record<string, unknown>;
      for (const field of ENTITIES[entity].indexes) names.add(lookUp(entity, field, values[field]));
    }
  }
  return { reads: [...reads], writes: [...names] };
}

const meet = (a: readonly string[], b: readonly string[]): boolean => {
  const names = new Set(a);
  return b.some((one) => names.has(one));
};

/** Whether two edits can tell which of them came first. Of an edit that noted nothing, nobody knows. */
function apart(one: Edit, other: Edit): boolean {
  if (one.projectId !== other.projectId) return true;
  const [a, b] = [one.touched, other.touched];
  return (
    a !== undefined &&
    b !== undefined &&
    !meet(a.writes, b.reads) &&
    !meet(a.reads, b.writes) &&
    !meet(a.writes, b.writes)
  );
}

/** The queued edits that wait for a file, with those that must come after them; the rest may go. */
export function heldBack(edits: readonly Edit[], blobs: readonly BlobRecord[]): { held: Edit[]; free: Edit[] } {
  const missing = new Set(blobs.filter((blob) => blob.state === 'waiting').map((blob) => blob.id));
  const held: Edit[] = [];
  const free: Edit[] = [];
  for (const edit of edits) {
    if (edit.state !== 'queued') continue;
    const waits = edit.blobs.some((blobId) => missing.has(blobId)) || held.some((one) => !apart(one, edit));
    if (waits) held.push(edit);
    else if (held.length > 0) free.push(edit);
  }
  return { held, free };
}

/**
 * Gives waiting edits later numbers where others can go ahead of them. True where something can be sent now. Edits that may
 * have been sent before keep their numbers for ever: under another one they could take effect twice.
 */
export function letOthersPass({ store }: ClientParts): Promise<boolean> {
  return store.alone(async (land) => {
    const device = await store.device();
    const edits = await store.edits();
    const { held, free } = heldBack(edits, await store.blobs());
    const sent = held.some((edit) => edit.sent);
    if (!device || free.length === 0 || sent) return false;
    const moved = held.map((edit, index) => ({ ...edit, n: device.next + index }));
    await land({
      edits: [...held.map(({ n }) => ({ n, edit: undefined })), ...moved.map((edit) => ({ n: edit.n, edit }))],
      device: { ...device, next: device.next + held.length },
    });
    return true;
  });
}

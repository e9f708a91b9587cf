// Files the server has are kept for immediate display, up to a limit.
import type { IdbStore } from '../idb-store.ts';

/** Maximum bytes of already uploaded files. */
const MAX_KEPT_BYTES = 200 * 1_048_576;

/** Deletes the oldest uploaded files beyond the limit. */
export async function deleteOldFiles(store: IdbStore): Promise<void> {
  const waiting = new Set((await store.edits()).flatMap((edit) => edit.blobs));
  const there = (await store.blobs()).filter((blob) => blob.state === 'there' && !waiting.has(blob.id));
  there.sort((a, b) => (a.at < b.at ? 1 : -1));
  let room = MAX_KEPT_BYTES;
  const old = there.filter((blob) => {
    room -= blob.size;
    return room < 0;
  });
  if (old.length === 0) return;
  await store.exclusively((land) => land({ blobs: old.map(({ id }) => ({ id, blob: undefined })) }));
}

// URLs of pictures and files on the server: signed links, requested in batches and cached until shortly before they
// expire.
import { fileLinks, MEDIA_SIZES, type MediaSize } from '@plumbline/core/features/media/contract';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { serverNow } from '../../api/timing/server-time.ts';
import { onSession } from '../../api/token.ts';
import { type FileLinks, LinkBook } from './link-book.ts';

/** Maximum blobs in one call. */
const MAX_BLOBS = 200;
const NONE: FileLinks = { thumb: null, preview: null, original: null, download: null, play: null };
const books = new Map<string, LinkBook>();
// Links expire with their session.
onSession(() => books.clear());

async function ask(projectId: string, blobIds: readonly string[]) {
  const { links } = await call(fileLinks, { body: { projectId, blobIds: [...blobIds], sizes: [...MEDIA_SIZES] } });
  const files = new Map<string, FileLinks & { blobId: string }>();
  for (const { blobId, size, url } of links) {
    const known = files.get(blobId) ?? { blobId, ...NONE };
    files.set(blobId, { ...known, [size]: url });
  }
  return { files: [...files.values()], expiresAt: Math.min(...links.map((link) => Date.parse(link.expiresAt))) };
}

function bookOf(projectId: string): LinkBook {
  const known = books.get(projectId);
  if (known) return known;
  const book = new LinkBook({
    most: MAX_BLOBS,
    now: serverNow,
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
    ask: (blobIds) => ask(projectId, blobIds),
  });
  books.set(projectId, book);
  return book;
}

/** The URL of a file in a size; undefined while it is requested, null where it is unavailable (yet). */
export function useMediaUrl(projectId: string, blobId: string | null, size: MediaSize): string | null | undefined {
  const book = bookOf(projectId);
  return useSyncExternalStore(book.watch, () => {
    if (blobId === null) return undefined;
    const links = book.links(blobId);
    return links === null ? null : links?.[size];
  });
}

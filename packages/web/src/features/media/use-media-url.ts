// Addresses of pictures and files that the server keeps: signed links, asked for together and kept until shortly before they end.
import { createFileLinks, type FileLinks } from '@plumbline/core/features/media/contract';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { LinkBook } from './link-book.ts';

/** `thumb` for lists and grids, `medium` for a whole screen, `original` the file as it is, `download` to be saved. */
export type MediaSize = keyof FileLinks;

const MOST = 500;
const books = new Map<string, LinkBook>();

function bookOf(projectId: string): LinkBook {
  const known = books.get(projectId);
  if (known) return known;
  const book = new LinkBook({
    most: MOST,
    now: () => Date.now(),
    later: (run) => void setTimeout(run, 20),
    ask: async (blobIds) => {
      const { files, expiresAt } = await call(createFileLinks, { body: { projectId, blobIds: [...blobIds] } });
      return { files, expiresAt: Date.parse(expiresAt) };
    },
  });
  books.set(projectId, book);
  return book;
}

/** The address of a file in a size; undefined while it is asked for, and where it cannot be had (yet). */
export function useMediaUrl(projectId: string, blobId: string | null, size: MediaSize): string | undefined {
  const book = bookOf(projectId);
  return useSyncExternalStore(book.watch, () =>
    blobId === null ? undefined : (book.links(blobId)?.[size] ?? undefined),
  );
}

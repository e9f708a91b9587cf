// Thumbnails of photos waiting to be uploaded: each created once, a few at a time, so that hundreds of large photos
// neither fill the memory nor block the screen.
import { useEffect, useSyncExternalStore } from 'react';
import { currentLocal } from '../../local/local.ts';
import { smallOf } from './small-picture.ts';

/** Maximum thumbnails kept in memory, about 30 kB each. */
const MAX_THUMBNAILS = 1_000;
/** Photos decoded at once: a phone photo takes fifty to two hundred megabytes while decoded. */
const MAX_CONCURRENT = 2;

const known = new Map<string, string>();
const listeners = new Set<() => void>();
const waiting: { blobId: string; wanted: () => boolean }[] = [];
let running = 0;

function tell(): void {
  for (const listener of [...listeners]) listener();
}

/** Stores a thumbnail that was created while the photo was being read. */
export function cacheThumb(blobId: string, small: Blob): void {
  if (known.has(blobId)) return;
  known.set(blobId, URL.createObjectURL(small));
  for (const [oldest, url] of known) {
    if (known.size <= MAX_THUMBNAILS) break;
    known.delete(oldest);
    URL.revokeObjectURL(url);
  }
  tell();
}

async function make(blobId: string): Promise<void> {
  const bytes = await currentLocal()?.blob(blobId);
  if (!bytes) return;
  const picture = await createImageBitmap(bytes);
  try {
    cacheThumb(blobId, await smallOf(picture));
  } finally {
    picture.close();
  }
}

function next(): void {
  while (running < MAX_CONCURRENT) {
    const one = waiting.shift();
    if (!one) return;
    if (!one.wanted() || known.has(one.blobId)) continue;
    running += 1;
    make(one.blobId)
      // A photo this browser cannot decode has no local thumbnail; the server creates one.
      .catch(() => undefined)
      .finally(() => {
        running -= 1;
        next();
      });
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The URL of the thumbnail of a local photo; undefined until it is created, and for null. */
export function useLocalThumb(blobId: string | null): string | undefined {
  const url = useSyncExternalStore(subscribe, () => (blobId === null ? undefined : known.get(blobId)));
  const requested = url === undefined ? blobId : null;
  useEffect(() => {
    if (requested === null) return;
    let left = false;
    waiting.push({ blobId: requested, wanted: () => !left });
    next();
    return () => {
      left = true;
    };
  }, [requested]);
  return url;
}

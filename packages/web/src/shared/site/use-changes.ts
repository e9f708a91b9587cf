// Finds where two revisions differ, in the browser, from their preview images.
import { type ChangedArea, findChanges, type Ink } from '@plumbline/core/features/plans/changes';
import type { RevisionEntry } from '@plumbline/core/features/plans/contract';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useEffect, useState } from 'react';

export type Changes = { state: 'looking' } | { state: 'found'; areas: readonly ChangedArea[] } | { state: 'failed' };

async function readInk(url: string, signal: AbortSignal): Promise<Ink> {
  const response = await fetch(url, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`preview ${response.status}`);
  const image = await createImageBitmap(await response.blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  image.close();
  const { data } = context.getImageData(0, 0, width, height);
  const ink = new Uint8Array(width * height);
  for (let i = 0; i < ink.length; i++) {
    const at = 4 * i;
    ink[i] = 255 - (0.299 * (data[at] ?? 255) + 0.587 * (data[at + 1] ?? 255) + 0.114 * (data[at + 2] ?? 255));
  }
  return { width, height, ink };
}

const cache = new Map<string, readonly ChangedArea[]>();

/** `files`: the previews; undefined if they cannot be had. */
export function useChanges(
  older: RevisionRow,
  newer: RevisionRow,
  files: ReadonlyMap<string, RevisionEntry> | undefined,
): Changes {
  const [changes, setChanges] = useState<Changes>({ state: 'looking' });
  const from = files?.get(older.id)?.preview;
  const to = files?.get(newer.id)?.preview;
  const [before, after] = [older.alignment, newer.alignment];
  const key = JSON.stringify([older.id, before, newer.id, after]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed links lead to the same images
  useEffect(() => {
    const cached = cache.get(key);
    if (cached) {
      setChanges({ state: 'found', areas: cached });
      return;
    }
    if (!from || !to || !before || !after) return;
    const stop = new AbortController();
    setChanges({ state: 'looking' });
    Promise.all([readInk(from, stop.signal), readInk(to, stop.signal)])
      .then(([one, two]) => {
        const areas = findChanges({ picture: one, alignment: before }, { picture: two, alignment: after });
        cache.set(key, areas);
        if (!stop.signal.aborted) setChanges({ state: 'found', areas });
      })
      .catch(() => {
        if (!stop.signal.aborted) setChanges({ state: 'failed' });
      });
    return () => stop.abort();
  }, [key, from !== undefined && to !== undefined]);
  return !files && changes.state === 'looking' ? { state: 'failed' } : changes;
}

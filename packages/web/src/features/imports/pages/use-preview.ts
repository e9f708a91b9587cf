// Previews of a file's pages, fetched as bytes because they need
// the session token. Few at a time; the latest stay cached.
import { importPreview, type PreviewSize } from '@plumbline/core/features/imports/contract';
import { FIRST_PREVIEWS } from '@plumbline/core/features/imports/stages';
import { useEffect, useState } from 'react';
import { authorised } from '../../../api/client.ts';
import { servicePath } from '../../../api/service-path.ts';

const MAX_CACHED = 120;
const MAX_CONCURRENT = 6;
/**
 * Attempts for pages deep in a long file, whose previews are rendered later; for the first pages one attempt decides.
 */
const MAX_POLLS = 40;
const POLL_INTERVAL_MS = 1_500;

const kept = new Map<string, string>();
const waiting: (() => void)[] = [];
let loading = 0;

async function turn(signal: AbortSignal): Promise<void> {
  if (loading >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  loading += 1;
  if (signal.aborted) {
    done();
    throw signal.reason;
  }
}

function done(): void {
  loading -= 1;
  // The latest request is for what is visible now.
  waiting.pop()?.();
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_INTERVAL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function loadWithRetries(path: string, attempts: number, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const url = await load(path, signal);
    if (url !== undefined) return url;
    if (attempt === attempts) throw new Error('no preview');
    await pause(signal);
  }
}

/** Undefined while there is no preview yet. */
async function load(path: string, signal: AbortSignal): Promise<string | undefined> {
  await turn(signal);
  try {
    const response = await authorised(path, { signal });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`preview ${response.status}`);
    const url = URL.createObjectURL(await response.blob());
    kept.set(path, url);
    for (const [oldest, address] of kept) {
      if (kept.size <= MAX_CACHED) break;
      kept.delete(oldest);
      URL.revokeObjectURL(address);
    }
    return url;
  } finally {
    done();
  }
}

/** Object URL of the preview; undefined while loading, null when there is none. */
export function usePreview(
  projectId: string,
  importId: string,
  page: number,
  size: PreviewSize = 'small',
): string | null | undefined {
  const address = servicePath(
    importPreview.path.replace(':projectId', projectId).replace(':importId', importId).replace(':page', String(page)),
  );
  const path = size === 'large' ? `${address}?size=large` : address;
  const [loaded, setLoaded] = useState<{ path: string; url: string | null }>();
  useEffect(() => {
    const known = kept.get(path);
    if (known) {
      setLoaded({ path, url: known });
      return;
    }
    const stop = new AbortController();
    loadWithRetries(path, page > FIRST_PREVIEWS ? MAX_POLLS : 1, stop.signal).then(
      (url) => setLoaded({ path, url }),
      () => {
        if (!stop.signal.aborted) setLoaded({ path, url: null });
      },
    );
    return () => stop.abort();
  }, [path, page]);
  return loaded?.path === path ? loaded.url : undefined;
}

// The words of a downloaded plan, searched on this device as the server searches them.
import {
  MAX_HITS,
  type StoredWords,
  searchWords,
  type Word,
  wordsFrom,
} from '@plumbline/core/features/imports/plan-words';
import { localBytes } from '../../../../local/use-rows.ts';

/** The words of the last plan searched. */
let known: { blobId: string; words: readonly Word[] } | undefined;

async function wordsOnDevice(blobId: string): Promise<readonly Word[] | undefined> {
  if (known?.blobId === blobId) return known.words;
  const packed = await localBytes(blobId);
  if (!packed) return undefined;
  const json = new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')));
  // Only the server creates these files.
  const words = wordsFrom((await json.json()) as StoredWords);
  known = { blobId, words };
  return words;
}

/** Undefined if the plan is not on this device. */
export async function searchOnDevice(
  blobId: string | null,
  search: string,
): Promise<{ hits: readonly Word[]; more: boolean } | undefined> {
  const words = blobId === null ? undefined : await wordsOnDevice(blobId);
  if (!words) return undefined;
  const hits = searchWords(words, search);
  return { hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS };
}

// Fetches many files of a plan: small pictures together in bundles, everything else one by one.
import { MAX_BUNDLED_BYTES, MAX_BUNDLED_FILES } from '../../features/media/contract.ts';
import { AppError } from '../../kernel/errors.ts';
import { failureKind } from '../client/round.ts';
import { fetchFile } from './fetch-file.ts';
import type { BundledContent, DeviceFile, DownloadParts, PlanDownload } from './store.ts';
import { isBundled } from './wanted.ts';

/** The next one is on its way while the server prepares another. */
const BUNDLES_AT_ONCE = 2;
/** Keys whose sources are requested in one call, and files fetched at the same time. */
const SOURCES_AT_ONCE = 100;
const FILES_AT_ONCE = 6;
/** Files of a bundle that are written at the same time. */
const WRITES_AT_ONCE = 16;
/** Only the user can do something about these. */
export const FINAL: ReadonlySet<string> = new Set(['device_full', 'download_damaged']);

type Fetching = {
  parts: DownloadParts;
  download: PlanDownload;
  /** What the device has of the plan's files. */
  known: ReadonlyMap<string, DeviceFile>;
  /** Called with the share of all files that is on the device. */
  onShare: (share: number) => void;
};

/** One file that the server refuses, such as a damaged picture, does not prevent the others. */
function throwUnlessRefused(error: unknown): void {
  const isRefused = error instanceof AppError && failureKind(error) === 'failed' && !FINAL.has(error.code);
  if (!isRefused) throw error;
}

/** Waits for all, also when one fails. */
async function settle(all: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) if (result.status === 'rejected') throw result.reason;
}

/** Works on several at a time. When one fails, none is running any more: the download is repeated at once. */
async function eachOf<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await work(next).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await settle(Array.from({ length: atOnce }, run));
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

async function fetchBundle(
  { parts, download }: Fetching,
  keys: readonly string[],
  arrived: (key: string) => void,
): Promise<void> {
  const { planId, projectId } = download;
  const add = async ({ key, mime, bytes }: BundledContent) => {
    await parts.store.addPiece(
      { planId, key, mime, size: bytes.length, pieceSize: MAX_BUNDLED_BYTES, pieces: 1 },
      bytes,
    );
    arrived(key);
  };
  let writing: Promise<void>[] = [];
  let before = Promise.resolve();
  const pictures = async () => {
    for await (const content of parts.server.bundle(projectId, keys)) {
      parts.signal.throwIfAborted();
      writing.push(add(content));
      if (writing.length < WRITES_AT_ONCE) continue;
      // The next pictures arrive meanwhile.
      await before;
      before = settle(writing);
      // Thrown when it is awaited.
      before.catch(() => undefined);
      writing = [];
    }
  };
  await pictures().finally(() => settle([before, ...writing]));
}

async function fetchSingly(
  { parts, download, known }: Fetching,
  keys: readonly string[],
  finished: () => void,
): Promise<void> {
  const { planId, projectId } = download;
  const requested = inGroups(keys, SOURCES_AT_ONCE);
  const request = (group: readonly string[]) => {
    const sources = parts.server.media(projectId, group);
    sources.catch(() => undefined);
    return sources;
  };
  let next = requested[0] && request(requested[0]);
  for (const [at, group] of requested.entries()) {
    const sources = new Map(await next);
    // Those of the next are requested while these files are fetched.
    const following = requested[at + 1];
    next = following && request(following);
    await eachOf(group, FILES_AT_ONCE, async (key) => {
      const open = async () => {
        const first = sources.get(key);
        sources.delete(key);
        return first ?? (await parts.server.media(projectId, [key])).get(key);
      };
      const task = { planId, key, open, known: known.get(key) ?? null };
      if (sources.has(key)) await fetchFile(parts, task).catch(throwUnlessRefused);
      finished();
    });
  }
}

/** Fetches the missing files of `total`; those that the server does not have or refuses are left out. */
export async function fetchFiles(fetching: Fetching, missing: readonly string[], total: number): Promise<void> {
  const { known, onShare } = fetching;
  const left = new Set(missing);
  let done = total - missing.length;
  const count = () => {
    done += 1;
    onShare(done / total);
  };
  const arrived = (key: string) => {
    if (left.delete(key)) count();
  };
  // Of a file that arrived in part only the rest is fetched.
  const together = missing.filter((key) => isBundled(key) && !known.has(key));
  await eachOf(inGroups(together, MAX_BUNDLED_FILES), BUNDLES_AT_ONCE, (keys) =>
    fetchBundle(fetching, keys, arrived).catch(throwUnlessRefused),
  );
  await fetchSingly(fetching, [...left], count);
}

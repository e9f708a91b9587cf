// The server as a download sees it: sources of files, and their bytes from any position on.
import { listAvatars, MAX_AVATARS_PER_REQUEST } from '@plumbline/core/features/account/picture-contract';
import { readBundle } from '@plumbline/core/features/media/bundle';
import {
  BUNDLE_TYPE,
  type BundledFile,
  fileBundle,
  fileLinks,
  type MediaSize,
} from '@plumbline/core/features/media/contract';
import { getPack } from '@plumbline/core/features/plans/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { Unreachable } from '@plumbline/core/sync/client/store';
import type { DownloadServer, FileContent, FileSource } from '@plumbline/core/sync/downloads/store';
import { authorised, call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';
import { callPath } from '../../api/service-path.ts';
import { asPortError, needSession } from '../syncing/server-port.ts';

/** Attempts are repeated by the download itself. */
const ONCE = { retry: { attempts: 1 } };

async function passing<T>(request: () => Promise<T>): Promise<T> {
  try {
    await needSession();
    return await request();
  } catch (error) {
    throw error instanceof AppError ? error : asPortError(error);
  }
}

const isMediaSize = (text: string): text is MediaSize => ['thumb', 'preview', 'original'].includes(text);

/** Keys by what they name: a picture size, or `avatar`. */
function byKind(keys: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const [kind = '', id = ''] = key.split('/');
    groups.set(kind, [...(groups.get(kind) ?? []), id]);
  }
  return groups;
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw asPortError(error instanceof TypeError ? new Unreachable(error.message, { cause: error }) : error);
  } finally {
    // The rest is not needed after an error.
    reader.cancel().catch(() => undefined);
  }
}

/** Public networks answer every request with a page of their own until their user has signed in there. */
const isForeign = (response: Response): boolean =>
  response.redirected || (response.headers.get('content-type') ?? '').startsWith('text/html');

/** The size of the whole file and where this part of it begins. */
export function extentOf(response: Response): { from: number; size: number } {
  const range = /^bytes (\d+)-\d+\/(\d+)$/u.exec(response.headers.get('content-range') ?? '');
  if (response.status === 206 && range) return { from: Number(range[1]), size: Number(range[2]) };
  return { from: 0, size: Number(response.headers.get('content-length')) };
}

async function throwRefusal(response: Response): Promise<void> {
  if (!response.ok) throw asPortError(new Refusal(response.status, await response.json().catch(() => undefined)));
}

/** The pictures with these keys, as far as the server sends them together. */
async function* bundle(projectId: string, keys: readonly string[], signal: AbortSignal) {
  const files = keys.map((key) => {
    const [size, blobId] = key.split('/');
    return { size, blobId } as BundledFile;
  });
  const response = await passing(() =>
    authorised(callPath(fileBundle.path, {}), {
      method: fileBundle.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, files }),
      signal,
    }),
  );
  if (isForeign(response)) throw new Unreachable('another server answered');
  await throwRefusal(response);
  if (response.headers.get('content-type') !== BUNDLE_TYPE || !response.body) throw new AppError('download_damaged');
  for await (const { file, mime, content } of readBundle(chunksOf(response.body)))
    yield { key: `${file.size}/${file.blobId}`, mime, bytes: content };
}

async function read({ url }: FileSource, offset: number, signal: AbortSignal): Promise<FileContent> {
  const response = await fetch(url, { headers: { range: `bytes=${offset}-` }, cache: 'no-store', signal }).catch(
    (error: unknown) => {
      throw new Unreachable(String(error), { cause: error });
    },
  );
  if (isForeign(response)) throw new Unreachable('another server answered');
  await throwRefusal(response);
  const { from, size } = extentOf(response);
  if (from !== offset || !response.body || !(size > 0)) throw new AppError('download_damaged');
  return { mime: response.headers.get('content-type') ?? '', size, chunks: chunksOf(response.body) };
}

export function downloadServer(signal: AbortSignal): DownloadServer {
  const options = { ...ONCE, signal };
  const linked = async (projectId: string, size: MediaSize, blobIds: string[]) => {
    const { links } = await call(fileLinks, { body: { projectId, blobIds, sizes: [size] } }, options);
    return links.flatMap(({ blobId, url }) => (url === null ? [] : [[`${size}/${blobId}`, { url }] as const]));
  };
  const avatars = async (userIds: string[]) => {
    const found: (readonly [string, FileSource])[] = [];
    for (let from = 0; from < userIds.length; from += MAX_AVATARS_PER_REQUEST) {
      const query = { id: userIds.slice(from, from + MAX_AVATARS_PER_REQUEST) };
      const reply = await call(listAvatars, { query }, options);
      found.push(...reply.avatars.map(({ userId, picture }) => [`avatar/${userId}`, { url: picture }] as const));
    }
    return found;
  };
  return {
    pack: (projectId, revisionId) =>
      passing(async () => {
        const { url, size, pieceSize, pieces } = await call(getPack, { params: { projectId, revisionId } }, options);
        return { url, size, pieceSize, hashes: pieces };
      }),
    media: (projectId, keys) =>
      passing(async () => {
        const found: (readonly [string, FileSource])[] = [];
        for (const [kind, ids] of byKind(keys)) {
          if (isMediaSize(kind)) found.push(...(await linked(projectId, kind, ids)));
          else found.push(...(await avatars(ids)));
        }
        return new Map(found);
      }),
    bundle: (projectId, keys) => bundle(projectId, keys, signal),
    read: (source, offset) => read(source, offset, signal),
  };
}

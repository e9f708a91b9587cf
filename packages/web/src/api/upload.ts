// Sends a file in chunks with checksums and resumes after a lost connection.
import { CHUNK_SIZE, type Purpose } from '@plumbline/core/features/uploads/limits';
import { versionedPath } from '@plumbline/core/kernel/services';
import { authorised } from './client.ts';
import { NetworkFailure, Refusal } from './failure.ts';
import { onReconnect, pause } from './pause.ts';

export type UploadOptions = {
  /** The id of the blob the file becomes; the same id resumes an upload that was started. */
  id: string;
  purpose: Purpose;
  name: string;
  signal?: AbortSignal;
  /** Bytes the server has confirmed, and the total. */
  onProgress?: (sent: number, total: number) => void;
};

const BASE = versionedPath('/api/files');
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Base64 of text or bytes. */
function base64(value: string | ArrayBuffer): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function refused(response: Response): Promise<Refusal> {
  return new Refusal(response.status, await response.json().catch(() => undefined));
}

/** What the server has: the number of bytes, and once it has all of them, their SHA-256 in hex. */
type Stored = { offset: number; hash?: string };

function hexOf(digest: string | undefined): string | undefined {
  if (digest === undefined) return undefined;
  return Array.from(atob(digest), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** Throws for answers of another server, such as the page a public network shows before its user has signed in. */
function storedOf({ headers }: Response): Stored {
  if (!headers.has('tus-resumable')) throw new NetworkFailure('another server answered the upload');
  const hash = hexOf(/^sha-256=:([\w+/=]+):$/u.exec(headers.get('repr-digest') ?? '')?.[1]);
  return { offset: Number(headers.get('upload-offset') ?? 0), ...(hash !== undefined && { hash }) };
}

async function create(file: Blob, { id, purpose, name, signal }: UploadOptions): Promise<Stored> {
  const fields = { id, purpose, name: name.slice(0, 255), mime: file.type || 'application/octet-stream' };
  const metadata = Object.entries(fields).map(([key, value]) => `${key} ${base64(value)}`);
  const response = await authorised(BASE, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') },
    ...(signal && { signal }),
  });
  if (!response.ok) throw await refused(response);
  return storedOf(response);
}

async function send(file: Blob, offset: number, { id, signal }: UploadOptions): Promise<Stored> {
  const chunk = await file.slice(offset, offset + CHUNK_SIZE).arrayBuffer();
  const response = await authorised(`${BASE}/${id}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${base64(await crypto.subtle.digest('SHA-256', chunk))}`,
    },
    body: chunk,
    ...(signal && { signal }),
  });
  if (!response.ok) throw await refused(response);
  return storedOf(response);
}

async function ask({ id, signal }: UploadOptions): Promise<Stored> {
  const response = await authorised(`${BASE}/${id}`, { method: 'HEAD', ...(signal && { signal }) });
  if (!response.ok) throw await refused(response);
  return storedOf(response);
}

/** Lost connections and servers that are busy or restarting are retried; everything else is final. */
function passes(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true;
  return error instanceof Refusal && (error.status >= 500 || [409, 423, 429, 460].includes(error.status));
}

/** Unfinished uploads expire: the server no longer knows this one. */
const isForgotten = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

/**
 * Uploads `file` as the blob `options.id`. Retries until it is complete, `signal` aborts it, or the server refuses it
 * for good. Returns the SHA-256 of the bytes that the server has.
 */
export async function upload(file: Blob, options: UploadOptions): Promise<{ hash?: string }> {
  let wait = MIN_RETRY_DELAY_MS;
  let next: 'create' | 'ask' | 'send' = 'create';
  let stored: Stored = { offset: 0 };
  for (;;) {
    options.signal?.throwIfAborted();
    const back = onReconnect();
    try {
      if (next === 'create') stored = await create(file, options);
      else if (next === 'ask') stored = await ask(options);
      else stored = await send(file, stored.offset, options);
      if (next === 'create' && stored.offset === file.size) stored = await ask(options);
      next = 'send';
      wait = MIN_RETRY_DELAY_MS;
      const { offset, hash } = stored;
      options.onProgress?.(offset, file.size);
      if (offset >= file.size) return hash === undefined ? {} : { hash };
    } catch (error) {
      const startsOver = next !== 'create' && isForgotten(error);
      if (!startsOver && !passes(error)) throw error;
      await pause(wait, options.signal ? AbortSignal.any([options.signal, back]) : back);
      wait = back.aborted ? MIN_RETRY_DELAY_MS : Math.min(wait * 2, MAX_RETRY_DELAY_MS);
      if (startsOver) next = 'create';
      else if (next === 'send') next = 'ask';
    }
  }
}

// The connection to the server for the client half of the sync protocol: calls, uploads, and refusals mapped to their
// error codes.

import { AppError } from '@plumbline/core/kernel/errors';
import { type BlobRecord, type ServerPort, Unreachable } from '@plumbline/core/sync/client/store';
import { syncPull, syncPush } from '@plumbline/core/sync/contract';
import { call } from '../../api/client.ts';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import { needDeviceKey } from '../../api/fetch-device-key.ts';
import { withIdleTimeout } from '../../api/timing/with-idle-timeout.ts';
import { accessToken } from '../../api/token.ts';
import { upload } from '../../api/upload.ts';
import { reportUploadProgress } from '../upload-progress.ts';

/** Milliseconds without a byte of an answer, or without any upload progress on a slow connection. */
const TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 300_000;
/** Characters a millisecond that the slowest usable connection sends; the browser reports no progress of a push. */
const MIN_UPLOAD_SPEED = 4;
/** Syncing has its own retries, so each call is attempted once. */
const ONCE = { attempts: 1 };

export function asPortError(error: unknown): unknown {
  const stopped = error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name);
  if (stopped || error instanceof NetworkFailure) return new Unreachable(error.message, { cause: error });
  if (!(error instanceof Refusal)) return error;
  const code = error.status === 401 ? 'invalid_token' : error.code;
  return new AppError(code, { fields: [...error.fields], params: error.params });
}

/**
 * Fails before anything is sent when the session has ended, so that this is never mistaken for a rejection of the
 * content.
 */
export async function needSession(): Promise<void> {
  const token = await accessToken().catch((error: unknown) => {
    if (error instanceof Refusal && error.status < 500) throw new AppError('session_ended');
    throw asPortError(error);
  });
  if (!token) throw new AppError('unauthenticated');
  await needDeviceKey().catch((error: unknown) => {
    throw asPortError(error);
  });
}

async function passing<T>(request: () => Promise<T>, revoked: () => void): Promise<T> {
  try {
    await needSession();
    return await request();
  } catch (error) {
    const known = error instanceof AppError ? error : asPortError(error);
    if (known instanceof AppError && known.code === 'device_revoked') revoked();
    throw known;
  }
}

type Files = {
  bytes(blobId: string): Promise<Blob | undefined>;
  /** The server no longer issues a key to this device. */
  revoked(): void;
  signal: AbortSignal;
};

export function serverPort(files: Files): ServerPort {
  const { signal, revoked } = files;
  const asking = <T>(request: () => Promise<T>) => passing(request, revoked);
  return {
    push: (body) => {
      const timeoutMs = TIMEOUT_MS + JSON.stringify(body).length / MIN_UPLOAD_SPEED;
      return asking(() => call(syncPush, { body }, { retry: ONCE, timeoutMs, signal }));
    },
    pull: (query) => asking(() => call(syncPull, { query }, { retry: ONCE, timeoutMs: TIMEOUT_MS, signal })),
    upload: async ({ id, purpose, name, mime }: BlobRecord) => {
      const bytes = await files.bytes(id);
      // Bytes missing from this device can never be sent.
      if (!bytes) throw new AppError('upload_gone');
      const file = bytes.type === mime ? bytes : new Blob([bytes], { type: mime });
      reportUploadProgress(id, 0);
      return asking(() =>
        withIdleTimeout(FILE_TIMEOUT_MS, signal, (stop, alive) => {
          const onProgress = (sent: number, total: number) => {
            alive();
            reportUploadProgress(id, sent / total);
          };
          return upload(file, { id, purpose, name, signal: stop, onProgress });
        }),
      ).finally(() => reportUploadProgress(id, 1));
    },
  };
}

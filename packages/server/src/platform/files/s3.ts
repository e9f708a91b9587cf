// Stores files in an S3-compatible store. Existing keys are never overwritten: `put` rejects a key in use.
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '@plumbline/core/kernel/errors';
import { checkKey, type Files } from './files.ts';
import { StoreError } from './store-error.ts';

export type S3Options = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string };

/** Milliseconds to wait for a response; a store that never responds would block jobs, and the shutdown, forever. */
const TIMEOUT_MS = 60_000;
/** Part size in bytes of a multipart upload; a file can have 10,000 parts. */
const PART_SIZE = 8 * 1_048_576;

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException> | undefined)?.$metadata?.httpStatusCode;

/** Stores name a full bucket or account differently: QuotaExceeded, XMinioStorageFull, a quota in the text of a 403. */
const FULL = /quota|storage ?full|insufficient ?storage/iu;

/** `no_space` if the store has no room for it, otherwise a `StoreError`. */
function asRefusal(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (statusOf(error) === 507 || FULL.test(`${name} ${message}`)) return new AppError('no_space', { retryAfter: 30 });
  return new StoreError(`the S3 store did not do it: ${statusOf(error) ?? ''} ${name} ${message}`, { cause: error });
}

export function s3Files({ endpoint, bucket, region, accessKey, secretKey }: S3Options, patienceMs = TIMEOUT_MS): Files {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: patienceMs },
    // Not all S3-compatible stores support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) });
  /** Undefined if the store has no such key. */
  const unlessAbsent = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw asRefusal(error);
    }
  };
  const done = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      throw asRefusal(error);
    }
  };

  const files: Files = {
    async put(key, body) {
      if (await files.stat(key)) throw new AppError('already_exists');
      const hash = createHash('sha256');
      let size = 0;
      let source: { error: unknown } | undefined;
      async function* counted() {
        try {
          for await (const piece of body) {
            hash.update(piece);
            size += piece.byteLength;
            yield piece;
          }
        } catch (error) {
          source = { error };
          throw error;
        }
      }
      const stream = Readable.from(counted(), { objectMode: false });
      const through = new PassThrough();
      stream.on('error', (error) => through.destroy(error));
      stream.pipe(through);
      const upload = new Upload({
        client,
        params: { ...at(key), Body: through },
        partSize: PART_SIZE,
        queueSize: 2,
        leavePartsOnError: false,
      });
      try {
        await upload.done();
      } catch (error) {
        throw source ? source.error : asRefusal(error);
      } finally {
        // If the store fails, stop reading the source.
        stream.destroy();
        through.destroy();
      }
      return { size, sha256: hash.digest('hex') };
    },

    async open(key, range) {
      const Range = range ? `bytes=${range.start ?? 0}-${range.end ?? ''}` : undefined;
      const got = await unlessAbsent(client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })));
      if (!got) throw new AppError('not_found');
      return got.Body as Readable;
    },

    async stat(key) {
      const head = await unlessAbsent(client.send(new HeadObjectCommand(at(key))));
      return head && { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    },

    async rename(from, to) {
      if (!(await files.stat(to))) {
        const source = `${bucket}/${checkKey(from)}`;
        await done(client.send(new CopyObjectCommand({ ...at(to), CopySource: encodeURI(source) })));
      }
      await files.remove(from);
    },

    async remove(key) {
      await done(client.send(new DeleteObjectCommand(at(key))));
    },

    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await done(
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
          ),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
        }
        token = page.NextContinuationToken;
      } while (token);
    },
  };
  return files;
}

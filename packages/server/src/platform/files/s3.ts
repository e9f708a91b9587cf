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

export type S3Options = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string };

/** Milliseconds to wait for a response; a store that never responds would block jobs, and the shutdown, forever. */
const TIMEOUT_MS = 60_000;
/** Part size in bytes of a multipart upload; a file can have 10,000 parts. */
const PART_SIZE = 8 * 1_048_576;

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException> | undefined)?.$metadata?.httpStatusCode;

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

  const files: Files = {
    async put(key, body) {
      if (await files.stat(key)) throw new AppError('already_exists');
      const hash = createHash('sha256');
      let size = 0;
      async function* counted() {
        for await (const piece of body) {
          hash.update(piece);
          size += piece.byteLength;
          yield piece;
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
      } finally {
        // If the store fails, stop reading the source.
        stream.destroy();
        through.destroy();
      }
      return { size, sha256: hash.digest('hex') };
    },

    async open(key, range) {
      const Range = range ? `bytes=${range.start ?? 0}-${range.end ?? ''}` : undefined;
      try {
        const got = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }));
        return got.Body as Readable;
      } catch (error) {
        if (statusOf(error) === 404) throw new AppError('not_found');
        throw error;
      }
    },

    async stat(key) {
      try {
        const head = await client.send(new HeadObjectCommand(at(key)));
        return { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },

    async rename(from, to) {
      if (!(await files.stat(to))) {
        const source = `${bucket}/${checkKey(from)}`;
        await client.send(new CopyObjectCommand({ ...at(to), CopySource: encodeURI(source) }));
      }
      await files.remove(from);
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
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

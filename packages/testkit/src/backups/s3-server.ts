// A real S3 server on a folder.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import S3rver from 's3rver';

export type S3Server = { port: number; close(): Promise<void> };

/** s3rver confirms a file when it has received it. An S3 store does so when the file can be read. */
async function written(file: string, size: number): Promise<void> {
  const sizeNow = async () => (await stat(file).catch(() => undefined))?.size;
  while ((await sizeNow()) !== size) await wait(1);
}

/** Serves one bucket on a free port of this machine. The account is S3RVER, with the same secret. */
export async function startS3Server(directory: string, bucket: string): Promise<S3Server> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { store } = server;
  const putObject = store.putObject.bind(store);
  const putPart = store.putPart.bind(store);
  store.putObject = async (object) => {
    const put = await putObject(object);
    await written(store.getResourcePath(object.bucket, object.key, 'object'), put.size);
    return put;
  };
  store.putPart = async (name, uploadId, part, content) => {
    const put = await putPart(name, uploadId, part, content);
    await written(path.join(store.getResourcePath(name, undefined, 'uploads'), uploadId, `${part}`), put.size);
    return put;
  };
  const { port } = await server.run();
  return { port, close: () => server.close() };
}

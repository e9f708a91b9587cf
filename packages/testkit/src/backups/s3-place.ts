// A bucket for backups on a real S3 server, behind a connection that can be cut.
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BackupStore, backupStore } from '@plumbline/server/features/backups/backup-store';
import { backupKey } from '@plumbline/server/features/backups/sealed-stream';
import { s3Files } from '@plumbline/server/platform/files/s3';
import { KEY } from './backup-site.ts';
import { startS3Server } from './s3-server.ts';

export type S3Place = {
  /** The settings that name the bucket. */
  environment: Record<string, string>;
  storeWith(key?: string): BackupStore;
  /** The store is unreachable from now on, and open connections end. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

const BUCKET = 'backups';
const ACCOUNT = 'S3RVER';

export async function startS3(): Promise<S3Place> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-s3-'));
  const server = await startS3Server(folder, BUCKET);
  const open = new Set<Socket>();
  let isCut = false;
  const line = createServer((incoming) => {
    if (isCut) return void incoming.destroy();
    const outgoing = connect(server.port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    environment: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_ACCESS_KEY: ACCOUNT,
      BACKUP_S3_SECRET_KEY: ACCOUNT,
    },
    storeWith: (key = KEY) =>
      backupStore(
        s3Files({ endpoint, bucket: BUCKET, region: 'us-east-1', accessKey: ACCOUNT, secretKey: ACCOUNT }),
        backupKey(key),
      ),
    cut,
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => line.close(resolve));
      await server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

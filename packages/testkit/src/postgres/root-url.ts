// Access to the database of a running program with the embedded PostgreSQL.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The connection string for the superuser, from the files of the running database. */
export function rootUrlOf(dataDir: string): string {
  const database = path.join(dataDir, 'database');
  const { owner } = JSON.parse(readFileSync(path.join(database, 'passwords.json'), 'utf8')) as { owner: string };
  const cluster = path.join(database, 'cluster');
  const [, , , port = '', socket = ''] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  // PostgreSQL started as root names its socket relative to the cluster.
  return `postgres://postgres:${owner}@/plumbline?${new URLSearchParams({ host: path.resolve(cluster, socket), port })}`;
}

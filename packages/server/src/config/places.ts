// Places outside of the installation in which backups and archives are kept.
import path from 'node:path';
import type { Variables } from './variables.ts';

export type S3Config = {
  kind: 's3';
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

export type Place = Readonly<{ kind: 'folder'; folder: string } | S3Config>;

/** Undefined unless all settings of a place are set. */
export function placeOf(values: Variables, of: 'BACKUP' | 'ARCHIVE'): Place | undefined {
  const folder = values[`${of}_FOLDER`];
  if (folder) return { kind: 'folder', folder: path.resolve(folder) };
  const [endpoint, bucket] = [values[`${of}_S3_ENDPOINT`], values[`${of}_S3_BUCKET`]];
  const [accessKey, secretKey] = [values[`${of}_S3_ACCESS_KEY`], values[`${of}_S3_SECRET_KEY`]];
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  return { kind: 's3', endpoint, bucket, region: values[`${of}_S3_REGION`], accessKey, secretKey };
}

/** How many hours, days and months keep their newest backup or archive. */
export type Keep = Readonly<{ hours: number; days: number; months: number }>;

/** Reads `24h`, `14d`, `12m`. */
export function keepOf(values: readonly string[]): Keep {
  const of = (unit: string) => Number.parseInt(values.find((one) => one.endsWith(unit)) ?? '0', 10);
  return Object.freeze({ hours: of('h'), days: of('d'), months: of('m') });
}

/** Milliseconds between two runs; null: none are scheduled. */
export const intervalOf = (minutes: number | 'off'): number | null => (minutes === 'off' ? null : minutes * 60_000);

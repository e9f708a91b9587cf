// Secrets that are read from files.
import { readFileSync } from 'node:fs';

/** Variables that hold secrets. Their value can be the content of a file, as container platforms provide secrets. */
export const SECRETS = [
  'DATABASE_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'ARCHIVE_S3_ACCESS_KEY',
  'ARCHIVE_S3_SECRET_KEY',
  'BACKUP_KEY',
  'SMTP_URL',
  'SMS_TOKEN',
  'PUSH_PRIVATE_KEY',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'RETURNED_EMAIL_TOKEN',
];

/** Adds the content of the files named by `<variable>_FILE`. */
export function readSecretFiles(set: Readonly<Record<string, string>>): {
  values: Record<string, string>;
  problems: string[];
} {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file === undefined) continue;
    if (set[name] !== undefined) problems.push(`${name} and ${name}_FILE are set: set one of them.`);
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content === '') problems.push(`${name}_FILE: ${file} is empty.`);
      read[name] = content;
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      problems.push(`${name}_FILE: ${file} cannot be read (${reason}).`);
    }
  }
  return { values: { ...set, ...read }, problems };
}

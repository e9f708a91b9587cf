// Gives each journey file its own organisation: a copy of the demo's, with its own people and rows in the installation
// of the lane.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openPool } from '@plumbline/server/db/pool';
import { demoId } from '@plumbline/server/features/demo/ids';
import { DEMO_PEOPLE, type DemoPerson } from '@plumbline/testkit/demo';
import { inject } from 'vitest';
import type { Installation } from './setup.ts';

export type PersonKey = DemoPerson;

type Organisation = { emails: ReadonlyMap<PersonKey, string> };

/** The installation of this worker's lane. */
export function installation(): Installation {
  const lane = Number(process.env.VITEST_POOL_ID);
  const found = inject('installations')[lane - 1];
  if (!found) throw new Error(`there is no lane ${lane}`);
  return found;
}

let current: Organisation | undefined;

/** The email address with which a person of the demo signs in within this file. */
export function emailOfKey(key: PersonKey): string {
  const email = current?.emails.get(key);
  if (!email) throw new TypeError(`there is no ${key} in this organisation`);
  return email;
}

/** Text replaced in every value of a copied row. */
type Replacement = readonly [from: string, to: string];

const TABLES = `
  SELECT c.relname AS name, bool_or(a.attname = 'organisation_id') AS tenant
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  GROUP BY c.relname
  -- Numbered logs are not part of an organisation.
  HAVING NOT bool_or(a.attidentity <> '')`;

/** Copies the demo's rows of every table. Row ids stay the same, because keys begin with the organisation. */
async function copyRows(rootUrl: string, replacements: readonly Replacement[], userIds: string[]): Promise<void> {
  const pool = openPool(rootUrl, { warn() {} }, 1);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Disables foreign keys: references are complete at the end.
    await client.query('SET LOCAL session_replication_role = replica');
    const tables = await client.query<{ name: string; tenant: boolean }>(TABLES);
    const copied = replacements.reduce(
      (text, [from, to]) => `replace(${text}, ${client.escapeLiteral(from)}, ${client.escapeLiteral(to)})`,
      'to_jsonb(t)::text',
    );
    const organisation = client.escapeLiteral(demoId('organisation'));
    const users = userIds.map((id) => client.escapeLiteral(id)).join(', ');
    const condition = (name: string, tenant: boolean): string | undefined => {
      if (name === 'app_user') return `t.id IN (${users})`;
      if (name === 'organisation') return `t.id = ${organisation}`;
      return tenant ? `t.organisation_id = ${organisation}` : undefined;
    };
    for (const { name, tenant } of tables.rows) {
      const where = condition(name, tenant);
      if (where === undefined) continue;
      const table = client.escapeIdentifier(name);
      // In FROM, the function is called once for each row; in the list of columns it would be called once for each column.
      await client.query(
        `INSERT INTO ${table} SELECT copy.* FROM ${table} t, jsonb_populate_record(NULL::${table}, ${copied}::jsonb) copy WHERE ${where}`,
      );
    }
    await client.query('COMMIT');
  } finally {
    client.release();
    await pool.end();
  }
}

/** Stored files are never modified, so hard links are as good as copies. */
function linkFiles(dataDir: string, from: string, to: string): void {
  const files = path.join(dataDir, 'files');
  for (const kind of readdirSync(files)) {
    const folder = path.join(files, kind, from);
    if (existsSync(folder)) execFileSync('cp', ['-al', folder, path.join(files, kind, to)]);
  }
}

/** Creates the organisation for the file that is about to run. */
export async function beginOrganisation(): Promise<void> {
  const { dataDir, rootUrl } = installation();
  const tag = randomBytes(4).toString('hex');
  const [from, to] = [demoId('organisation'), randomUUID()];
  const userIds = DEMO_PEOPLE.map(({ key }) => demoId(key));
  const emails = new Map(DEMO_PEOPLE.map((person) => [person.key, `${tag}.${person.email}`]));
  linkFiles(dataDir, from, to);
  await copyRows(
    rootUrl,
    [
      [from, to],
      ...userIds.map((id): Replacement => [id, randomUUID()]),
      ...DEMO_PEOPLE.map((person): Replacement => [`"${person.email}"`, `"${emails.get(person.key)}"`]),
    ],
    userIds,
  );
  current = { emails };
}

// The baseline equals the result of the migrations before it, except for renamed tables and columns and the differences
// in baseline-differences.txt. Both files are history: later migrations change neither.
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, SchemaError } from '@plumbline/server/db/migrate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { catalogueOf } from './catalogue.ts';

const MIGRATIONS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/server/db/migrate')),
  'migrations',
);
const LAST_OF_BASELINE = '0012-jobs.sql';

const lines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

const TABLES: Record<string, string> = {
  timeline: 'history_epoch',
  ground: 'plan_georeference',
  group: 'pin_group',
  '"group"': 'pin_group',
  project_place: 'project_folder_entry',
  site_words: 'search_text',
  dataset_words: 'dataset_search_text',
  blob_use: 'blob_reference',
  job_turn: 'job_fair_share',
  map_making: 'map_render',
  notification_mark: 'notification_cursor',
  report_link_ended: 'report_revoked_link',
  sso_used: 'sso_used_assertion',
};
const COLUMNS: Record<string, Record<string, string>> = {
  dataset_record: { place: 'row_number' },
  dataset_search_text: { place: 'row_number', words: 'text' },
  job_fair_share: { last: 'priority' },
  personal_export: { asked_by: 'requested_by' },
  pin: { spot: 'model_position' },
  pin_due: { first: 'due_date', number: 'pin_number' },
  pin_field: { number: 'number_value', place: 'entry_index', words: 'text_value' },
  plan_import_page: {
    chosen: 'selected',
    made: 'artifacts',
    tries: 'attempts',
    turn: 'rotation',
    typefaces_left_out: 'missing_fonts',
  },
  plan_print: { wish: 'options' },
  push_device: { told_at: 'notified_at' },
  revision: { turn: 'rotation' },
  search_text: { words: 'text' },
  upload: { named: 'referenced' },
};

/** A line of the old schema with the new names; the columns of a table are sorted by name. */
function renamed(line: string): string {
  const [kind, named, rest] = /^(\S+(?: UNIQUE)?) ([\w"]+)([\s\S]*)$/u.exec(line)?.slice(1) ?? [];
  if (!kind || !named || rest === undefined || kind === 'function') return line;
  const table = TABLES[named] ?? named;
  const columns = COLUMNS[table] ?? {};
  const text = rest.replaceAll(/(?<!')\b\w+\b/gu, (word) =>
    Object.hasOwn(columns, word) ? (columns[word] ?? word) : word,
  );
  const sorted = kind === 'table' ? `: ${text.slice(2).split(', ').sort().join(', ')}` : text;
  return `${kind} ${table}${sorted}`;
}

let cluster: TestCluster;
let folder: string;
beforeAll(async () => {
  cluster = await startTestCluster();
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-baseline-'));
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the baseline equals the schema of the migrations before it, except for the listed differences', async () => {
  await cp(MIGRATIONS, folder, { recursive: true });
  for (const name of await readdir(folder)) if (name > LAST_OF_BASELINE) await rm(path.join(folder, name));
  const database = await cluster.database();
  await database.root.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION plumbline');
  await migrate(database.pool, folder);
  const baseline = new Set(await catalogueOf(database.root));
  const before = new Set(lines('./before-baseline.txt').map(renamed));
  const differences = [
    ...[...before].filter((line) => !baseline.has(line)).map((line) => `- ${line}`),
    ...[...baseline].filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ].sort((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
  await expect(`${differences.join('\n')}\n`).toMatchFileSnapshot('./baseline-differences.txt');
});

test('a database from before the baseline is refused and left unchanged', async () => {
  const database = await cluster.database();
  await database.root.query(`
    DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION plumbline;
    CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO schema_migration (name, checksum) VALUES ('20261121000000_tenants.sql', ''), ('20261122002460_sheet_turns.sql', '');
    ALTER TABLE schema_migration OWNER TO plumbline`);
  const migrating = migrate(database.pool);
  await expect(migrating).rejects.toThrow(SchemaError);
  await expect(migrating).rejects.toThrow(/older than this version.*empty database/u);
  const { rows } = await database.root.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  expect(rows).toEqual([{ relname: 'schema_migration' }]);
});

// The database enforces the rules of the actions too: for jobs, erasures, restored backups and manual changes.

import { MEMBERSHIP_STATES } from '@plumbline/core/access/membership-status';
import { DEVICE_KINDS } from '@plumbline/core/features/auth/device-kind';
import { IMPORT_STATES as DATASET_IMPORT_STATES } from '@plumbline/core/features/datasets/contract';
import { PIN_IMPORT_STATES, PIN_OUTCOMES } from '@plumbline/core/features/exchange/contract';
import { SET_PROBLEMS, SET_STATES } from '@plumbline/core/features/imports/set-contract';
import { IMPORT_STAGES, IMPORT_STATES, PAGE_STATES } from '@plumbline/core/features/imports/stages';
import { MAP_STATES } from '@plumbline/core/features/maps/contract';
import { EMAIL_FREQUENCIES, NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { IMPORT_KINDS } from '@plumbline/core/features/people/import/columns';
import { OUTCOMES, IMPORT_STATES as PEOPLE_IMPORT_STATES } from '@plumbline/core/features/people/import/contract';
import { EXPORT_STATES } from '@plumbline/core/features/personal-data/contract';
import { PRINT_STATES } from '@plumbline/core/features/plans/print-contract';
import { REPORT_FORMATS, REPORT_STATES, TEMPLATE_TYPES } from '@plumbline/core/features/reports/contract';
import { DEFINITION_PROBLEMS } from '@plumbline/core/features/reports/definitions';
import { DELIVERY_STATES, SHARE_EVENTS } from '@plumbline/core/features/reports/sharing';
import { PURPOSES } from '@plumbline/core/features/uploads/limits';
import { ENTITY_NAMES } from '@plumbline/core/site/entities';
import { ROW_SCHEMAS } from '@plumbline/core/site/row-schemas';
import { columnName, tableOf } from '@plumbline/server/db/tx/columns';
import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pinRow } from '../content.ts';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { makeSite, type TestSite } from '../sync/site.ts';

let cluster: TestCluster;
let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
  site = await makeSite(database);
});
afterAll(() => cluster?.stop());

/** The values of a `zod` enumeration or literal, nullable or not. */
function valuesOf(schema: unknown): readonly unknown[] | undefined {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodEnum) return inner.options;
  return inner instanceof z.ZodLiteral ? [...inner.values] : undefined;
}

const OF_ROWS = ENTITY_NAMES.flatMap((entity) =>
  Object.entries(ROW_SCHEMAS[entity].shape).flatMap(([field, schema]) => {
    const values = valuesOf(schema);
    return values ? [[`${tableOf(entity)}.${columnName(entity, field)}`, values] as const] : [];
  }),
);

const OTHERS: (readonly [string, readonly unknown[]])[] = [
  ['change.entity', ENTITY_NAMES],
  ['dataset_import.state', DATASET_IMPORT_STATES],
  ['device_key.kind', ['', ...DEVICE_KINDS]],
  ['map_render.state', MAP_STATES],
  ['notification.kind', NOTIFICATION_KINDS],
  ['notification_setting.frequency', EMAIL_FREQUENCIES],
  ['organisation_member.state', MEMBERSHIP_STATES],
  ['people_import.kind', IMPORT_KINDS],
  ['people_import.state', PEOPLE_IMPORT_STATES],
  ['people_import_row.outcome', OUTCOMES],
  ['personal_export.state', EXPORT_STATES],
  ['pin_import.state', PIN_IMPORT_STATES],
  ['pin_import_row.outcome', PIN_OUTCOMES],
  ['plan_import.stage', IMPORT_STAGES],
  ['plan_import.state', IMPORT_STATES],
  ['plan_import_page.stage', IMPORT_STAGES],
  ['plan_import_page.state', PAGE_STATES],
  ['plan_print.state', PRINT_STATES],
  ['plan_set.problem', SET_PROBLEMS],
  ['plan_set.state', SET_STATES],
  ['report.format', REPORT_FORMATS],
  ['report_delivery.state', DELIVERY_STATES],
  ['report_definition.format', REPORT_FORMATS],
  ['report_definition.problem', DEFINITION_PROBLEMS],
  ['report.state', REPORT_STATES],
  ['report_share_event.event', SHARE_EVENTS],
  ['report_template.file_type', TEMPLATE_TYPES],
  ['upload.purpose', PURPOSES],
];

type Check = { column: string; definition: string };

const checks = async (): Promise<Map<string, string>> => {
  const found = await database.root.query<Check>(
    `SELECT format('%s.%s', k.conrelid::regclass, a.attname) AS column, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND ARRAY[a.attnum] = k.conkey
     WHERE k.contype = 'c' AND k.connamespace = 'public'::regnamespace`,
  );
  return new Map(found.rows.map(({ column, definition }) => [column, definition]));
};

const allowed = (definition = ''): string[] =>
  [...definition.matchAll(/'([^']*)'::text|\b(\d+)\b(?=[,\]])/gu)].map(([, text, number]) => text ?? number ?? '');

test.each([...OF_ROWS, ...OTHERS])('%s accepts exactly the values defined in core', async (column, values) => {
  expect(allowed((await checks()).get(column)).toSorted()).toEqual(values.map(String).toSorted());
});

/** Open lists and free text. */
const OPEN = ['security_event.kind', 'task.sub_status', 'team.purpose'];

test('every column that looks like an enumeration is checked', async () => {
  const checked = await checks();
  const found = await database.root.query<{ column: string }>(
    `SELECT format('%s.%s', table_name, column_name) AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text'
       AND column_name ~ '(^|_)(state|status|stage|kind|type|role|purpose|outcome|frequency|colour|series|entity|format)$'`,
  );
  const unchecked = found.rows.map(({ column }) => column).filter((column) => !checked.has(column));
  expect(unchecked.filter((column) => !OPEN.includes(column))).toEqual([]);
  expect(found.rows.length).toBeGreaterThan(35);
});

test('a reference within a project includes the project', async () => {
  const found = await database.root.query<{ reference: string }>(
    `WITH project_table AS (
       SELECT attrelid AS id, attnum FROM pg_attribute WHERE attname = 'project_id' AND NOT attisdropped)
     SELECT format('%s %s', k.conrelid::regclass, pg_get_constraintdef(k.oid)) AS reference FROM pg_constraint k
     JOIN project_table one ON one.id = k.conrelid JOIN project_table other ON other.id = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT one.attnum = ANY (k.conkey)`,
  );
  expect(found.rows).toEqual([]);
});

/** A sign-on starts before its organisation is known, and only one organisation can prove that it owns a domain. */
const ACROSS_ORGANISATIONS = [
  'sso_domain (domain)',
  'sso_provider (id)',
  'sso_request (id)',
  'sso_request (ticket_hash)',
];

test('unique keys of tenant tables start with the organisation', async () => {
  const found = await database.root.query<{ key: string }>(
    `SELECT format('%s (%s)', i.indrelid::regclass, pg_get_indexdef(i.indexrelid, 1, true)) AS key FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace
     WHERE i.indisunique AND pg_get_indexdef(i.indexrelid, 1, true) <> 'organisation_id' ORDER BY 1`,
  );
  expect(found.rows.map(({ key }) => key)).toEqual(ACROSS_ORGANISATIONS);
});

test('a pin cannot reference the category or plan of another project', async () => {
  const { services, organisationId, people, newId } = site;
  const other = await makeSite(database, { newId, organisationId });
  const { rows } = await database.root.query<{ id: string }>('SELECT id FROM category WHERE project_id = $1', [
    other.projectId,
  ]);
  const { projectId } = site;
  const by = { organisationId, userId: people.ada.userId };
  for (const content of [{ categoryId: rows[0]?.id ?? '' }, { planId: other.planId, x: 0.5, y: 0.5 }]) {
    const pin = { ...pinRow({ projectId, createdBy: people.ada.userId }, content), id: newId() };
    const writing = runSiteAsSystem(services, by, projectId, 'test', async ({ tx }) => tx.put('pin', pin));
    await expect(writing).rejects.toMatchObject({ code: '23503', table: 'pin' });
  }
});

test('a second membership of a person and a second team with the same title are refused', async () => {
  const { services, organisationId, people, newId, projectId, teamId } = site;
  const by = { organisationId, userId: people.ada.userId };
  const again = (entity: 'member' | 'team', id: string) =>
    runSiteAsSystem(services, by, projectId, 'test', async ({ tx }) => {
      const row = await tx.get(entity, id);
      if (row) tx.put(entity, { ...row, id: newId() });
    });
  const { rows } = await database.root.query<{ id: string }>('SELECT id FROM member WHERE user_id = $1', [
    people.carl.userId,
  ]);
  await expect(again('member', rows[0]?.id ?? '')).rejects.toMatchObject({ code: 'already_exists' });
  await expect(again('team', teamId)).rejects.toMatchObject({ code: 'already_exists' });
});

test('a file that does not exist cannot be referenced', async () => {
  const { organisationId, projectId } = site;
  const referencing = database.root.query(
    `INSERT INTO blob_reference (organisation_id, blob_id, project_id, entity, entity_id) VALUES ($1, $2, $3, 'post', $2)`,
    [organisationId, site.newId(), projectId],
  );
  await expect(referencing).rejects.toMatchObject({ code: '23503' });
});

// Puts ids from another project or organisation wherever an endpoint takes one: nothing about them is revealed and
// nothing there changes. New endpoints and tables are covered automatically.
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World } from '../../actors.ts';
import { inputOf, type JsonPath, placesIn, replaced } from '../../arbitrary-input.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
/** Rows that must stay out of reach, by table and id. */
const theirs: { table: string; id: string }[] = [];

/** `allowed`: the first value that the column's check constraint allows. */
type Column = { table: string; name: string; type: string; allowed: string | null };

/** A value for each column type. The content does not matter, because it must never be read. */
const ANYTHING: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'Geheim'",
  boolean: 'true',
  jsonb: "'[]'",
  bytea: "'\\x00'",
  date: "'2026-03-02'",
  'timestamp with time zone': 'now()',
  'text[]': "'{}'",
  'uuid[]': "'{}'",
};

async function columnsWithIds(): Promise<Map<string, Column[]>> {
  const found = await server.database.root.query<Column>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
       (SELECT (regexp_match(pg_get_constraintdef(k.oid), 'ARRAY\\[(''[^'']*'')'))[1] FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS allowed
     FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND (a.attnotnull OR a.attname = 'project_id') AND NOT a.atthasdef AND a.attgenerated = ''`,
  );
  const tables = Map.groupBy(found.rows, ({ table }) => table);
  return new Map(
    [...tables].filter(
      ([, columns]) =>
        columns.some(({ name }) => name === 'organisation_id') &&
        columns.some(({ name, type }) => name === 'id' && type === 'uuid'),
    ),
  );
}

/**
 * Inserts one row into each table that accepts one; tables with rules of their own are covered by their feature's
 * tests.
 */
async function fillPlaces(organisationId: string, projectId: string, by: string, inProject: boolean): Promise<void> {
  const db = await server.database.root.connect();
  try {
    for (const [table, columns] of await columnsWithIds()) {
      if (inProject && !columns.some(({ name }) => name === 'project_id')) continue;
      const id = randomUUID();
      const known: Record<string, string> = { id, organisation_id: organisationId, project_id: projectId };
      for (const name of ['user_id', 'created_by', 'owner_id', 'author_id']) known[name] = by;
      const values = columns.map(({ name, type, allowed }) =>
        known[name]
          ? `'${known[name]}'`
          : (allowed ?? ANYTHING[type] ?? (/int|double|numeric/u.test(type) ? '1' : "''")),
      );
      // Like a replica: neither foreign keys nor triggers apply.
      await db.query('BEGIN; SET LOCAL session_replication_role = replica');
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      try {
        await db.query(`INSERT INTO "${table}" (${names}) VALUES (${values.join(', ')})`);
        await db.query('COMMIT');
        theirs.push({ table, id });
      } catch {
        await db.query('ROLLBACK');
      }
    }
  } finally {
    db.release();
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, colleague } = world;
  const nextDoor = await makeProject(server, {
    organisationId,
    title: 'Next door',
    by: colleague,
    members: [[colleague, 'administrator']],
  });
  // Rows that belong to the whole organisation are visible to us too.
  await fillPlaces(organisationId, nextDoor, colleague.userId, true);
  await fillPlaces(world.other.organisationId, world.other.projectId, world.other.administrator.userId, false);
});
afterAll(() => server?.close());

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** Every field of an input that takes an id, except the project itself. */
const idsIn = (input: Input): JsonPath[] =>
  placesIn(input).filter((way) => {
    const value = way.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], input);
    return typeof value === 'string' && UUID.test(value) && !(way[0] === 'params' && way[1] === 'projectId');
  });

function sample(declaration: Endpoint, seed: number): Input {
  const one = (schema: Endpoint['body']) => (schema ? fc.sample(inputOf(schema), { numRuns: 1, seed })[0] : undefined);
  const { params, query, body } = declaration;
  return {
    ...(params && {
      params: { ...(one(params) as object), ...('projectId' in params.shape && { projectId: world.projectId }) },
    }),
    ...(query && { query: one(query) }),
    ...(body && { body: one(body) }),
  };
}

/**
 * If the field name says what it takes (`pinId` takes a pin), rows of that kind; otherwise one of each kind,
 * preferably from the neighbouring project.
 */
function aimedAt(way: JsonPath): typeof theirs {
  const name = String(way.findLast((step) => typeof step === 'string'));
  const word = name.replace(/(?<=.)Ids?$/u, '').replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const alike = theirs.filter(({ table }) => table.includes(word));
  return alike.length > 0
    ? alike
    : [...Map.groupBy(theirs, ({ table }) => table).values()].flatMap((rows) => rows.slice(0, 1));
}

const prints = async (): Promise<string[]> =>
  Promise.all(
    theirs.map(async ({ table, id }) => {
      const found = await server.database.root.query<{ print: string }>(
        `SELECT md5(t::text) AS print FROM "${table}" t WHERE id = $1`,
        [id],
      );
      return `${table} ${id} ${found.rows[0]?.print}`;
    }),
  );

test('the test data has rows of most kinds', () => {
  const tables = new Set(theirs.map(({ table }) => table));
  for (const table of ['pin', 'task', 'post', 'comment', 'report', 'report_template', 'dataset', 'device'])
    expect([...tables]).toContain(table);
  expect(tables.size).toBeGreaterThan(25);
});

test('the id of a row of another organisation gets the same answer as an unknown id', async () => {
  const before = await prints();
  const found: string[] = [];
  let tried = 0;
  for (const declaration of server.served.endpoints) {
    if (declaration.guard.kind === 'public') continue;
    const { caller } = declaration.guard.kind === 'organisation' ? world.owner : world.roles.administrator;
    const send = async (input: Input) => {
      const response = await caller.send(declaration, input as never);
      return { status: response.status, code: (response.body as { code?: string } | null)?.code, raw: response.raw };
    };
    const done = new Set<string>();
    for (const seed of [1, 2, 3, 4]) {
      const input = sample(declaration, seed);
      for (const way of idsIn(input)) {
        const place = way.map((step) => (typeof step === 'number' ? '#' : step)).join('.');
        if (done.has(place)) continue;
        done.add(place);
        const unknown = await send(replaced(input, way, randomUUID()) as Input);
        for (const { table, id } of aimedAt(way)) {
          const known = await send(replaced(input, way, id) as Input);
          tried += 1;
          // A caller who chooses a new id may choose one that is taken, and a frequent caller may be rate-limited.
          const taken = unknown.status === 200 && known.status >= 400;
          if (!taken && known.status !== 429 && (known.status !== unknown.status || known.code !== unknown.code))
            found.push(
              `${declaration.name} ${place}=${table}: ${known.status} ${known.code}, not ${unknown.status} ${unknown.code}`,
            );
          if (known.raw.toString('utf8').includes('Geheim'))
            found.push(`${declaration.name} ${place}=${table} is told`);
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(await prints()).toEqual(before);
  expect(tried).toBeGreaterThan(1_000);
}, 600_000);

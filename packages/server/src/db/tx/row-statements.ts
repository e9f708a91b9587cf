// The statements that write rows of a project to their tables: one for the new rows of an entity, one for the changed ones.
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { Entity } from '@plumbline/core/site/entities';
import { inProject } from '../in-project.ts';
import { prepared } from '../prepared-statement.ts';
import type { Statement } from '../statement.ts';
import { COLUMNS, recordOf, tableOf } from './columns.ts';
import type { ProjectKey } from './rows.ts';

export type Positioned = Write & { position: number };

/** The value of a column of the new row, in SQL. */
type Value = (column: string) => string;

/** Columns that are computed from other rows of organisation `$1`. */
const COMPUTED: Partial<Record<Entity, Record<string, (value: Value) => string>>> = {
  task: {
    pin_number: (value) => `(SELECT p.number FROM pin p WHERE p.organisation_id = $1 AND p.id = ${value('pin_id')})`,
  },
};

/** The columns to set, with their values in SQL. */
const assignments = (entity: Entity, columns: readonly string[], value: Value): [string, string][] => [
  ...columns.map((name): [string, string] => [`"${name}"`, value(name)]),
  ...Object.entries(COMPUTED[entity] ?? {}).map(([name, computed]): [string, string] => [name, computed(value)]),
];

const columnsOf = (entity: Entity): string[] => [
  'organisation_id',
  'position',
  ...COLUMNS[entity].map(({ name }) => name),
];

/** Never changed once the row exists. */
const KEY: readonly string[] = ['organisation_id', 'project_id', 'id'];

function insertText(entity: Entity, value: Value, source: (values: string) => string): string {
  const set = assignments(entity, columnsOf(entity), value);
  return `INSERT INTO ${tableOf(entity)} (${set.map(([name]) => name).join(', ')})
    ${source(set.map(([, one]) => one).join(', '))}`;
}

/** In a statement that reads `inProject`. */
const ofLog =
  (value: Value): Value =>
  (column) =>
    column === 'organisation_id' ? 'l.organisation_id' : value(column);

function updateText(entity: Entity, value: Value, source: string): string {
  const set = assignments(
    entity,
    columnsOf(entity).filter((name) => !KEY.includes(name)),
    value,
  );
  return `UPDATE ${tableOf(entity)} r SET ${set.map(([name, one]) => `${name} = ${one}`).join(', ')} ${source}`;
}

// Several rows are read from one document.

const ofRecord: Value = (column) => `n."${column}"`;
const recordset = (entity: Entity): string => `jsonb_populate_recordset(null::${tableOf(entity)}, $3::jsonb) n`;

function valuesOfAll(
  { organisationId, projectId }: ProjectKey,
  entity: Entity,
  rows: readonly Positioned[],
): unknown[] {
  const records = rows.map(({ after, position }) => ({ ...recordOf(entity, after), position }));
  return [organisationId, projectId, JSON.stringify(records)];
}

function insertOf(place: ProjectKey, entity: Entity, rows: readonly Positioned[]): Statement {
  const text = insertText(entity, ofLog(ofRecord), (values) => `SELECT ${values} ${inProject(recordset(entity))}`);
  return { ...prepared(text), values: valuesOfAll(place, entity, rows) };
}

function updateOf(place: ProjectKey, entity: Entity, rows: readonly Positioned[]): Statement {
  const source = `FROM ${recordset(entity)} WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = n.id`;
  return { ...prepared(updateText(entity, ofRecord, source)), values: valuesOfAll(place, entity, rows) };
}

// A single row has a parameter for each column: PostgreSQL needs less time for it.

const parameters = (entity: Entity): string[] => [...new Set([...KEY, ...columnsOf(entity)])];

const ofParameter =
  (entity: Entity): Value =>
  (column) =>
    `$${parameters(entity).indexOf(column) + 1}`;

function valuesOf(
  { organisationId, projectId }: ProjectKey,
  entity: Entity,
  { after, position }: Positioned,
): unknown[] {
  const row: Record<string, unknown> = {
    project_id: projectId,
    ...recordOf(entity, after),
    organisation_id: organisationId,
    position,
  };
  const json = new Set(COLUMNS[entity].filter(({ kind }) => kind === 'json').map(({ name }) => name));
  return parameters(entity).map((name) => {
    const value = row[name];
    return json.has(name) && value !== null ? JSON.stringify(value) : value;
  });
}

function insertOne(place: ProjectKey, entity: Entity, row: Positioned): Statement {
  const value = ofParameter(entity);
  const text = COMPUTED[entity]
    ? insertText(entity, ofLog(value), (values) => `SELECT ${values} ${inProject()}`)
    : insertText(entity, value, (values) => `VALUES (${values})`);
  return { ...prepared(text), values: valuesOf(place, entity, row) };
}

function updateOne(place: ProjectKey, entity: Entity, row: Positioned): Statement {
  const text = updateText(
    entity,
    ofParameter(entity),
    'WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3',
  );
  return { ...prepared(text), values: valuesOf(place, entity, row) };
}

/** A statement and the number of rows it must write. */
export type RowStatement = Statement & { count: number };

/** In the given order of entities: rows are written after those they reference. */
export function rowStatements(place: ProjectKey, writes: readonly Positioned[]): RowStatement[] {
  return [...Map.groupBy(writes, (one) => one.entity)].flatMap(([entity, rows]) => {
    const [old, fresh] = [rows.filter((row) => row.before), rows.filter((row) => !row.before)];
    const statements: RowStatement[] = [];
    const [one, ...more] = fresh;
    if (one) {
      const statement = more.length === 0 ? insertOne(place, entity, one) : insertOf(place, entity, fresh);
      statements.push({ ...statement, count: fresh.length });
    }
    const [changed, ...others] = old;
    if (changed) {
      const statement = others.length === 0 ? updateOne(place, entity, changed) : updateOf(place, entity, old);
      statements.push({ ...statement, count: old.length });
    }
    return statements;
  });
}

// The statements that write rows of a project to their tables: one for the new rows of an entity, one for the changed ones.
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { Entity } from '@plumbline/core/site/entities';
import { prepared } from '../prepared-statement.ts';
import type { Statement } from '../statement.ts';
import { COLUMNS, recordOf, tableOf } from './columns.ts';
import type { ProjectKey } from './rows.ts';

export type Positioned = Write & { position: number };

/** Columns that are computed from other rows, as SQL over the new row `n`. */
const COMPUTED: Partial<Record<Entity, Record<string, string>>> = {
  task: { pin_number: '(SELECT p.number FROM pin p WHERE p.organisation_id = n.organisation_id AND p.id = n.pin_id)' },
};

/** The columns to set, with their values in SQL. */
const assignments = (entity: Entity, columns: readonly string[]): [string, string][] => [
  ...columns.map((name): [string, string] => [`"${name}"`, `n."${name}"`]),
  ...Object.entries(COMPUTED[entity] ?? {}),
];

const recordset = (entity: Entity): string => `jsonb_populate_recordset(null::${tableOf(entity)}, $1::jsonb) n`;

function insertText(entity: Entity): string {
  const columns = ['organisation_id', 'position', ...COLUMNS[entity].map((one) => one.name)];
  const set = assignments(entity, columns);
  return `INSERT INTO ${tableOf(entity)} (${set.map(([name]) => name).join(', ')})
    SELECT ${set.map(([, value]) => value).join(', ')} FROM ${recordset(entity)}`;
}

function updateText(entity: Entity): string {
  const fields = COLUMNS[entity].filter((one) => one.field !== 'id' && one.field !== 'projectId');
  const set = assignments(entity, ['position', ...fields.map((one) => one.name)]);
  return `UPDATE ${tableOf(entity)} r SET ${set.map(([name, value]) => `${name} = ${value}`).join(', ')}
    FROM ${recordset(entity)} WHERE r.organisation_id = $2 AND r.project_id = $3 AND r.id = n.id`;
}

function records({ organisationId }: ProjectKey, entity: Entity, rows: readonly Positioned[]): string {
  return JSON.stringify(
    rows.map(({ after, position }) => ({ ...recordOf(entity, after), organisation_id: organisationId, position })),
  );
}

/** A statement and the number of rows it must write. */
export type RowStatement = Statement & { count: number };

/** In the given order of entities: rows are written after those they reference. */
export function rowStatements(place: ProjectKey, writes: readonly Positioned[]): RowStatement[] {
  return [...Map.groupBy(writes, (one) => one.entity)].flatMap(([entity, rows]) => {
    const [old, fresh] = [rows.filter((row) => row.before), rows.filter((row) => !row.before)];
    const statements: RowStatement[] = [];
    if (fresh.length > 0)
      statements.push({
        ...prepared(insertText(entity)),
        values: [records(place, entity, fresh)],
        count: fresh.length,
      });
    if (old.length > 0) {
      const values = [records(place, entity, old), place.organisationId, place.projectId];
      statements.push({ ...prepared(updateText(entity)), values, count: old.length });
    }
    return statements;
  });
}

// Maps the rows of core to tables: one column per field, its type derived from the field's schema.
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import { ROW_SCHEMAS } from '@plumbline/core/site/row-schemas';
import { type CustomTypesConfig, types } from 'pg';
import { z } from 'zod';

export type ColumnKind = 'uuid' | 'text' | 'integer' | 'float' | 'boolean' | 'instant' | 'date' | 'json';
export type Column = { field: string; name: string; kind: ColumnKind; nullable: boolean };

const snake = (field: string): string => field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

function kindOf(schema: z.ZodType): ColumnKind {
  if (schema instanceof z.ZodISODateTime) return 'instant';
  if (schema instanceof z.ZodISODate) return 'date';
  if (schema instanceof z.ZodUUID) return 'uuid';
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text';
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'float';
  if (schema instanceof z.ZodLiteral && [...schema.values].every(Number.isInteger)) return 'integer';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  return 'json';
}

function columnsOf(entity: Entity): Column[] {
  return Object.entries(ROW_SCHEMAS[entity].shape).map(([field, schema]) => {
    // An object's shape holds schemas; zod types them by their inner interface only.
    const declared = (schema instanceof z.ZodDefault ? schema.unwrap() : schema) as z.ZodType;
    const nullable = declared instanceof z.ZodNullable;
    const inner = (nullable ? declared.unwrap() : declared) as z.ZodType;
    return { field, name: snake(field), kind: kindOf(inner), nullable };
  });
}

// Keys are the entities, one column list each.
export const COLUMNS = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, columnsOf(entity)])) as Record<
  Entity,
  Column[]
>;

/** Tables that are not named like their entity. */
const TABLES: Partial<Record<Entity, string>> = {
  group: 'pin_group',
  ground: 'plan_georeference',
  savedView: 'saved_view',
};

/** The table that holds the rows of an entity. */
export const tableOf = (entity: Entity): string => TABLES[entity] ?? entity;

/** The select list that reads a row in the form of core, from the table under this alias. */
export function selectList(entity: Entity, alias: string): string {
  return COLUMNS[entity].map(({ name, field }) => `${alias}."${name}" AS "${field}"`).join(', ');
}

/** The column of a field. */
export function columnName(entity: Entity, field: string): string {
  const column = COLUMNS[entity].find((one) => one.field === field);
  if (!column) throw new TypeError(`${entity} has no field ${field}`);
  return column.name;
}

/** From `2026-01-31 08:00:00.5+00`, PostgreSQL's format in UTC. */
const instantOf = (text: string): string => new Date(text.replace(' ', 'T').replace(/\+00$/u, 'Z')).toISOString();

const PARSERS: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TIMESTAMPTZ]: instantOf,
  [types.builtins.DATE]: (text) => text,
};

/** Parses values into the form of core: instants and days as ISO text, whole numbers as numbers. */
export const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** A row by column name, for jsonb_populate_recordset. */
export function recordOf(entity: Entity, row: object): Record<string, unknown> {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(COLUMNS[entity].map(({ field, name }) => [name, values[field] ?? null]));
}

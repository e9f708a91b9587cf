// `pin_field` and `pin_rating`: custom field values and ratings of pins, a row for each, for filtering and sorting.
import { same } from '@plumbline/core/kernel/same';
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { inProject } from '../in-project.ts';
import type { Statement } from '../statement.ts';
import type { ProjectKey } from '../tx/rows.ts';
import { changedRows } from './changed-rows.ts';

/** The pins whose `column` has changed, and those of them that had values before. */
function changedValues(writes: readonly Write[], column: 'fields' | 'ratings') {
  const changed = changedRows(writes, 'pin').filter(
    ({ before, after }) => !same(before?.[column] ?? {}, after[column]),
  );
  const replaced = changed.filter(({ before }) => before && Object.keys(before[column]).length > 0);
  return { pins: changed.map(({ after }) => after), replaced: replaced.map(({ after }) => after.id) };
}

const removal = (table: string, organisationId: string, pinIds: readonly string[]): Statement[] =>
  pinIds.length === 0
    ? []
    : [
        {
          text: `DELETE FROM ${table} WHERE organisation_id = $1 AND pin_id = ANY ($2::uuid[])`,
          values: [organisationId, pinIds],
        },
      ];

/** A list has a row for each of its entries. */
const fieldEntries = ({ id, fields }: PinRow) =>
  Object.entries(fields).flatMap(([fieldId, value]) =>
    (Array.isArray(value) ? value : [value]).map((entry, index) => ({ pinId: id, fieldId, index, entry })),
  );

export function pinFieldStatements({ organisationId, projectId }: ProjectKey, writes: readonly Write[]): Statement[] {
  const { pins, replaced } = changedValues(writes, 'fields');
  const entries = pins.flatMap(fieldEntries);
  const statements = removal('pin_field', organisationId, replaced);
  if (entries.length === 0) return statements;
  const text = `INSERT INTO pin_field (organisation_id, project_id, field_id, pin_id, entry_index, number_value, text_value)
    SELECT l.organisation_id, l.project_id, e.*
    ${inProject('unnest($3::uuid[], $4::uuid[], $5::integer[], $6::double precision[], $7::text[]) e')}`;
  const values = [
    organisationId,
    projectId,
    entries.map((one) => one.fieldId),
    entries.map((one) => one.pinId),
    entries.map((one) => one.index),
    entries.map((one) => (typeof one.entry === 'number' ? one.entry : null)),
    entries.map((one) => (typeof one.entry === 'string' ? one.entry : null)),
  ];
  return [...statements, { text, values }];
}

export function pinRatingStatements({ organisationId, projectId }: ProjectKey, writes: readonly Write[]): Statement[] {
  const { pins, replaced } = changedValues(writes, 'ratings');
  const ratings = pins.flatMap(({ id, ratings }) =>
    Object.entries(ratings).map(([scaleId, level]) => ({ pinId: id, scaleId, level })),
  );
  const statements = removal('pin_rating', organisationId, replaced);
  if (ratings.length === 0) return statements;
  const text = `INSERT INTO pin_rating (organisation_id, project_id, scale_id, level, pin_id)
    SELECT l.organisation_id, l.project_id, r.* ${inProject('unnest($3::text[], $4::smallint[], $5::uuid[]) r')}`;
  const values = [
    organisationId,
    projectId,
    ratings.map((rating) => rating.scaleId),
    ratings.map((rating) => rating.level),
    ratings.map((rating) => rating.pinId),
  ];
  return [...statements, { text, values }];
}

// Filters and orders pins by their custom fields, over the table of values stored beside the pins.
import { type FieldCriterion, readCondition } from '@plumbline/core/site/values/field-conditions';
import type { Params } from '../../db/tx/visibility.ts';
import { patterns } from '../../lists/search-patterns.ts';

/** The conditions on a value `v`. */
function fieldConditionSql(criterion: FieldCriterion, params: Params): string[] {
  switch (criterion.kind) {
    case 'numbers':
      return [
        ...(criterion.min === null ? [] : [`v.number_value >= ${params.add(criterion.min, 'double precision')}`]),
        ...(criterion.max === null ? [] : [`v.number_value <= ${params.add(criterion.max, 'double precision')}`]),
      ];
    case 'days':
      // A date may carry a time: values on the last day sort before `<day>U`.
      return [
        ...(criterion.from === null ? [] : [`v.text_value >= ${params.add(criterion.from, 'text')} COLLATE "C"`]),
        ...(criterion.to === null ? [] : [`v.text_value < ${params.add(`${criterion.to}U`, 'text')} COLLATE "C"`]),
      ];
    case 'words':
      return patterns(criterion.words).map((pattern) => `v.text_value ILIKE ${params.add(pattern, 'text')}`);
    case 'tags':
      return [`v.text_value = ANY (${params.add(criterion.tags, 'text[]')})`];
    default:
      return ['v.entry_index = 0'];
  }
}

export type FieldCondition = {
  /** The matching values of the project: SELECT v.pin_id AS id. `$1` is the organisation, `$2` the project. */
  select: (params: Params) => string;
  /** Whether a pin must not have such a value. */
  without: boolean;
};

/** The conditions of a filter on custom fields, each independent. */
export function fieldConditions(texts: readonly string[] | undefined): FieldCondition[] {
  return (texts ?? []).flatMap((text) => {
    const condition = readCondition(text);
    if (!condition) return [];
    const { fieldId, criterion } = condition;
    const select = (params: Params) =>
      `SELECT v.pin_id AS id FROM pin_field v WHERE v.organisation_id = $1 AND v.project_id = $2
         AND v.field_id = ${params.add(fieldId, 'uuid')} AND ${fieldConditionSql(criterion, params).join(' AND ')}`;
    return [{ select, without: criterion.kind === 'unset' }];
  });
}

/** Joins the value `v` that pins are ordered by. */
export const fieldJoin = (fieldId: string, params: Params): string =>
  ` LEFT JOIN pin_field v ON v.organisation_id = $1 AND v.pin_id = p.id AND v.field_id = ${params.add(fieldId, 'uuid')} AND v.entry_index = 0`;

// `pin_person`: who created each pin, and to whom tasks on it are assigned, with what lists of pins are sorted by.
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { prepared } from '../prepared-statement.ts';
import type { Statement } from '../statement.ts';
import type { ProjectKey } from '../tx/rows.ts';
import { changedRows } from './changed-rows.ts';

/** Columns of a pin that are stored for each of its people. */
const COPIED = ['number', 'status', 'title', 'created_at', 'changed_at'];

const copiedAlike = (one: PinRow, other: PinRow): boolean =>
  one.number === other.number &&
  one.status === other.status &&
  one.title === other.title &&
  one.createdAt === other.createdAt &&
  one.changedAt === other.changedAt;

const COPY_COLUMNS = `UPDATE pin_person d SET ${COPIED.map((column) => `${column} = p.${column}`).join(', ')} FROM pin p
  WHERE d.organisation_id = $1 AND d.pin_id = ANY ($2::uuid[]) AND p.organisation_id = d.organisation_id AND p.id = d.pin_id`;

const ADD_PEOPLE = `INSERT INTO pin_person (organisation_id, project_id, pin_id, person_id, ${COPIED.join(', ')})
  SELECT p.organisation_id, p.project_id, p.id, added.person_id, ${COPIED.map((column) => `p.${column}`).join(', ')}
  FROM unnest($2::uuid[], $3::uuid[]) added (pin_id, person_id) JOIN pin p ON p.organisation_id = $1 AND p.id = added.pin_id
  ON CONFLICT (organisation_id, pin_id, person_id) DO NOTHING`;

/** Those who neither created the pin nor have another task on it. */
const REMOVE_PEOPLE = `DELETE FROM pin_person d USING unnest($2::uuid[], $3::uuid[]) ended (pin_id, person_id)
  WHERE d.organisation_id = $1 AND d.pin_id = ended.pin_id AND d.person_id = ended.person_id
    AND NOT EXISTS (SELECT FROM pin p WHERE p.organisation_id = $1 AND p.id = d.pin_id AND p.created_by = d.person_id)
    AND NOT EXISTS (SELECT FROM task t WHERE t.organisation_id = $1 AND t.pin_id = d.pin_id AND t.assignee_id = d.person_id)`;

type Person = { pinId: string; personId: string };

const assignedBy = ({ pinId, assigneeId }: TaskRow): Person[] =>
  assigneeId === null ? [] : [{ pinId, personId: assigneeId }];

const statement = (text: string, organisationId: string, people: readonly Person[]): Statement[] =>
  people.length === 0
    ? []
    : [
        {
          ...prepared(text),
          values: [organisationId, people.map(({ pinId }) => pinId), people.map(({ personId }) => personId)],
        },
      ];

export function pinPeopleStatements({ organisationId }: ProjectKey, writes: readonly Write[]): Statement[] {
  const pins = changedRows(writes, 'pin');
  const added = pins.flatMap(({ before, after }) => (before ? [] : [{ pinId: after.id, personId: after.createdBy }]));
  const ended: Person[] = [];
  for (const { before, after } of changedRows(writes, 'task')) {
    if (before?.pinId === after.pinId && before.assigneeId === after.assigneeId) continue;
    added.push(...assignedBy(after));
    if (before) ended.push(...assignedBy(before));
  }
  const copied = pins.flatMap(({ before, after }) => (before && !copiedAlike(before, after) ? [after.id] : []));
  return [
    ...(copied.length > 0 ? [{ ...prepared(COPY_COLUMNS), values: [organisationId, copied] }] : []),
    ...statement(ADD_PEOPLE, organisationId, added),
    ...statement(REMOVE_PEOPLE, organisationId, ended),
  ];
}

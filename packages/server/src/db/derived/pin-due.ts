// `pin_due`, the earliest due date of each pin's unfinished tasks, and `task.pin_number`, the number of a task's pin: lists
// are read in their order from an index.
import { UNFINISHED, unfinishedDueDate } from '@plumbline/core/features/tasks/status';
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { Statement } from '../statement.ts';
import type { ProjectKey } from '../tx/rows.ts';
import { changedRows } from './changed-rows.ts';

// OFFSET 0: on a table without statistics PostgreSQL would read the index of due dates from end to end.
const WRITE_DUE = `
  WITH due AS MATERIALIZED (
    SELECT p.organisation_id, p.project_id, p.id, p.number, (
      SELECT min(t.due_date) FROM (
        SELECT status, due_date FROM task WHERE organisation_id = $1 AND pin_id = p.id OFFSET 0
      ) t WHERE t.status = ANY ($3)) AS due_date
    FROM pin p WHERE p.organisation_id = $1 AND p.id = ANY ($2::uuid[])
  ), ended AS (
    DELETE FROM pin_due d USING due WHERE d.organisation_id = $1 AND d.pin_id = due.id AND due.due_date IS NULL
  )
  INSERT INTO pin_due (organisation_id, project_id, pin_id, due_date, pin_number)
  SELECT organisation_id, project_id, id, due_date, number FROM due WHERE due_date IS NOT NULL
  ON CONFLICT (organisation_id, pin_id) DO UPDATE SET due_date = excluded.due_date, pin_number = excluded.pin_number`;

const COPY_NUMBERS = `UPDATE task t SET pin_number = p.number FROM pin p
  WHERE t.organisation_id = $1 AND t.pin_id = ANY ($2::uuid[]) AND p.organisation_id = t.organisation_id AND p.id = t.pin_id`;

/** Tasks are written with the number of their pin; this updates the other tasks of pins whose number has changed. */
export function pinDueStatements({ organisationId }: ProjectKey, writes: readonly Write[]): Statement[] {
  const renumbered = changedRows(writes, 'pin').flatMap(({ before, after }) =>
    before && before.number !== after.number ? [after.id] : [],
  );
  const pins = new Set(renumbered);
  for (const { before, after } of changedRows(writes, 'task')) {
    const [was, is] = [before ? unfinishedDueDate(before) : null, unfinishedDueDate(after)];
    if (was === is && (before?.pinId ?? after.pinId) === after.pinId) continue;
    if (was !== null && before) pins.add(before.pinId);
    pins.add(after.pinId);
  }
  const statements: Statement[] = [];
  if (renumbered.length > 0) statements.push({ text: COPY_NUMBERS, values: [organisationId, renumbered] });
  if (pins.size > 0) statements.push({ text: WRITE_DUE, values: [organisationId, [...pins], UNFINISHED] });
  return statements;
}

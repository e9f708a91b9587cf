// `search_text`: the text that pins and tasks are searched by, as core computes it. Requests write it through a function:
// they have no access to the table.
import { pinSearchText } from '@plumbline/core/features/pins/filter';
import { taskSearchText } from '@plumbline/core/features/tasks/filter';
import type { BufferedTx, Write } from '@plumbline/core/site/buffered-tx';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { prepared } from '../prepared-statement.ts';
import type { Statement } from '../statement.ts';
import type { PgRows, ProjectKey } from '../tx/rows.ts';
import { changedRows } from './changed-rows.ts';

/** The part of a task's text that does not come from its pin. */
const ownText = (task: TaskRow): string => taskSearchText(task, { title: '', number: null });

type SearchText = { entity: 'pin' | 'task'; id: string; text: string };

const textsOfPins = (writes: readonly Write[]): SearchText[] =>
  changedRows(writes, 'pin').flatMap(({ before, after }) => {
    const text = pinSearchText(after);
    return before && pinSearchText(before) === text ? [] : [{ entity: 'pin', id: after.id, text }];
  });

/** Texts of the tasks that changed, and of all tasks of pins whose title or number changed. */
async function textsOfTasks(tx: BufferedTx, rows: PgRows, writes: readonly Write[]): Promise<SearchText[]> {
  const written = changedRows(writes, 'task');
  const renamed = changedRows(writes, 'pin').flatMap(({ before, after }) =>
    before && (before.title !== after.title || before.number !== after.number) ? [after.id] : [],
  );
  const known = new Set(written.map(({ after }) => after.id));
  const others = renamed.length === 0 ? [] : await rows.findAny('task', 'pinId', renamed);
  const isRenamed = new Set(renamed);
  const tasks = [
    ...written
      .filter(
        ({ before, after }) =>
          !before || before.pinId !== after.pinId || isRenamed.has(after.pinId) || ownText(before) !== ownText(after),
      )
      .map(({ after }) => after),
    ...others.filter(({ id }) => !known.has(id)),
  ];
  const pins = new Map(
    (
      await tx.getMany(
        'pin',
        tasks.map(({ pinId }) => pinId),
      )
    ).map((pin) => [pin.id, pin]),
  );
  return tasks.flatMap((task) => {
    const pin = pins.get(task.pinId);
    return pin ? [{ entity: 'task', id: task.id, text: taskSearchText(task, pin) }] : [];
  });
}

const WRITE = prepared('SELECT write_search_text($1, $2, $3, $4, $5)');

export async function searchTextStatements(
  { organisationId, projectId }: ProjectKey,
  tx: BufferedTx,
  rows: PgRows,
  writes: readonly Write[],
): Promise<Statement[]> {
  const texts = [...textsOfPins(writes), ...(await textsOfTasks(tx, rows, writes))];
  if (texts.length === 0) return [];
  return [
    {
      ...WRITE,
      values: [
        organisationId,
        projectId,
        texts.map((one) => one.entity),
        texts.map((one) => one.id),
        texts.map((one) => one.text),
      ],
    },
  ];
}

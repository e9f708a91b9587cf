// The columns of the task table. Status, assignee and due date can be changed in their cells.
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import type { ReactNode } from 'react';
import { dueColumnPx } from '../../../shared/site/due-words.ts';
import type { People } from '../../../shared/site/people.ts';
import type { TableColumn } from '../../../ui/data/table/virtual-table.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { StatusBadge } from '../../../ui/marks/status-badge.tsx';
import { AssigneeName } from '../assignee-name.tsx';
import { DueWords } from '../due-text.tsx';
import { TaskPicture, taskTitle } from '../task-card.tsx';
import { mayAssign, mayEdit, statusesFor } from '../use-task-moves.tsx';
import type { CellEdit } from './cell-editor.tsx';
import type { TaskColumn } from './task-view.ts';

/** The columns that can be chosen, with their least widths; and the width of number, title and checkbox. */
export const CHOSEN: Readonly<Record<TaskColumn, number>> = {
  status: 132,
  assignee: 160,
  dueDate: 128,
  pin: 160,
  company: 132,
  craft: 120,
  createdAt: 132,
};
/** The least width of a column in this language. */
export const columnPx = (t: Translator, id: TaskColumn): number =>
  id === 'dueDate' ? dueColumnPx(t, CHOSEN.dueDate) : CHOSEN[id];

export const ALWAYS_PX = 340;
/** The picture before the title with its gap, and the room for a longer title; and the height of a row with one. */
export const PICTURE_PX = 110;
export const PICTURE_ROW_PX = 48;
export const BESIDE_HIDDEN: readonly string[] = ['assignee', 'pin', 'company', 'craft', 'createdAt'];

type TaskContext = {
  actor: Actor | undefined;
  people: People;
  pins: ReadonlyMap<string, PinRow>;
  today: string;
  /** There is space for pictures. */
  pictured: boolean;
  onEdit: (edit: CellEdit) => void;
};

type EditableProps = Omit<CellEdit, 'anchor'> & { may: boolean; onEdit: TaskContext['onEdit']; children: ReactNode };

/** The content of a cell, as a button where the reader may change it. */
function Editable({ task, field, may, onEdit, children }: EditableProps) {
  if (!may) return children;
  return (
    <button
      type="button"
      className="ui-table-edit"
      // Rows have the focus; arrow keys lead from a row to its buttons.
      tabIndex={-1}
      aria-haspopup={field === 'status' ? 'menu' : 'dialog'}
      onClick={({ currentTarget }) => onEdit({ task, field, anchor: currentTarget })}
    >
      {children}
    </button>
  );
}

export function columnsOf(t: Translator, context: TaskContext): TableColumn<TaskRow>[] {
  const { actor, people, pins, today, pictured, onEdit } = context;
  const pinOf = (task: TaskRow) => pins.get(task.pinId);
  return [
    { id: 'number', header: t('task.number'), width: '104px', sortable: true, cell: (task) => task.number ?? '–' },
    {
      id: 'status',
      header: t('task.status'),
      width: '132px',
      sortable: true,
      cell: (task) => {
        const status = shownStatus(task, today);
        return (
          <Editable {...{ task, onEdit }} field="status" may={statusesFor(actor, task, pinOf(task)).length > 0}>
            <StatusBadge status={status} plain>
              {t(`task.status.${status}`)}
            </StatusBadge>
          </Editable>
        );
      },
    },
    {
      id: 'title',
      header: t('task.title'),
      width: `minmax(${pictured ? 330 : 220}px, 5fr)`,
      sortable: true,
      cell: (task) => {
        const pin = pinOf(task);
        return (
          <>
            {pictured && <TaskPicture pin={pin} taskId={task.id} />}
            <span className="ui-table-text" dir="auto">
              {taskTitle(t, task, pin)}
            </span>
          </>
        );
      },
    },
    {
      id: 'assignee',
      header: t('task.assignee'),
      width: 'minmax(160px, 200px)',
      cell: (task) => (
        <Editable {...{ task, onEdit }} field="assignee" may={mayAssign(actor, task, pinOf(task))}>
          <AssigneeName assignee={people.assigneeOf(task)} />
        </Editable>
      ),
    },
    {
      id: 'dueDate',
      header: t('task.dueDate'),
      width: `${columnPx(t, 'dueDate')}px`,
      sortable: true,
      cell: (task) => (
        <Editable {...{ task, onEdit }} field="dueDate" may={mayEdit(actor, task, pinOf(task))}>
          {task.dueDate === null ? (
            <Text ink={3}>
              <span aria-hidden="true">–</span>
              <span className="ui-hidden">{t('task.noDue')}</span>
            </Text>
          ) : (
            <DueWords task={task} today={today} bare />
          )}
        </Editable>
      ),
    },
    {
      id: 'pin',
      header: t('task.pin'),
      width: 'minmax(160px, 2fr)',
      cell: (task) => {
        const pin = pinOf(task);
        return pin ? `#${pin.number ?? '–'} ${pin.title}` : '';
      },
    },
    { id: 'company', header: t('task.company'), width: 'minmax(132px, 2fr)', cell: (task) => task.companyName },
    { id: 'craft', header: t('task.craft'), width: 'minmax(120px, 2fr)', cell: (task) => task.craft },
    {
      id: 'createdAt',
      header: t('task.created'),
      width: '132px',
      sortable: true,
      cell: (task) => t.date(new Date(task.createdAt), 'medium'),
    },
  ];
}

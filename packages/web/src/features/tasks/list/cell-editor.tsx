// Changes the status, assignee or due date of a task in its row of the table.
import type { TaskRow, TaskStatus } from '@plumbline/core/site/rows/tasks';
import type { People } from '../../../shared/site/people.ts';
import { AnchoredMenu } from '../../../ui/actions/menu.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { AnchoredPopover } from '../../../ui/overlays/popover.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AssigneeField } from '../form/assignee-field.tsx';
import { DueForm } from '../form/due-field.tsx';
import type { useTaskMoves } from '../use-task-moves.tsx';

/** The cell that is edited, and the button in it. */
export type CellEdit = { task: TaskRow; field: 'status' | 'assignee' | 'dueDate'; anchor: HTMLElement };

export type CellEditorProps = {
  cell: CellEdit;
  /** The statuses the task may be moved to. */
  statuses: readonly TaskStatus[];
  moves: ReturnType<typeof useTaskMoves>;
  people: People;
  today: string;
  onClose: () => void;
};

export function CellEditor({ cell, statuses, moves, people, today, onClose }: CellEditorProps) {
  const t = useT();
  const { task, field, anchor } = cell;
  const around = { anchor, onClose, label: `${t(`task.${field}`)}, ${moves.nameOf(task)}` };
  if (field === 'status') {
    const entries = statuses.map((status) => ({
      id: status,
      label: t(`task.status.${status}`),
      mark: <StatusGlyph status={status} />,
      onAction: () => void moves.toStatus(task, status),
    }));
    return <AnchoredMenu {...around} groups={[{ id: 'status', entries }]} />;
  }
  return (
    <AnchoredPopover {...around}>
      {field === 'dueDate' ? (
        <DueForm
          today={today}
          value={task.dueDate}
          onSave={(day) => {
            onClose();
            if (day !== task.dueDate) void moves.toDay(task, day);
          }}
        />
      ) : (
        <AssigneeField
          people={people}
          value={task.assigneeId}
          autoFocus
          onChange={(assigned, assignee) => {
            // Deleting the name to look for another one is not a choice.
            if (!assignee) return;
            onClose();
            if (assignee.id !== task.assigneeId) void moves.toAssignee(task, assigned, assignee.name);
          }}
        />
      )}
    </AnchoredPopover>
  );
}

// Moves tasks by drag and drop, or from a cell of a table: applies what the status and the reader's permissions allow,
// explains refusals, and offers undo.
import { can } from '@plumbline/core/access/capabilities';
import { canEditTask, moveTo, undoingMoves } from '@plumbline/core/features/tasks/rules';
import { TASK_LOCKED, TASK_MOVES, type TaskMove } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskRow, type TaskStatus } from '@plumbline/core/site/rows/tasks';
import { taskTarget } from '@plumbline/core/site/visibility';
import { type ReactNode, useState } from 'react';
import type { People } from '../../shared/site/people.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';
import type { Assigned } from './form/assignee-field.tsx';
import { taskTitle } from './task-card.tsx';
import { DelegateDialog, RejectDialog } from './task-moves.tsx';

type ConfirmKind = { task: TaskRow; what: 'reject' | 'delegate' };

type MoveContext = {
  projectId: string;
  actor: Actor | undefined;
  people: People;
  pinOf: ReadonlyMap<string, PinRow>;
};

type Pin = Pick<PinRow, 'status'> | undefined;

/** Tasks of a closed or inactive pin cannot be changed. */
const isPinOpen = (pin: Pin) => (pin?.status ?? 'open') === 'open';

/** The statuses the task may be moved to. */
export const statusesFor = (
  actor: Actor | undefined,
  task: TaskRow,
  pin: Pin,
  among: readonly TaskStatus[] = TASK_STATUSES,
): TaskStatus[] => (actor && isPinOpen(pin) ? among.filter((status) => moveTo(actor, task, status) !== undefined) : []);

export const mayEdit = (actor: Actor | undefined, task: TaskRow, pin: Pin): boolean =>
  actor !== undefined && isPinOpen(pin) && canEditTask(actor, task);

export const mayAssign = (actor: Actor | undefined, task: TaskRow, pin: Pin): boolean =>
  actor !== undefined &&
  isPinOpen(pin) &&
  !TASK_LOCKED.includes(task.status) &&
  can(actor.role, 'task.delegate', taskTarget(actor, task));

export function useTaskMoves({ projectId, actor, people, pinOf }: MoveContext) {
  const t = useT();
  const act = useAct(projectId);
  const [requested, setRequested] = useState<ConfirmKind>();

  const refuse = (text: string) => void showToast({ kind: 'error', text });
  const name = (task: TaskRow) => (task.number === null ? taskTitle(t, task) : `#${task.number} ${taskTitle(t, task)}`);

  const refusalOf = (task: TaskRow, status: TaskStatus): string => {
    const pin = pinOf.get(task.pinId);
    if (pin && pin.status !== 'open') return t('task.pinLocked', { status: pin.status });
    return t('task.moveRefused', { from: t(`task.status.${task.status}`), to: t(`task.status.${status}`) });
  };

  const undoable = (task: TaskRow, move: TaskMove): Pick<Parameters<typeof showToast>[0], 'onUndo' | 'undoLabel'> => {
    if (!actor) return {};
    const after: TaskRow = { ...task, status: TASK_MOVES[move].to };
    const back = undoingMoves(actor, task, after);
    const open = moveTo(actor, after, 'open');
    const moves = back ?? (open ? [open] : undefined);
    if (!moves) return {};
    const onUndo = async () => {
      for (const one of moves) if (!(await act('task.setStatus', { id: task.id, move: one }))) return;
    };
    return { onUndo: () => void onUndo(), ...(!back && open && { undoLabel: t(`task.move.${open}`) }) };
  };

  const toStatus = async (task: TaskRow, status: TaskStatus): Promise<void> => {
    const move = actor && isPinOpen(pinOf.get(task.pinId)) ? moveTo(actor, task, status) : undefined;
    if (!move || !actor) return refuse(refusalOf(task, status));
    if (move === 'reject') return setRequested({ task, what: 'reject' });
    if (status === 'open' && task.assigneeId === null) {
      return mayAssign(actor, task, pinOf.get(task.pinId))
        ? setRequested({ task, what: 'delegate' })
        : refuse(t('error.assignee_needed'));
    }
    if (!(await act('task.setStatus', { id: task.id, move }))) return;
    showToast({
      text: t('task.moved', { task: name(task), status: t(`task.status.${status}`) }),
      ...undoable(task, move),
    });
  };

  const mayMoveDay = (task: TaskRow): boolean => mayEdit(actor, task, pinOf.get(task.pinId));

  /** Null clears the due date. */
  const toDay = async (task: TaskRow, day: string | null): Promise<void> => {
    if (!mayMoveDay(task)) {
      const pin = pinOf.get(task.pinId);
      return refuse(pin && pin.status !== 'open' ? t('task.pinLocked', { status: pin.status }) : t('error.forbidden'));
    }
    const { dueDate } = task;
    if (!(await act('task.update', { id: task.id, set: { dueDate: day } }))) return;
    showToast({
      text:
        day === null
          ? t('task.movedNoDay', { task: name(task) })
          : t('task.movedDay', { task: name(task), day: t.date(day, 'weekday') }),
      onUndo: () => void act('task.update', { id: task.id, set: { dueDate } }),
    });
  };

  const toAssignee = async (task: TaskRow, assigned: Assigned, person: string): Promise<void> => {
    const { assigneeType, assigneeId } = task;
    if (!(await act('task.delegate', { id: task.id, ...assigned }))) return;
    showToast({
      text: t('task.movedTo', { task: name(task), person }),
      // Only a draft may be without an assignee, and nothing is assigned to inactive people.
      ...((people.assigneeOf(task)?.active ?? task.status === 'draft') && {
        onUndo: () => void act('task.delegate', { id: task.id, assigneeType, assigneeId }),
      }),
    });
  };

  const close = () => setRequested(undefined);
  const dialogs: ReactNode = requested && (
    <>
      {requested.what === 'reject' && <RejectDialog projectId={projectId} task={requested.task} onClose={close} />}
      {requested.what === 'delegate' && (
        <DelegateDialog projectId={projectId} task={requested.task} people={people} onClose={close} />
      )}
    </>
  );
  return {
    statusesFor: (task: TaskRow, among: readonly TaskStatus[]) =>
      statusesFor(actor, task, pinOf.get(task.pinId), among),
    ...{ toStatus, mayMoveDay, toDay, toAssignee, dialogs, nameOf: name },
  };
}

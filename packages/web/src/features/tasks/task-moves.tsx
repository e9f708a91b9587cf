// Status actions of a task as buttons: what its status and the reader's permissions allow. Rejecting asks what is
// missing.

import { can } from '@plumbline/core/access/capabilities';
import { canEditTask, offeredMoves } from '@plumbline/core/features/tasks/rules';
import { TASK_LOCKED, type TaskMove } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { taskTarget } from '@plumbline/core/site/visibility';
import { useState } from 'react';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import type { People } from '../../shared/site/people.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button, type ButtonKind } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import {
  CheckIcon,
  CloseIcon,
  DateIcon,
  EditIcon,
  HideIcon,
  type Icon,
  InviteIcon,
  MoreIcon,
  RetryIcon,
  StopIcon,
  SuccessIcon,
  UndoIcon,
  UploadIcon,
} from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { keepToastsAbove } from '../../ui/overlays/above-bars.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { type Assigned, AssigneeField, UNASSIGNED } from './form/assignee-field.tsx';
import { DueField } from './form/due-field.tsx';
import { moveWord } from './move-word.ts';
import './tasks.css';

const ICONS: Record<TaskMove, Icon> = {
  publish: UploadIcon,
  markDone: CheckIcon,
  undone: UndoIcon,
  close: SuccessIcon,
  reject: CloseIcon,
  reopen: RetryIcon,
  deactivate: HideIcon,
};
/** Actions shown as buttons, ordered by how far they advance the task; the rest is in the menu. */
const MAIN: readonly TaskMove[] = ['publish', 'markDone', 'close', 'reject', 'reopen', 'undone'];

/** Actions that revert something are never the primary action. */
const BACK: readonly TaskMove[] = ['undone', 'reopen'];

type ConfirmKind = 'reject' | 'delegate' | 'extend';

export type TaskMovesProps = {
  projectId: string;
  task: TaskRow;
  actor: Actor;
  people: People;
  today: string;
  /** The pin is closed or inactive: its tasks cannot be changed. */
  locked: boolean;
  onEdit: () => void;
  /** The primary action of the screen may be orange. */
  emphasis?: boolean | undefined;
  /** In a bar below the content. */
  inFoot?: boolean | undefined;
};

export function TaskMoves({ projectId, task, actor, people, today, locked, onEdit, emphasis, inFoot }: TaskMovesProps) {
  const t = useT();
  const act = useAct(projectId);
  const [requested, setRequested] = useState<ConfirmKind>();
  const [busy, setBusy] = useState(false);
  if (locked) return null;

  const moves = offeredMoves(actor, task);
  const main = MAIN.filter((move) => moves.includes(move)).slice(0, 2);
  const rest = moves.filter((move) => !main.includes(move));
  const unlocked = !TASK_LOCKED.includes(task.status);
  const mayEdit = canEditTask(actor, task);
  const mayDelegate = unlocked && can(actor.role, 'task.delegate', taskTarget(actor, task));

  const move = async (name: TaskMove) => {
    if (name === 'reject') return setRequested('reject');
    if (task.assigneeId === null && (name === 'publish' || name === 'reopen')) return setRequested('delegate');
    setBusy(true);
    await act('task.setStatus', { id: task.id, move: name });
    setBusy(false);
  };

  const endSeries = async () => {
    const { repeat } = task;
    if (!(await act('task.update', { id: task.id, set: { repeat: null } }))) return;
    showToast({
      text: t('task.seriesEnded'),
      onUndo: () => void act('task.update', { id: task.id, set: { repeat } }),
    });
  };

  const entries: MenuEntry[] = [
    ...(mayEdit ? [{ id: 'edit', label: t('task.edit'), icon: EditIcon, onAction: onEdit }] : []),
    ...(mayDelegate
      ? [{ id: 'delegate', label: t('task.delegate'), icon: InviteIcon, onAction: () => setRequested('delegate') }]
      : []),
    ...(mayEdit && task.repeat
      ? [{ id: 'endSeries', label: t('task.endSeries'), icon: StopIcon, onAction: () => void endSeries() }]
      : []),
    ...(mayEdit
      ? [{ id: 'extend', label: t('task.extend'), icon: DateIcon, onAction: () => setRequested('extend') }]
      : []),
  ];
  const others = rest.map((name) => ({
    id: name,
    label: moveWord(t, name, task.status),
    icon: ICONS[name],
    onAction: () => void move(name),
  }));
  if (main.length === 0 && entries.length === 0 && others.length === 0) return null;

  const kindOf = (name: TaskMove, index: number): ButtonKind => {
    if (index > 0 || BACK.includes(name)) return 'default';
    return emphasis ? 'next' : 'brand';
  };
  return (
    <Row
      align="stretch"
      wrap
      {...(inFoot && { fixed: true, line: 'above' as const, pad: '3 4' as const })}
      className={inFoot ? 'task-moves task-foot' : 'task-moves'}
      ref={inFoot ? keepToastsAbove : undefined}
    >
      {main.map((name, index) => (
        <Button
          key={name}
          kind={kindOf(name, index)}
          icon={ICONS[name]}
          isDisabled={busy}
          onPress={() => void move(name)}
        >
          {moveWord(t, name, task.status)}
        </Button>
      ))}
      {entries.length + others.length > 0 && (
        <Menu
          label={t('task.more')}
          placement="bottom end"
          trigger={<IconButton icon={MoreIcon} kind="default" label={t('task.more')} />}
          groups={[
            { id: 'change', entries },
            { id: 'moves', entries: others },
          ]}
        />
      )}
      {requested === 'reject' && (
        <RejectDialog projectId={projectId} task={task} onClose={() => setRequested(undefined)} />
      )}
      {requested === 'delegate' && (
        <DelegateDialog projectId={projectId} task={task} people={people} onClose={() => setRequested(undefined)} />
      )}
      {requested === 'extend' && (
        <ExtendDialog projectId={projectId} task={task} today={today} onClose={() => setRequested(undefined)} />
      )}
    </Row>
  );
}

type ConfirmProps = { projectId: string; task: TaskRow; onClose: () => void };

export function RejectDialog({ projectId, task, onClose }: ConfirmProps) {
  const t = useT();
  const act = useAct(projectId);
  const [reason, setReason] = useState('');
  const reject = async () => {
    const text = reason.trim();
    const comment = text === '' ? {} : { comment: { id: crypto.randomUUID(), text } };
    if (await act('task.setStatus', { id: task.id, move: 'reject', ...comment })) onClose();
  };
  return (
    <FormDialog
      title={t('task.rejectTitle')}
      detail={t('task.rejectText')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('task.cancel')}</Button>
          <Button kind="next" onPress={() => void reject()}>
            {t('task.move.reject')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('task.rejectReason')}
        value={reason}
        onChange={setReason}
        maxLength={10_000}
        autoFocus
        optional
      />
    </FormDialog>
  );
}

export function DelegateDialog({ projectId, task, people, onClose }: ConfirmProps & { people: People }) {
  const t = useT();
  const act = useAct(projectId);
  const [assigned, setAssigned] = useState<Assigned>(UNASSIGNED);
  const hand = async () => {
    if (await act('task.delegate', { id: task.id, ...assigned })) onClose();
  };
  return (
    <Dialog
      title={t('task.delegateTitle')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('task.cancel')}</Button>
          <Button kind="next" isDisabled={assigned.assigneeId === null} onPress={() => void hand()}>
            {t('task.delegate')}
          </Button>
        </>
      }
    >
      <AssigneeField people={people} value={assigned.assigneeId} onChange={setAssigned} autoFocus />
    </Dialog>
  );
}

function ExtendDialog({ projectId, task, today, onClose }: ConfirmProps & { today: string }) {
  const t = useT();
  const act = useAct(projectId);
  const [day, setDay] = useState<string | null>(null);
  const extend = async () => {
    if (day !== null && (await act('task.extend', { id: task.id, dueDate: day }))) onClose();
  };
  const detail = task.dueDate === null ? undefined : t('task.extendText', { day: t.date(task.dueDate) });
  return (
    <FormDialog
      title={t('task.extendTitle')}
      detail={detail}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('task.cancel')}</Button>
          <Button kind="next" isDisabled={day === null} onPress={() => void extend()}>
            {t('task.extend')}
          </Button>
        </>
      }
    >
      <DueField today={today} value={day} onChange={setDay} after={task.dueDate ?? undefined} />
    </FormDialog>
  );
}

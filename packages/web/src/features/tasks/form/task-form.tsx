// Creates a task on a pin, or edits one. Without an assignee it can be saved as a draft.
import { can } from '@plumbline/core/access/capabilities';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useState } from 'react';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import type { People } from '../../../shared/site/people.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ChevronDownIcon, ChevronUpIcon, InviteIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type Assigned, AssigneeField, UNASSIGNED } from './assignee-field.tsx';
import { DueField } from './due-field.tsx';
import { changesOf, type TaskContent } from './task-content.ts';
import '../tasks.css';

const AddMembersDialog = later(() =>
  import('../../people/team/add-members-dialog.tsx').then((module) => module.AddMembersDialog),
);
/** Fields that few tasks need, and that load all tasks of the project. */
const MoreFields = later(() => import('./more-fields.tsx').then((module) => module.MoreFields));

const contentOf = (task: TaskRow | undefined, pin: PinRow): TaskContent => ({
  title: task?.title ?? '',
  description: task?.description ?? pin.title,
  dueDate: task?.dueDate ?? null,
  reminderDays: task?.reminderDays ?? null,
  repeat: task?.repeat ?? null,
  dependsOn: task?.dependsOn ?? [],
  companyName: task?.companyName ?? '',
  craft: task?.craft ?? '',
  subStatus: task?.subStatus ?? '',
});

export type TaskFormProps = {
  projectId: string;
  pin: PinRow;
  /** If given, this task is edited. */
  task?: TaskRow | undefined;
  people: People;
  today: string;
  onClose: () => void;
  onCreated?: ((taskId: string) => void) | undefined;
};

export function TaskForm({ projectId, pin, task, people, today, onClose, onCreated }: TaskFormProps) {
  const t = useT();
  const act = useAct(projectId);
  // The task as it was when the form opened.
  const [opened] = useState(task);
  const [content, setContent] = useState<TaskContent>(() => contentOf(task, pin));
  const [assigned, setAssigned] = useState<Assigned>(UNASSIGNED);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [adding, setAdding] = useState(false);
  const actor = useActor(projectId);
  // Until others have joined, there is nobody to choose.
  const mayAdd = people.assignees.length < 2 && actor !== undefined && can(actor.role, 'member.manage');
  const [more, setMore] = useState(
    task !== undefined &&
      (task.repeat !== null || task.reminderDays !== null || task.dependsOn.length > 0 || task.subStatus !== ''),
  );
  const set = (change: Partial<TaskContent>) => setContent((now) => ({ ...now, ...change }));

  const finish = async (work: Promise<boolean>, id: string) => {
    setBusy(true);
    const done = await work;
    setBusy(false);
    if (!done) return;
    onClose();
    if (!task) onCreated?.(id);
  };
  /** Sends only what was changed here, so that concurrent changes by others are kept. */
  const update = async (old: TaskRow): Promise<boolean> => {
    const { set, add, remove } = changesOf(contentOf(old, pin), content);
    if (Object.keys(set).length > 0 && !(await act('task.update', { id: old.id, set }))) return false;
    return (add.length === 0 && remove.length === 0) || act('task.depend', { id: old.id, add, remove });
  };
  const save = (draft: boolean) => {
    if (task) return void finish(update(opened ?? task), task.id);
    if (!draft && assigned.assigneeId === null) return setProblem(t('error.assignee_needed'));
    const id = crypto.randomUUID();
    void finish(act('task.create', { id, pinId: pin.id, draft, ...assigned, content }), id);
  };

  return (
    <FormDialog
      title={task ? t('task.edit') : pin.number === null ? t('task.new') : t('task.newOn', { number: pin.number })}
      detail={pin.title || undefined}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actionsStart={
        !task && (
          <Button kind="quiet" isDisabled={busy} onPress={() => save(true)}>
            {t('task.saveDraft')}
          </Button>
        )
      }
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('task.cancel')}
          </Button>
          <Button kind="next" isPending={busy} onPress={() => save(false)}>
            {task ? t('task.save') : t('task.create')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        <TextField
          label={t('task.title')}
          placeholder={t('task.whatToDo')}
          value={content.title}
          onChange={(title) => set({ title })}
          maxLength={200}
          autoFocus
          optional
        />
        {!task && (
          <Stack gap={1}>
            <AssigneeField
              people={people}
              value={assigned.assigneeId}
              problem={problem}
              onChange={(next, assignee) => {
                setAssigned(next);
                setProblem(undefined);
                if (assignee) set({ companyName: assignee.companyName, craft: assignee.craft });
              }}
            />
            {mayAdd && (
              <Row>
                <Button kind="quiet" icon={InviteIcon} onPress={() => setAdding(true)}>
                  {t('people.addMembers')}
                </Button>
              </Row>
            )}
          </Stack>
        )}
        <DueField today={today} value={content.dueDate} onChange={(dueDate) => set({ dueDate })} optional />
        <TextArea
          label={t('task.description')}
          value={content.description}
          onChange={(description) => set({ description })}
          maxLength={10_000}
          optional
        />
        <div>
          <Button
            kind="quiet"
            iconEnd={more ? ChevronUpIcon : ChevronDownIcon}
            aria-expanded={more}
            onPress={() => setMore(!more)}
          >
            {t('task.moreFields')}
          </Button>
        </div>
        {more && (
          <MoreFields
            projectId={projectId}
            taskId={task?.id}
            content={content}
            set={set}
            people={people}
            today={today}
          />
        )}
        {adding && <AddMembersDialog projectId={projectId} onClose={() => setAdding(false)} />}
      </Stack>
    </FormDialog>
  );
}

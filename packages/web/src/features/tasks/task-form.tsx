// A new task on a pin, or the content of one changed. Without an assignee it can be kept as a draft.
import type { PinRow } from '@plumbline/core/features/pins/schema';
import type { TaskRow } from '@plumbline/core/features/tasks/schema';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import { useState } from 'react';
import { useRowsBy } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { StatusGlyph } from '../../ui/marks/status-badge.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { FilterChips } from '../pins/filter-chips.tsx';
import type { People } from '../pins/people.ts';
import { useAct } from '../pins/use-act.ts';
import { type Assigned, AssigneeField, NOBODY } from './assignee-field.tsx';
import { DueField } from './due-field.tsx';
import { taskTitle } from './task-card.tsx';
import './tasks.css';

const UNITS = ['day', 'week', 'month', 'year'] as const;
const REMINDERS = [0, 1, 2, 7, 14] as const;

type Content = Pick<
  TaskRow,
  'title' | 'description' | 'dueDate' | 'reminderDays' | 'repeat' | 'dependsOn' | 'companyName' | 'craft'
>;

const contentOf = (task: TaskRow | undefined, pin: PinRow): Content => ({
  title: task?.title ?? '',
  description: task?.description ?? pin.title,
  dueDate: task?.dueDate ?? null,
  reminderDays: task?.reminderDays ?? null,
  repeat: task?.repeat ?? null,
  dependsOn: task?.dependsOn ?? [],
  companyName: task?.companyName ?? '',
  craft: task?.craft ?? '',
});

export type TaskFormProps = {
  projectId: string;
  pin: PinRow;
  /** Given: its content is changed. */
  task?: TaskRow | undefined;
  people: People;
  today: string;
  onClose: () => void;
  onCreated?: ((taskId: string) => void) | undefined;
};

export function TaskForm({ projectId, pin, task, people, today, onClose, onCreated }: TaskFormProps) {
  const t = useT();
  const act = useAct(projectId);
  const [content, setContent] = useState<Content>(() => contentOf(task, pin));
  const [assigned, setAssigned] = useState<Assigned>(NOBODY);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [more, setMore] = useState(
    task !== undefined && (task.repeat !== null || task.reminderDays !== null || task.dependsOn.length > 0),
  );
  const siblings = useRowsBy('task', 'pinId', pin.id) ?? [];
  const others = siblings.filter((one) => one.id !== task?.id && one.status !== 'draft');
  const set = (change: Partial<Content>) => setContent((now) => ({ ...now, ...change }));

  const finish = async (work: Promise<boolean>, id: string) => {
    setBusy(true);
    const done = await work;
    setBusy(false);
    if (!done) return;
    onClose();
    if (!task) onCreated?.(id);
  };
  const save = (draft: boolean) => {
    if (task) return void finish(act('task.update', { id: task.id, set: content }), task.id);
    if (!draft && assigned.assigneeId === null) return setProblem(t('error.assignee_needed'));
    const id = crypto.randomUUID();
    void finish(act('task.create', { id, pinId: pin.id, draft, ...assigned, content }), id);
  };

  return (
    <Dialog
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
      <div className="task-form">
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
          <AssigneeField
            people={people}
            value={assigned.assigneeId}
            problem={problem}
            onChange={(next, assignee) => {
              setAssigned(next);
              setProblem(undefined);
              const member = people.members.find((one) => one.userId === assignee?.id);
              if (member) set({ companyName: member.companyName, craft: member.craft });
            }}
          />
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
        {more && <MoreFields content={content} set={set} others={others} today={today} />}
      </div>
    </Dialog>
  );
}

type MoreFieldsProps = {
  content: Content;
  set: (change: Partial<Content>) => void;
  /** Other tasks of the pin, which this one may wait for. */
  others: readonly TaskRow[];
  today: string;
};

function MoreFields({ content, set, others, today }: MoreFieldsProps) {
  const t = useT();
  const { repeat } = content;
  return (
    <div className="task-form-more">
      <TextField
        label={t('task.company')}
        value={content.companyName}
        onChange={(companyName) => set({ companyName })}
        maxLength={200}
        optional
      />
      <TextField
        label={t('task.craft')}
        value={content.craft}
        onChange={(craft) => set({ craft })}
        maxLength={120}
        optional
      />
      <Select
        label={t('task.reminder')}
        value={content.reminderDays === null ? 'none' : String(content.reminderDays)}
        onChange={(id) => set({ reminderDays: id === 'none' ? null : Number(id) })}
        choices={[
          { id: 'none', label: t('task.reminder.none') },
          ...REMINDERS.map((days) => ({ id: String(days), label: t('task.reminder.days', { days }) })),
        ]}
      />
      <Select
        label={t('task.repeatEvery')}
        value={repeat?.unit ?? 'none'}
        onChange={(id) => {
          const unit = UNITS.find((one) => one === id);
          set({ repeat: unit ? { every: repeat?.every ?? 1, unit } : null });
        }}
        choices={[
          { id: 'none', label: t('task.repeat.none') },
          ...UNITS.map((unit) => ({ id: unit, label: t(`task.repeat.${unit}`, { every: repeat?.every ?? 1 }) })),
        ]}
      />
      {repeat && (
        <NumberField
          label={t('task.repeatCount')}
          steps
          minValue={1}
          maxValue={366}
          value={repeat.every}
          onChange={(every) => set({ repeat: { ...repeat, every: Number.isFinite(every) ? every : 1 } })}
        />
      )}
      <FilterChips
        label={t('task.dependsOn')}
        choices={others.map((one) => ({
          id: one.id,
          label: taskTitle(t, one),
          mark: <StatusGlyph status={shownStatus(one, today)} />,
        }))}
        value={content.dependsOn}
        onChange={(ids) => set({ dependsOn: ids ?? [] })}
      />
    </div>
  );
}

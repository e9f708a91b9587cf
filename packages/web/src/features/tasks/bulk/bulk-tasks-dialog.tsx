// Edits the selected tasks together: status, assignee, due date, company, trade and sub-status.
import {
  MAX_SHIFT_DAYS,
  offeredBulkChanges,
  skippedTasks,
  type TaskBulkChange,
  writesTask,
} from '@plumbline/core/features/tasks/bulk';
import { TASK_MOVE_NAMES, type TaskMove } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import { MAX_BULK_ROWS } from '@plumbline/core/site/bulk';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useMemo, useState } from 'react';
import { BulkFrame, countReasons } from '../../../shared/bulk/bulk-frame.tsx';
import { groupedByValue, sendInBatches } from '../../../shared/bulk/in-batches.ts';
import type { People } from '../../../shared/site/people.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type Assigned, AssigneeField, UNASSIGNED } from '../form/assignee-field.tsx';
import { SuggestField } from '../form/suggest-field.tsx';
import { useFieldSuggestions } from '../form/use-field-suggestions.ts';

type Restoring = { ids: string[] } & TaskBulkChange;

/** Restores only what the edit touched, so that concurrent changes by others are kept. */
function before(task: TaskRow, { set, shiftDays, assignee }: TaskBulkChange): TaskBulkChange {
  const { dueDate, companyName, craft, subStatus, assigneeType, assigneeId } = task;
  const back = {
    ...((set?.dueDate !== undefined || shiftDays !== undefined) && { dueDate }),
    ...(set?.companyName !== undefined && { companyName }),
    ...(set?.craft !== undefined && { craft }),
    ...(set?.subStatus !== undefined && { subStatus }),
  };
  return {
    ...(Object.keys(back).length > 0 && { set: back }),
    ...(assignee && { assignee: { assigneeType, assigneeId } }),
  };
}

/**
 * The changes that undo the bulk edit `change`, given the tasks as they were before it: the previous values, grouped by
 * tasks that had the same values.
 */
function restoringTasks(tasks: readonly TaskRow[], change: TaskBulkChange): Restoring[] {
  return groupedByValue(tasks, (task) => before(task, change)).map(({ ids, said }) => ({ ids, ...said }));
}

export type BulkTasksDialogProps = {
  projectId: string;
  actor: Actor;
  people: People;
  /** The selected tasks, and all tasks: some block others. */
  tasks: readonly TaskRow[];
  all: readonly TaskRow[];
  pinOf: ReadonlyMap<string, PinRow>;
  today: string;
  onClose: () => void;
};

const KEEP = 'keep';
const DUE = [KEEP, 'set', 'shift', 'none'] as const;

type Draft = {
  move: TaskMove | typeof KEEP;
  assigned: Assigned;
  due: (typeof DUE)[number];
  dueDate: string | null;
  shiftDays: number;
  /** Empty: unchanged. */
  companyName: string;
  craft: string;
  subStatus: string;
};

const EMPTY: Draft = {
  ...{ move: KEEP, assigned: UNASSIGNED, due: KEEP, dueDate: null, shiftDays: 7 },
  ...{ companyName: '', craft: '', subStatus: '' },
};

function changeOf({ move, assigned, due, dueDate, shiftDays, ...texts }: Draft): TaskBulkChange {
  const set = {
    ...(due === 'set' && dueDate !== null && { dueDate }),
    ...(due === 'none' && { dueDate: null }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
  };
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(due === 'shift' && shiftDays !== 0 && { shiftDays }),
    ...(assigned.assigneeId !== null && { assignee: assigned }),
    ...(move !== KEEP && { move }),
  };
}

export function BulkTasksDialog(props: BulkTasksDialogProps) {
  const { projectId, actor, people, tasks, all, pinOf, onClose } = props;
  const t = useT();
  const act = useAct(projectId);
  const [draft, setDraft] = useState(EMPTY);
  const byId = useMemo(() => new Map(all.map((task) => [task.id, task])), [all]);
  const change = changeOf(draft);
  const something = writesTask(change) || change.move !== undefined;
  const around = { pin: (id: string) => pinOf.get(id)?.status, task: (id: string) => byId.get(id) };
  const passed = something ? skippedTasks(actor, tasks, change, around) : new Map<string, never>();
  const reached = tasks.filter(({ id }) => !passed.has(id));

  const apply = async () => {
    const done = await sendInBatches(
      reached.map(({ id }) => id),
      (ids) => act('task.editMany', { changes: [{ ids, ...change }] }),
    );
    const before = reached.slice(0, done);
    // No undo if a previous assignee is inactive by now, since tasks cannot be assigned to them again, or if the status
    // changed: a recurring task may already have created its next one.
    const stays = before.every((task) => people.assigneeOf(task)?.active ?? task.status === 'draft');
    if (change.move !== undefined || done > MAX_BULK_ROWS || (change.assignee && !stays)) return { done };
    const changes = restoringTasks(before, change);
    return { done, undo: () => void act('task.editMany', { changes }) };
  };

  return (
    <BulkFrame
      title={t('task.bulk.title', { count: tasks.length })}
      total={tasks.length}
      reached={something ? reached.length : undefined}
      passed={countReasons(passed.values()).map(([why, count]) => t(`task.bulk.passed.${why}`, { count }))}
      apply={something ? t('task.bulk.apply', { count: reached.length }) : t('task.bulk.applyNothing')}
      onApply={apply}
      doneWords={(count) => t('task.bulk.done', { count })}
      onClose={onClose}
    >
      <BulkTasksForm {...props} draft={draft} onDraft={(part) => setDraft((now) => ({ ...now, ...part }))} />
    </BulkFrame>
  );
}

type FormProps = BulkTasksDialogProps & { draft: Draft; onDraft: (part: Partial<Draft>) => void };

function BulkTasksForm({ projectId, actor, people, tasks, all, today, draft, onDraft }: FormProps) {
  const t = useT();
  const { edit, assign, moves } = useMemo(() => offeredBulkChanges(actor, tasks), [actor, tasks]);
  const known = useFieldSuggestions(projectId, people, all, draft.companyName);
  const text = (field: 'companyName' | 'craft' | 'subStatus', most: number) => (
    <SuggestField
      label={t(({ companyName: 'task.company', craft: 'task.craft', subStatus: 'task.subStatus' } as const)[field])}
      placeholder={t('pin.bulk.keep')}
      value={draft[field]}
      known={known[field]}
      maxSuggestions={most}
      onChange={(value) => onDraft({ [field]: value })}
    />
  );
  return (
    <>
      <Grid columns="fit" min={240} gap={4} align="start">
        <Select
          label={t('task.status')}
          value={draft.move}
          onChange={(id) => onDraft({ move: TASK_MOVE_NAMES.find((taskMoveName) => taskMoveName === id) ?? KEEP })}
          choices={[
            { id: KEEP, label: t('pin.bulk.keep') },
            ...TASK_MOVE_NAMES.filter((id) => moves.has(id)).map((id) => ({ id, label: t(`task.move.${id}`) })),
          ]}
        />
        {assign && (
          <AssigneeField
            people={people}
            value={draft.assigned.assigneeId}
            help={draft.assigned.assigneeId === null ? t('pin.bulk.keep') : undefined}
            onChange={(assigned) => onDraft({ assigned })}
          />
        )}
      </Grid>
      {edit && (
        <>
          <Grid columns="fit" min={240} gap={4} align="start">
            <Select
              label={t('task.dueDate')}
              value={draft.due}
              onChange={(id) => onDraft({ due: DUE.find((one) => one === id) ?? KEEP })}
              choices={DUE.map((id) => ({ id, label: id === KEEP ? t('pin.bulk.keep') : t(`task.bulk.due.${id}`) }))}
            />
            {draft.due === 'set' && (
              <DateField
                label={t('task.bulk.newDay')}
                value={draft.dueDate}
                min={today}
                onChange={(dueDate) => onDraft({ dueDate })}
              />
            )}
            {draft.due === 'shift' && (
              <NumberField
                label={t('task.bulk.days')}
                help={t('task.bulk.daysHelp')}
                steps
                minValue={-MAX_SHIFT_DAYS}
                maxValue={MAX_SHIFT_DAYS}
                value={draft.shiftDays}
                onChange={(days) => onDraft({ shiftDays: Number.isNaN(days) ? 0 : Math.round(days) })}
              />
            )}
          </Grid>
          <Grid columns="fit" min={240} gap={4} align="start">
            {text('companyName', 200)}
            {text('craft', 120)}
            {text('subStatus', 80)}
          </Grid>
        </>
      )}
    </>
  );
}

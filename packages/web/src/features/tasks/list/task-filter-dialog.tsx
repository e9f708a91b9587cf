// All fields of the task filter; the list beside it follows at once.
import { matchesTask, type TaskFilter } from '@plumbline/core/features/tasks/filter';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { canSeeTask, isAssigned } from '@plumbline/core/site/visibility';
import { useDeferredValue, useMemo } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { countOptions } from '../../../shared/data/option-counts.ts';
import { CopyLink } from '../../../shared/navigation/copy-link.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { TaskToolsProps } from './task-tools.tsx';
import { UNKNOWN_PIN } from './task-view.ts';

const STATUSES = ['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive'] as const;

const NO_PINS: readonly PinRow[] = [];

const natural = new Intl.Collator(undefined, { numeric: true });

type TaskFilterDialogProps = Pick<TaskToolsProps, 'projectId' | 'view' | 'onView' | 'count' | 'people' | 'link'> & {
  tasks: readonly TaskRow[];
  onClose: () => void;
};

export function TaskFilterDialog(props: TaskFilterDialogProps) {
  const { projectId, view, onView, tasks, count, people, link, onClose } = props;
  const t = useT();
  const actor = useActor(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId) ?? [];
  const pins = useRowsBy('pin', 'projectId', projectId) ?? NO_PINS;
  const { filter } = view;
  const change = (next: Partial<TaskFilter>) => onView({ ...view, filter: { ...filter, ...next } });
  const assigned = new Set(tasks.map((task) => task.assigneeId));
  const companies = [...new Set(tasks.map((task) => task.companyName))].filter(Boolean).sort();
  const crafts = [...new Set(tasks.map((task) => task.craft))].filter(Boolean).sort();
  const concerned = new Set(tasks.map((task) => task.pinId));
  const occurring = pins.filter((pin) => concerned.has(pin.id)).map((pin) => pin.room);
  const rooms = [...new Set([...occurring, ...(filter.room ?? [])])].filter(Boolean).sort(natural.compare);
  const creators = new Set(tasks.map((task) => task.createdBy));
  const today = useToday(projectId);
  // Counted after the dialog, and each change of the filter, is shown.
  const calm = useDeferredValue<string | null>(JSON.stringify(filter), null);
  const counts = useMemo(() => {
    if (calm === null) return undefined;
    const pinOf = new Map(pins.map((pin) => [pin.id, pin]));
    const ofPin = (task: TaskRow) => pinOf.get(task.pinId) ?? UNKNOWN_PIN;
    const seen = tasks.filter((task) => actor && canSeeTask(actor, task) && (!view.mine || isAssigned(actor, task)));
    // The text is that of a filter.
    return countOptions(
      seen,
      JSON.parse(calm) as TaskFilter,
      (one, task) => matchesTask(one, task, ofPin(task), today),
      {
        status: (task) => [shownStatus(task, today)],
        assignee: (task) => [task.assigneeId],
        plan: (task) => [ofPin(task).planId],
        room: (task) => [ofPin(task).room],
        company: (task) => [task.companyName],
        craft: (task) => [task.craft],
        creator: (task) => [task.createdBy],
        due: (task) => [task.dueDate ?? 'none'],
      },
    );
  }, [tasks, pins, actor, view.mine, calm, today]);
  return (
    <Dialog
      title={t('task.filter')}
      size="side"
      isOpen
      onClose={onClose}
      actionsStart={
        <Button kind="quiet" onPress={() => onView({ ...view, filter: {} })}>
          {t('task.filterClear')}
        </Button>
      }
      actions={
        <>
          <CopyLink href={link} iconOnly />
          <Button kind="brand" onPress={onClose}>
            {t('task.count', { count: count ?? 0 })}
          </Button>
        </>
      }
    >
      <Stack fluid gap={5}>
        <FilterChips
          label={t('task.status')}
          choices={STATUSES.map((id) => ({ id, label: t(`task.status.${id}`), mark: <StatusGlyph status={id} /> }))}
          value={filter.status}
          counts={counts?.status}
          onChange={(status) => change({ status })}
        />
        <FilterChips
          label={t('task.assignee')}
          choices={people.everAssignable
            .filter((one) => assigned.has(one.id))
            .map((one) => ({
              id: one.id,
              label: one.name,
              mark: <Avatar name={one.name} size={20} square={one.type === 'TeamGroup'} decorative />,
            }))}
          value={filter.assignee}
          counts={counts?.assignee}
          onChange={(assignee) => change({ assignee })}
        />
        <Grid columns="fit" min={160} gap={3}>
          <DateField
            label={t('task.dueFrom')}
            value={filter.dueFrom ?? null}
            max={filter.dueTo}
            onChange={(day) => change({ dueFrom: day ?? undefined })}
          />
          <DateField
            label={t('task.dueTo')}
            value={filter.dueTo ?? null}
            min={filter.dueFrom}
            onChange={(day) => change({ dueTo: day ?? undefined })}
          />
        </Grid>
        <FilterChips
          label={t('task.dueDate')}
          hideLabel
          choices={[{ id: 'none', label: t('task.calendar.undatedTitle') }]}
          value={filter.due && [filter.due]}
          counts={counts?.due}
          onChange={(due) => change({ due: due?.[0] })}
        />
        <FilterChips
          label={t('task.plan')}
          choices={plans.filter((plan) => plan.type === 'Plan').map((plan) => ({ id: plan.id, label: plan.name }))}
          value={filter.plan}
          counts={counts?.plan}
          onChange={(plan) => change({ plan })}
        />
        <FilterChips
          label={t('pin.room')}
          choices={rooms.map((room) => ({ id: room, label: room }))}
          value={filter.room}
          counts={counts?.room}
          onChange={(room) => change({ room })}
        />
        <FilterChips
          label={t('task.company')}
          choices={companies.map((company) => ({ id: company, label: company }))}
          value={filter.company}
          counts={counts?.company}
          onChange={(company) => change({ company })}
        />
        <FilterChips
          label={t('task.craft')}
          choices={crafts.map((craft) => ({ id: craft, label: craft }))}
          value={filter.craft}
          counts={counts?.craft}
          onChange={(craft) => change({ craft })}
        />
        <FilterChips
          label={t('task.createdBy')}
          choices={people.members
            .filter((member) => creators.has(member.userId))
            .map((member) => ({ id: member.userId, label: people.nameOf(member.userId) }))}
          value={filter.creator}
          counts={counts?.creator}
          onChange={(creator) => change({ creator })}
        />
      </Stack>
    </Dialog>
  );
}

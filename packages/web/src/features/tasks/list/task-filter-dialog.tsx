// All fields of the task filter; the list beside it follows at once.
import type { TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useRowsBy } from '../../../local/use-rows.ts';
import { CopyLink } from '../../../shared/navigation/copy-link.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { TaskToolsProps } from './task-tools.tsx';

const STATUSES = ['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive'] as const;

const natural = new Intl.Collator(undefined, { numeric: true });

type TaskFilterDialogProps = Pick<TaskToolsProps, 'projectId' | 'view' | 'onView' | 'count' | 'people' | 'link'> & {
  tasks: readonly TaskRow[];
  onClose: () => void;
};

export function TaskFilterDialog(props: TaskFilterDialogProps) {
  const { projectId, view, onView, tasks, count, people, link, onClose } = props;
  const t = useT();
  const plans = useRowsBy('plan', 'projectId', projectId) ?? [];
  const pins = useRowsBy('pin', 'projectId', projectId) ?? [];
  const { filter } = view;
  const change = (next: Partial<TaskFilter>) => onView({ ...view, filter: { ...filter, ...next } });
  const assigned = new Set(tasks.map((task) => task.assigneeId));
  const companies = [...new Set(tasks.map((task) => task.companyName))].filter(Boolean).sort();
  const crafts = [...new Set(tasks.map((task) => task.craft))].filter(Boolean).sort();
  const concerned = new Set(tasks.map((task) => task.pinId));
  const occurring = pins.filter((pin) => concerned.has(pin.id)).map((pin) => pin.room);
  const rooms = [...new Set([...occurring, ...(filter.room ?? [])])].filter(Boolean).sort(natural.compare);
  const creators = new Set(tasks.map((task) => task.createdBy));
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
          label={t('task.plan')}
          choices={plans.filter((plan) => plan.type === 'Plan').map((plan) => ({ id: plan.id, label: plan.name }))}
          value={filter.plan}
          onChange={(plan) => change({ plan })}
        />
        <FilterChips
          label={t('pin.room')}
          choices={rooms.map((room) => ({ id: room, label: room }))}
          value={filter.room}
          onChange={(room) => change({ room })}
        />
        <FilterChips
          label={t('task.company')}
          choices={companies.map((company) => ({ id: company, label: company }))}
          value={filter.company}
          onChange={(company) => change({ company })}
        />
        <FilterChips
          label={t('task.craft')}
          choices={crafts.map((craft) => ({ id: craft, label: craft }))}
          value={filter.craft}
          onChange={(craft) => change({ craft })}
        />
        <FilterChips
          label={t('task.createdBy')}
          choices={people.members
            .filter((member) => creators.has(member.userId))
            .map((member) => ({ id: member.userId, label: people.nameOf(member.userId) }))}
          value={filter.creator}
          onChange={(creator) => change({ creator })}
        />
      </Stack>
    </Dialog>
  );
}

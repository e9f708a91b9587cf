// Toolbar above the task list: whose tasks, search, filter and count.
import { EXACT_COUNT } from '@plumbline/core/features/pins/filter';
import { TASK_SORTS, type TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { type ReactNode, useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { PartialCount } from '../../../shared/i18n/partial-count.tsx';
import { useImmediateTypedText } from '../../../shared/navigation/use-typed-text.ts';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { FilterButton } from '../../../ui/fields/filter-button.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { BoardIcon, DateIcon, DownIcon, ListIcon, SelectIcon, SortIcon, UpIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { TaskView } from './task-view.ts';
import { TASK_VIEW_TYPES, type TaskViewType } from './view-type.ts';
import '../../../ui/fields/filter.css';
import '../tasks.css';

const STATUSES = ['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive'] as const;
/** Quick filters, available without opening the dialog. */
const QUICK = ['overdue', 'open', 'rejected', 'done', 'closed'] as const;
const SORT_WORDS = {
  number: 'task.number',
  title: 'task.title',
  status: 'task.status',
  dueDate: 'task.dueDate',
  createdAt: 'task.created',
  changedAt: 'task.changed',
} as const;

const VIEW_ICONS = { list: ListIcon, board: BoardIcon, calendar: DateIcon } as const;

export type TaskToolsProps = {
  projectId: string;
  /** Omitted where tasks are only listed. */
  viewType?: TaskViewType | undefined;
  onViewType?: ((viewType: TaskViewType) => void) | undefined;
  view: TaskView;
  onView: (view: TaskView) => void;
  tasks: readonly TaskRow[] | undefined;
  count: number | undefined;
  people: People;
  /** On phones, whether tasks are being selected. */
  selecting?: boolean | undefined;
  onSelecting?: ((selecting: boolean) => void) | undefined;
  /** On phones, the export button of the list. */
  file?: ReactNode;
};

const countSet = (filter: TaskFilter): number =>
  Object.values(filter).filter((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '',
  ).length;

export function TaskTools(props: TaskToolsProps) {
  const { view, onView, tasks, count, viewType, onViewType, file } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const { filter, order } = view;
  const { search, ...rest } = filter;
  const set = countSet(rest);
  const listed = viewType === undefined || viewType === 'list';
  const change = (next: Partial<TaskFilter>) => onView({ ...view, filter: { ...filter, ...next } });
  const [typed, setTyped] = useImmediateTypedText(search ?? '', (words) => change({ search: words || undefined }));
  return (
    <Stack fluid fixed line="below" className="pin-tools">
      <Row className="pin-tools-row task-tools-row">
        <SegmentedControl
          label={t('task.whose')}
          value={view.mine ? 'mine' : 'all'}
          onChange={(whose) => onView({ ...view, mine: whose === 'mine' })}
          segments={[
            { id: 'mine', label: t('task.mine') },
            { id: 'all', label: t('task.all') },
          ]}
        />
        {viewType && onViewType && (
          <SegmentedControl
            label={t('task.viewAs')}
            iconsOnly
            value={viewType}
            onChange={onViewType}
            segments={TASK_VIEW_TYPES.map((id) => ({ id, label: t(`task.view.${id}`), icon: VIEW_ICONS[id] }))}
          />
        )}
        <SearchField label={t('task.search')} value={typed} maxLength={200} onChange={setTyped} />
        <FilterButton count={set} onPress={() => setOpen(true)} />
        <Menu
          label={t('task.sortBy')}
          placement="bottom end"
          trigger={<IconButton icon={SortIcon} kind="default" label={t('task.sortBy')} />}
          groups={[
            {
              id: 'by',
              heading: t('task.sortBy'),
              entries: TASK_SORTS.map((by) => ({
                id: by,
                label: t(SORT_WORDS[by]),
                selected: order.by === by,
                onAction: () => onView({ ...view, order: { ...order, by } }),
              })),
            },
            {
              id: 'direction',
              entries: (['ascending', 'descending'] as const).map((direction) => ({
                id: direction,
                label: t(`pin.sort.${direction}`),
                icon: direction === 'ascending' ? UpIcon : DownIcon,
                selected: order.direction === direction,
                onAction: () => onView({ ...view, order: { ...order, direction } }),
              })),
            },
          ]}
        />
        {!listed && file}
      </Row>
      <FilterChips
        label={t('task.status')}
        hideLabel
        choices={QUICK.map((id) => ({ id, label: t(`task.status.${id}`), mark: <StatusGlyph status={id} /> }))}
        value={
          filter.status?.filter((one) => QUICK.some((quick) => quick === one)) as (typeof QUICK)[number][] | undefined
        }
        onChange={(status) => change({ status })}
      />
      <Row className="task-count-row">
        <p className={listed ? 'pin-count ui-figures' : 'ui-hidden'} aria-live="polite">
          <PartialCount projectId={props.projectId} count={count}>
            {(count ?? 0) > EXACT_COUNT ? t('task.countMore') : t('task.count', { count: count ?? 0 })}
          </PartialCount>
        </p>
        {listed && file}
        {props.onSelecting && (
          <IconToggle
            icon={SelectIcon}
            label={props.selecting ? t('pin.selectEnd') : t('pin.select')}
            isSelected={props.selecting ?? false}
            onChange={props.onSelecting}
          />
        )}
      </Row>
      {open && tasks && <TaskFilterDialog {...props} tasks={tasks} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

function TaskFilterDialog(props: TaskToolsProps & { tasks: readonly TaskRow[]; onClose: () => void }) {
  const { projectId, view, onView, tasks, count, people, onClose } = props;
  const t = useT();
  const plans = useRowsBy('plan', 'projectId', projectId) ?? [];
  const { filter } = view;
  const change = (next: Partial<TaskFilter>) => onView({ ...view, filter: { ...filter, ...next } });
  const assigned = new Set(tasks.map((task) => task.assigneeId));
  const companies = [...new Set(tasks.map((task) => task.companyName))].filter(Boolean).sort();
  const crafts = [...new Set(tasks.map((task) => task.craft))].filter(Boolean).sort();
  const creators = new Set(tasks.map((task) => task.createdBy));
  return (
    <Dialog
      title={t('task.filter')}
      isOpen
      onClose={onClose}
      actionsStart={
        <Button kind="quiet" onPress={() => onView({ ...view, filter: {} })}>
          {t('task.filterClear')}
        </Button>
      }
      actions={
        <Button kind="brand" onPress={onClose}>
          {t('task.count', { count: count ?? 0 })}
        </Button>
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

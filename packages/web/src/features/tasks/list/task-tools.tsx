// Toolbar above the task list: whose tasks, search, filter and count.
import { EXACT_COUNT } from '@plumbline/core/features/pins/filter';
import { TASK_SORTS, type TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { type ReactNode, startTransition, useState } from 'react';
import { useIsPartial } from '../../../local/use-rows.ts';
import { PartialCount } from '../../../shared/i18n/partial-count.tsx';
import { CopyLink } from '../../../shared/navigation/copy-link.tsx';
import { TypedSearch } from '../../../shared/navigation/typed-text.tsx';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { FilterButton, ToolButton } from '../../../ui/fields/filter-button.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import {
  BoardIcon,
  CloseIcon,
  DateIcon,
  DownIcon,
  ListIcon,
  SearchIcon,
  SelectIcon,
  SortIcon,
  UpIcon,
} from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { HANDHELD, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ColumnsMenu } from '../../views/columns-menu.tsx';
import { DEFAULT_TASK_COLUMNS, TASK_COLUMNS, type TaskOrder, type TaskView } from './task-view.ts';
import { TASK_VIEW_TYPES, type TaskViewType } from './view-type.ts';
import '../../../ui/fields/filter.css';
import '../tasks.css';

const TaskFilterDialog = later(() => import('./task-filter-dialog.tsx').then((its) => its.TaskFilterDialog));

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

const COLUMN_WORDS = {
  status: 'status',
  assignee: 'assignee',
  dueDate: 'dueDate',
  pin: 'pin',
  company: 'company',
  craft: 'craft',
  createdAt: 'created',
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
  /** The export button of the list. */
  file?: ReactNode;
  /** On phones, the button with the views of the list; on wide screens, the one that saves the first view. */
  views?: ReactNode;
  /** The address to copy, where it is not the one that is open. */
  link?: string | undefined;
  /** Whether the columns can be chosen. */
  hasColumns?: boolean | undefined;
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
  const phone = useMedia(PHONE);
  const handheld = useMedia(HANDHELD);
  const isPart = useIsPartial(props.projectId);
  const [searching, setSearching] = useState(Boolean(search));
  const whose = (
    <SegmentedControl
      label={t('task.whose')}
      value={view.mine ? 'mine' : 'all'}
      onChange={(next) => onView({ ...view, mine: next === 'mine' })}
      segments={[
        // On phones and tablets it shares one line with others in every language.
        { id: 'mine', label: t(handheld ? 'task.own' : 'task.mine') },
        { id: 'all', label: t('task.all') },
      ]}
    />
  );
  const views = viewType && onViewType && (
    <SegmentedControl
      label={t('task.viewAs')}
      iconsOnly
      value={viewType}
      onChange={onViewType}
      segments={TASK_VIEW_TYPES.map((id) => ({ id, label: t(`task.view.${id}`), icon: VIEW_ICONS[id] }))}
    />
  );
  const searchField = (
    <TypedSearch
      label={t('task.search')}
      kept={search ?? ''}
      publish={(words) => change({ search: words || undefined })}
    />
  );
  const filterButton = <FilterButton count={set} onPress={() => startTransition(() => setOpen(true))} />;
  const sort = <TaskSortMenu order={order} onOrder={(next) => onView({ ...view, order: next })} />;
  const chips = (
    <FilterChips
      label={t('task.status')}
      hideLabel
      choices={QUICK.map((id) => ({ id, label: t(`task.status.${id}`), mark: <StatusGlyph status={id} /> }))}
      value={
        filter.status?.filter((one) => QUICK.some((quick) => quick === one)) as (typeof QUICK)[number][] | undefined
      }
      onChange={(status) => change({ status })}
    />
  );
  const counted = (
    <p
      className={isPart || (listed && !phone) ? 'pin-count ui-figures' : 'ui-hidden'}
      data-foot={phone ? '' : undefined}
      aria-live="polite"
    >
      <PartialCount projectId={props.projectId} count={count}>
        {(count ?? 0) > EXACT_COUNT ? t('task.countMore') : t('task.count', { count: count ?? 0 })}
      </PartialCount>
    </p>
  );
  const select = props.onSelecting && (
    <ToolButton
      icon={SelectIcon}
      label={props.selecting ? t('pin.selectEnd') : t('pin.select')}
      kind={props.selecting ? 'brand' : 'default'}
      aria-pressed={props.selecting ?? false}
      onPress={() => props.onSelecting?.(!props.selecting)}
    />
  );
  const dialog = open && tasks && (
    <TaskFilterDialog {...props} tasks={tasks} onClose={() => startTransition(() => setOpen(false))} />
  );

  if (phone) {
    // Two lines at most before the first task; the search takes a third while it is used.
    return (
      <>
        <Stack fluid fixed line="below" className="pin-tools">
          <Row className="pin-tools-row task-tools-row" wrap>
            {whose}
            {views}
          </Row>
          <Row role="group" aria-label={t('pin.listTools')} scroll="x" pad="0 inset" className="tools-scroll">
            {(view.mine || set > 0) && (
              <Button
                icon={CloseIcon}
                onPress={() => onView({ ...view, mine: false, filter: search ? { search } : {} })}
              >
                {t('task.filterClear')}
              </Button>
            )}
            {filterButton}
            {props.views}
            <ToolButton
              icon={SearchIcon}
              label={t('task.search')}
              kind={searching ? 'brand' : 'default'}
              aria-pressed={searching}
              onPress={() => setSearching(!searching)}
            />
            {sort}
            {chips}
            {file}
            <CopyLink href={props.link} />
            {select}
          </Row>
          {searching && searchField}
          {dialog}
        </Stack>
        {counted}
      </>
    );
  }
  return (
    <Stack fluid fixed line="below" className="pin-tools">
      <Row className="pin-tools-row task-tools-row" wrap>
        {whose}
        {views}
        {searchField}
        {filterButton}
        {sort}
        {props.hasColumns && (
          <ColumnsMenu
            standard={TASK_COLUMNS.map((id) => ({ id, title: t(`task.${COLUMN_WORDS[id]}`) }))}
            hidden={TASK_COLUMNS.filter((id) => !(view.columns ?? DEFAULT_TASK_COLUMNS).includes(id))}
            onHidden={(ids) => onView({ ...view, columns: TASK_COLUMNS.filter((id) => !ids.includes(id)) })}
          />
        )}
        {file}
        {/* Where the row is full, the link is only in the filter. */}
        {handheld && select}
      </Row>
      <Row wrap className="task-count-row">
        {chips}
        {counted}
        {props.views}
        {!handheld && select}
        {!handheld && <CopyLink href={props.link} />}
      </Row>
      {dialog}
    </Stack>
  );
}

type TaskSortMenuProps = { order: TaskOrder; onOrder: (order: TaskOrder) => void };

function TaskSortMenu({ order, onOrder }: TaskSortMenuProps) {
  const t = useT();
  return (
    <Menu
      label={t('task.sortBy')}
      placement="bottom end"
      trigger={<ToolButton icon={SortIcon} label={t('task.sortBy')} />}
      groups={[
        {
          id: 'by',
          heading: t('task.sortBy'),
          entries: TASK_SORTS.map((by) => ({
            id: by,
            label: t(SORT_WORDS[by]),
            selected: order.by === by,
            onAction: () => onOrder({ ...order, by }),
          })),
        },
        {
          id: 'direction',
          entries: (['ascending', 'descending'] as const).map((direction) => ({
            id: direction,
            label: t(`pin.sort.${direction}`),
            icon: direction === 'ascending' ? UpIcon : DownIcon,
            selected: order.direction === direction,
            onAction: () => onOrder({ ...order, direction }),
          })),
        },
      ]}
    />
  );
}

// The tasks of a project: assignee, status and due date. A table with the open task next to it on wide screens, a list
// on phones.
import { can, scopeOf } from '@plumbline/core/access/capabilities';
import { canBulkEdit } from '@plumbline/core/features/tasks/bulk';
import { day } from '@plumbline/core/kernel/text';
import type { SavedViewQuery } from '@plumbline/core/site/rows/saved-views';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { SO_FAR, useIsPartial, useProject, useRows } from '../../local/use-rows.ts';
import { IgnoredFilter } from '../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { usePeople } from '../../shared/site/people.ts';
import { ToPlans, usePlanStep } from '../../shared/site/to-plans.tsx';
import { useToday } from '../../shared/site/today.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { AddIcon, LockIcon, TaskIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { ActionBar } from '../../ui/layout/page.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { NARROW, PHONE, TABLET, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { exportOnPress } from '../exports/export-button.tsx';
import { queryOfSearch, searchOfQuery, without } from '../views/list-query.ts';
import { nameInAddress, useListViews, widthsKey } from '../views/use-list-views.ts';
import { FirstView, ViewMenu, ViewNotices, ViewTabs } from '../views/view-bar.tsx';
import { SPANS } from './calendar/calendar-days.ts';
import type { CalendarRoute } from './calendar/task-calendar.tsx';
import { NewTask } from './form/new-task.tsx';
import { TaskRows } from './list/task-rows.tsx';
import { TaskTools } from './list/task-tools.tsx';
import {
  DEFAULT_TASK_COLUMNS,
  ignoredTaskParts,
  normaliseTasks,
  readTaskView,
  storedViewType,
  type TaskView,
  taskQuery,
  viewTasks,
  writeTaskView,
} from './list/task-view.ts';
import { readViewType, type TaskViewType, tasksPath } from './list/view-type.ts';
import { TaskPanel } from './task-panel.tsx';
import { useRefusalToasts } from './task-refusals.tsx';
import './tasks.css';

const TaskExport = exportOnPress(() => import('./task-export.tsx').then((its) => its.TaskExport));
const TaskBoard = later(
  () => import('./board/task-board.tsx').then((its) => its.TaskBoard),
  <Waiting shape="columns" />,
);
const TaskCalendar = later(
  () => import('./calendar/task-calendar.tsx').then((its) => its.TaskCalendar),
  <Waiting shape="block" />,
);

export type TasksScreenProps = {
  projectId: string;
  viewType?: TaskViewType | undefined;
  /** The URL asks for a new task. */
  isNew?: boolean | undefined;
};

/** Parameters of the address that are not part of what the list shows. */
const NOT_OF_LIST = ['task', 'span', 'day', 'as'];

export function TasksScreen({ projectId, isNew, viewType: shownAs }: TasksScreenProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  // On a tablet there is no room for a table next to an open task.
  const narrow = useMedia(NARROW);
  const tablet = useMedia(TABLET);
  const project = useProject(projectId);
  const isPart = useIsPartial(projectId);
  const actor = useActor(projectId);
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const navigate = useNavigate();
  const router = useRouter();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const views = useListViews(projectId, 'tasks', without(queryOfSearch(search), ...NOT_OF_LIST), normaliseTasks);
  const view = readTaskView(views.open || views.missing ? searchOfQuery(views.query) : search);
  // Behind the new-task dialog, the tasks stay as they were shown.
  const viewType = shownAs ?? readViewType(search.as) ?? 'list';
  const place: CalendarRoute = {
    span: SPANS.find((span) => span === search.span) ?? (phone ? 'agenda' : 'month'),
    day: day.safeParse(search.day).data ?? today,
  };
  const placed = viewType === 'calendar' ? { span: search.span, day: search.day } : {};
  const taskId = typeof search.task === 'string' ? search.task : undefined;
  // A row is marked as open before its panel is rendered.
  const openId = useDeferredValue(taskId);
  useRefusalToasts(projectId, taskId);
  const [selecting, setSelecting] = useState(false);
  const step = usePlanStep(projectId);
  // On a phone, a task covers the list: one opened from elsewhere does not wait for thousands of others.
  const isCovered = phone && taskId !== undefined;
  const [isListed, setIsListed] = useState(!isCovered);
  if (!isCovered && !isListed) setIsListed(true);
  const listedId = isListed ? projectId : undefined;
  const tasks = useRows('task', listedId, SO_FAR);
  const pins = useRows('pin', listedId, SO_FAR);
  const pinOf = useMemo(() => new Map(pins?.map((pin) => [pin.id, pin])), [pins]);
  // Typing and the controls of the list come before its rows.
  const calm = useDeferredValue(views.pending ? undefined : JSON.stringify(view));
  const rows = useMemo(
    // The text is that of a view.
    () =>
      calm === undefined
        ? undefined
        : tasks && actor && viewTasks(tasks, pinOf, JSON.parse(calm) as TaskView, { actor, today, locale: t.locale }),
    [tasks, actor, pinOf, calm, today, t],
  );
  const maySelect = useMemo(() => rows !== undefined && actor !== undefined && canBulkEdit(actor, rows), [rows, actor]);

  if (project.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (project.state === 'failed') return <ErrorView screen failure={shownFailure(t, project.error)} />;

  const base = tasksPath(projectId, viewType);
  const searchOf = (next: TaskView, type = viewType) => {
    const plain = writeTaskView(next);
    const { viewId, whole } = nameInAddress(views, taskQuery(next, type), queryOfSearch(plain));
    return { ...(viewId !== undefined && { view: viewId }), ...(whole && plain) };
  };
  const go = (next: TaskView, task: string | undefined, replace = true) =>
    void navigate({
      to: base,
      search: { ...placed, ...searchOf(next), ...(task !== undefined && { task }) },
      replace,
    });
  const open = (id: string) => go(view, id, false);
  const mayCreate = actor !== undefined && can(actor.role, 'task.create');
  const isRestricted = actor !== undefined && scopeOf(actor.role, 'task.view') !== 'all';
  const newTask = () =>
    void navigate({
      to: `${tasksPath(projectId, 'list')}/new`,
      search: { ...placed, ...searchOf(view), ...(viewType !== 'list' && { as: viewType }) },
    });
  const showAs = (next: TaskViewType) =>
    void navigate({
      to: tasksPath(projectId, next),
      search: { ...searchOf(view, next), ...(taskId !== undefined && { task: taskId }) },
    });
  const goTo = ({ span, day: to }: CalendarRoute) =>
    void navigate({
      to: base,
      search: { span, day: to, ...searchOf(view), ...(taskId !== undefined && { task: taskId }) },
      replace: true,
    });

  const next = mayCreate && (
    <Button kind={taskId === undefined ? 'next' : 'default'} icon={AddIcon} onPress={newTask}>
      {t('task.new')}
    </Button>
  );
  // Also while rows arrive: a button must not vanish under a press.
  const file = actor && (
    <TaskExport
      projectId={projectId}
      view={view}
      rows={isPart ? undefined : rows}
      people={people}
      today={today}
      actor={actor}
    />
  );
  const bar = {
    projectId,
    list: 'tasks' as const,
    views,
    shown: taskQuery(view, viewType),
    hrefOf: (of?: { id: string; query: SavedViewQuery }) =>
      of ? `${tasksPath(projectId, storedViewType(of.query))}?view=${of.id}` : base,
    go: (href: string) => void navigate({ href }),
  };
  const isCompact = phone || tablet || (narrow && openId !== undefined);
  const tools = (
    <TaskTools
      projectId={projectId}
      viewType={viewType}
      onViewType={showAs}
      view={view}
      onView={(next) => go(next, taskId)}
      tasks={tasks}
      count={rows?.length}
      people={people}
      file={file}
      hasColumns={viewType === 'list' && !isCompact}
      views={phone ? <ViewMenu {...bar} /> : <FirstView {...bar} />}
      // A private view opens for no one else, so a link to it carries its filter.
      link={
        views.open && !views.open.shared
          ? router.buildLocation({ to: base, search: { ...placed, ...writeTaskView(view) } }).href
          : undefined
      }
      selecting={selecting}
      onSelecting={isCompact && viewType === 'list' && (maySelect || selecting) ? setSelecting : undefined}
    />
  );
  const filtered = Object.keys(view.filter).length > 0;
  // Without a task there is nothing to search, sort or export, and the filter hides none.
  const isBare = tasks?.length === 0 && !isPart;
  const empty = isBare ? (
    <EmptyState
      icon={TaskIcon}
      // Restricted readers see only what is assigned to them.
      title={t(isRestricted ? 'task.emptyMine' : 'task.emptyTitle')}
      action={mayCreate && (pins?.length === 0 ? <ToPlans projectId={projectId} /> : next)}
    >
      {mayCreate && t(pins?.length !== 0 ? 'task.emptyText' : step === 'wait' ? 'plan.emptyReader' : 'task.noPin')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={TaskIcon}
      title={filtered || !view.mine ? t('task.noneFound') : t('task.emptyMine')}
      action={
        (filtered || view.mine) && (
          <Button onPress={() => go({ ...view, mine: false, filter: {} }, taskId)}>{t('task.filterClear')}</Button>
        )
      }
    />
  );
  const close = () => go(view, undefined);
  const panel = openId !== undefined && (
    <TaskPanel key={openId} projectId={projectId} taskId={openId} onClose={close} />
  );
  const around = { projectId, rows: rows ?? [], pinOf, actor, people, today, currentId: taskId, onOpen: open };
  const drawn =
    viewType === 'list' ? undefined : (
      <Stack column shrink flat fill className="tasks-list" data-wide={phone || tablet || narrow ? undefined : ''}>
        {tools}
        {rows === undefined || (isPart && rows.length === 0) ? (
          <Waiting shape={viewType === 'board' ? 'columns' : 'block'} />
        ) : viewType === 'board' ? (
          <TaskBoard {...around} />
        ) : (
          <TaskCalendar {...around} place={place} onPlace={goTo} empty={empty} />
        )}
      </Stack>
    );
  const list = isBare
    ? empty
    : (drawn ?? (
        <Stack column shrink flat fill className="tasks-list" data-wide={isCompact ? undefined : ''}>
          {tools}
          <TaskRows
            {...around}
            rows={rows}
            all={tasks ?? []}
            beside={openId !== undefined}
            shape={isCompact ? 'list' : 'table'}
            columns={view.columns ?? DEFAULT_TASK_COLUMNS}
            widthsKey={widthsKey('tasks', views)}
            order={view.order}
            onOrder={(order) => go({ ...view, order }, taskId)}
            maySelect={maySelect}
            selecting={selecting && isCompact}
            onSelectingEnd={() => setSelecting(false)}
            empty={empty}
          />
        </Stack>
      ));

  return (
    <Stack column shrink flat fill anchor className="tasks-screen">
      <ScreenHead title={t('task.list')}>{!phone && !isBare && next}</ScreenHead>
      <h1 className="ui-hidden">{t('task.list')}</h1>
      {!phone && !isBare && <ViewTabs {...bar} />}
      <ViewNotices views={views} onLeave={() => bar.go(base)} />
      <IgnoredFilter
        banner
        parts={ignoredTaskParts(without(queryOfSearch(search), ...NOT_OF_LIST))}
        onDrop={() => go(view, taskId)}
      />
      {phone && taskId === undefined && !selecting && !isBare && <ActionBar>{next}</ActionBar>}
      <SplitPane
        storageKey="tasks"
        label={t('task.list')}
        side="end"
        initial={440}
        minSize={360}
        aside={panel}
        alone={phone}
        isOpen={openId !== undefined}
        // On a board it ends the dragging of a card.
        onEscape={viewType === 'list' ? close : undefined}
      >
        {list}
      </SplitPane>
      {isNew && mayCreate && (
        <NewTask projectId={projectId} people={people} today={today} onClose={close} onCreated={(id) => go(view, id)} />
      )}
    </Stack>
  );
}

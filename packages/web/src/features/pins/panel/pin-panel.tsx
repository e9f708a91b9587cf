// Everything about one pin in one scroll with a bar of its sections; the three main actions are within thumb reach.

import { can } from '@plumbline/core/access/capabilities';
import { canSeeMedia } from '@plumbline/core/features/media/rules';
import { canEditPin } from '@plumbline/core/features/pins/rules';
import type { Actor } from '@plumbline/core/site/actor';
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { canSeePin, canSeeTask } from '@plumbline/core/site/visibility';
import { useRef, useState } from 'react';
import { SO_FAR, useIsPart, useRowsBy } from '../../../local/use-rows.ts';
import type { PinOption, PinTab } from '../../../shared/navigation/addresses.ts';
import { openTaskId, PIN_TABS, taskOption } from '../../../shared/navigation/addresses.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { useToday } from '../../../shared/site/today.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { SectionTabs } from '../../../ui/actions/section-tabs.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { CloseIcon, PinIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useEscape } from '../../../ui/overlays/use-escape.ts';
import { useT } from '../../../ui/translation.tsx';
import { MediaTab } from '../../media/media-tab.tsx';
import { mayAdd } from '../../media/post-permissions.ts';
import { TaskForm } from '../../tasks/form/task-form.tsx';
import { useDraftRecovery } from '../capture/use-draft-recovery.ts';
import { PinActivity } from './pin-activity.tsx';
import { PinBasics } from './pin-basics.tsx';
import { PinFoot } from './pin-foot.tsx';
import { PinHead, pinName } from './pin-head.tsx';
import { PinHistory } from './pin-history.tsx';
import { PinTasks } from './pin-tasks.tsx';
import './pin-panel.css';

const TaskPanel = later(
  () => import('../../tasks/task-panel.tsx').then((module) => module.TaskPanel),
  <Waiting shape="panel" />,
);

const QuickCapture = later(
  () => import('../capture/quick-capture.tsx').then((module) => module.QuickCapture),
  <Waiting shape="panel" />,
);

export type PinPanelProps = {
  projectId: string;
  pinId: string;
  tab: PinTab;
  onTab: (tab: PinTab, option?: PinOption) => void;
  onClose: () => void;
  /** Scrolls the plan to the pin; omitted where no plan is beside the panel. */
  onShowOnPlan?: (() => void) | undefined;
  /** What the URL asks for besides the pin: editing its title, one of its tasks, a new task, or quick capture. */
  option?: PinOption | undefined;
  /** Opens the next pin; omitted where pins are not captured one after another. */
  onNext?: (() => void) | undefined;
};

/** The pin and its tasks and posts, as far as the actor may see them. `pin` is null when there is none to show. */
function usePinContent(projectId: string, pinId: string) {
  const pins = useRowsBy('pin', 'id', pinId);
  const tasks = useRowsBy('task', 'pinId', pinId, SO_FAR);
  const posts = useRowsBy('post', 'pinId', pinId, SO_FAR);
  const comments = useRowsBy('comment', 'pinId', pinId, SO_FAR);
  const isPart = useIsPart('pinId', pinId);
  const actor = useActor(projectId);
  const pin = pins?.[0];
  const all = tasks ?? [];
  // Photos that came later would move what is below them.
  const loading = pins === undefined || tasks === undefined || posts === undefined;
  const seen = pin !== undefined && pin.projectId === projectId && (actor === undefined || canSeePin(actor, pin, all));
  const shown = <Row extends PostRow | CommentRow>(rows: readonly Row[] | undefined) =>
    rows?.filter((row) => !actor || !pin || canSeeMedia(actor, row, pin, all));
  return {
    actor,
    isPart,
    // A task that has not been read yet may be the one that makes the pin visible.
    pin: loading || (isPart && !seen) ? undefined : seen ? pin : null,
    tasks: all.filter((task) => !actor || canSeeTask(actor, task)),
    posts: shown(posts),
    comments: shown(comments),
  };
}

export function PinPanel(props: PinPanelProps) {
  const { projectId, pinId, onClose } = props;
  const t = useT();
  const content = usePinContent(projectId, pinId);
  const { pin } = content;
  const panel = useRef<HTMLElement>(null);
  useEscape(panel, onClose);
  if (pin) return <PinContent key={pin.id} {...props} {...content} pin={pin} />;
  return (
    <Stack as="section" column fill flat className="pin-panel" aria-busy={pin === undefined} ref={panel}>
      <Stack fluid gap={1} fixed pad="2 4 2" className="pin-head">
        <Row className="pin-head-row">
          <Row as="span" align="baseline" shrink grow weight="strong" />
          <IconButton icon={CloseIcon} label={t('pin.close')} onPress={onClose} />
        </Row>
      </Stack>
      {pin === null ? (
        <EmptyState icon={PinIcon} title={t('pin.missing')} />
      ) : (
        <Stack gap={5} pad={4}>
          <Skeleton width="60%" />
          <Skeleton shape="block" height="96px" />
          <Skeleton lines={4} />
        </Stack>
      )}
    </Stack>
  );
}

type PinContentProps = PinPanelProps & {
  pin: PinRow;
  tasks: readonly TaskRow[];
  posts: readonly PostRow[] | undefined;
  comments: readonly CommentRow[] | undefined;
  actor: Actor | undefined;
  /** The lists are incomplete: the pin has so many entries that they are shown while being read. */
  isPart: boolean;
};

function PinContent(props: PinContentProps) {
  const { projectId, pin, tab, onTab, tasks, posts, comments, actor, option, isPart } = props;
  const t = useT();
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const panel = useRef<HTMLElement>(null);
  const taskId = openTaskId(option);
  const lastTask = useRef<string>(undefined);
  if (taskId !== undefined) lastTask.current = taskId;
  const closeTask = () => onTab('tasks');
  useEscape(panel, taskId !== undefined && tab === 'tasks' ? closeTask : props.onClose);
  useDraftRecovery(projectId, option === 'capture' ? pin.id : undefined);
  const [adding, setAdding] = useState(option === 'newTask');
  const editable = actor !== undefined && canEditPin(actor, pin);
  const mayTask = actor !== undefined && pin.status === 'open' && can(actor.role, 'task.create');
  const open = tasks.filter((task) => !['closed', 'inactive'].includes(task.status)).length;
  const media = posts?.filter((post) => post.active).length;

  const contents: Record<PinTab, React.ReactNode> = {
    basic: (
      <PinBasics
        projectId={projectId}
        pin={pin}
        tasks={tasks}
        posts={posts ?? []}
        people={people}
        today={today}
        editable={editable}
        onShowPhotos={() => onTab('media')}
      />
    ),
    tasks: (
      <PinTasks
        tasks={tasks}
        people={people}
        today={today}
        mayAdd={mayTask}
        closed={lastTask.current}
        onOpen={(id) => onTab('tasks', taskOption(id))}
        onAdd={() => setAdding(true)}
      />
    ),
    media: (
      <MediaTab
        projectId={projectId}
        pinId={pin.id}
        taskId={null}
        posts={posts}
        actor={actor}
        people={people}
        mayAdd={mayAdd(actor, 'post.create', pin, tasks)}
        buttonsElsewhere
      />
    ),
    activity: (
      <PinActivity
        projectId={projectId}
        pin={pin}
        tasks={tasks}
        posts={posts ?? []}
        comments={comments ?? []}
        actor={actor}
        people={people}
        mayWrite={mayAdd(actor, 'comment.create', pin, tasks)}
      />
    ),
    history: <PinHistory projectId={projectId} pinId={pin.id} changedAt={pin.changedAt} people={people} />,
  };
  const counts: Partial<Record<PinTab, number>> = isPart
    ? {}
    : {
        ...(open > 0 && { tasks: open }),
        ...(media && { media }),
        ...(comments && comments.length > 0 && { activity: comments.length }),
      };

  if (taskId !== undefined && tab === 'tasks') {
    return (
      <Stack as="section" column fill flat className="pin-panel" aria-label={pinName(t, pin)} ref={panel}>
        <TaskPanel projectId={projectId} taskId={taskId} within="pin" onClose={closeTask} />
      </Stack>
    );
  }
  if (option === 'capture' && props.onNext && editable) {
    return (
      <Stack as="section" column fill flat className="pin-panel" aria-label={pinName(t, pin)} ref={panel} data-quick="">
        <PinHead {...props} people={people} editable isNaming={false} isNew />
        <QuickCapture
          {...{ projectId, pin, actor, people, tasks }}
          posts={posts ?? []}
          onNext={props.onNext}
          onDone={props.onClose}
          onDetails={() => onTab('basic')}
        />
      </Stack>
    );
  }
  return (
    <Stack as="section" column fill flat className="pin-panel" aria-label={pinName(t, pin)} ref={panel}>
      <PinHead {...props} people={people} editable={editable} isNaming={option === 'edit'} isNew={option === 'edit'} />
      {isPart && (
        <Text as="p" size="s" ink={2} pad="0 4" role="status">
          {t('plan.loadingProject')} …
        </Text>
      )}
      <SectionTabs
        label={pinName(t, pin)}
        value={tab}
        onChange={(id) => {
          const chosen = PIN_TABS.find((pinTab) => pinTab === id);
          // `tab` may be a section that was left meanwhile, so choosing it again leads back; an option of it is kept.
          if (chosen && (chosen !== tab || option === undefined)) onTab(chosen);
        }}
        sections={PIN_TABS.map((id) => ({
          id,
          label: t(`pin.tab.${id}`),
          count: counts[id],
          content: contents[id],
          hideHeading: id === 'basic',
          // It is read from the server.
          deferred: id === 'history',
        }))}
      />
      <PinFoot
        projectId={projectId}
        pin={pin}
        tasks={tasks}
        actor={actor}
        isPart={isPart}
        mayTask={mayTask}
        onAddTask={() => setAdding(true)}
        onPhotos={() => onTab('media')}
      />
      {adding && mayTask && (
        <TaskForm
          projectId={projectId}
          pin={pin}
          people={people}
          today={today}
          onClose={() => setAdding(false)}
          onCreated={() => onTab('tasks')}
        />
      )}
    </Stack>
  );
}

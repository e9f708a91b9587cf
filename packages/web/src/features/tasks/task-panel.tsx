// One task: what is to be done, by whom, by when; its actions, photos and comments.

import { mayReopenPin } from '@plumbline/core/features/pins/rules';
import { offeredMoves } from '@plumbline/core/features/tasks/rules';
import { isLate, shownStatus, TASK_LOCKED } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { canSeeTask } from '@plumbline/core/site/visibility';
import { useRef, useState } from 'react';
import { useProject, useRow, useRowsBy } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { pinAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { type People, usePeople } from '../../shared/site/people.ts';
import { useToday } from '../../shared/site/today.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { BackIcon, CloseIcon, type Icon, TaskIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { useEscape } from '../../ui/overlays/use-escape.ts';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { Comments } from '../media/comments.tsx';
import { MediaTab } from '../media/media-tab.tsx';
import { mayAdd } from '../media/post-permissions.ts';
import { AssigneeName } from './assignee-name.tsx';
import { CallLink } from './call-link.tsx';
import { dueText } from './due-text.tsx';
import { repeatWords } from './form/repeat-text.ts';
import { TaskForm } from './form/task-form.tsx';
import { TaskLocation } from './issue/task-location.tsx';
import { taskTitle } from './task-card.tsx';
import { TaskMoves } from './task-moves.tsx';
import { TaskRefusals } from './task-refusals.tsx';
import './tasks.css';

/** Loads all tasks of the project, so it is loaded only after a task is opened. */
const TaskLinks = later(() => import('./task-links.tsx').then((module) => module.TaskLinks));

export type TaskPanelProps = {
  projectId: string;
  taskId: string;
  onClose: () => void;
  /** Inside its pin, closing returns to the task list. */
  within?: 'pin' | undefined;
};

export function TaskPanel({ projectId, taskId, onClose, within }: TaskPanelProps) {
  const t = useT();
  // On a phone the next step stays within reach of the thumb.
  const inFoot = useMedia(PHONE) && within !== 'pin';
  const project = useProject(projectId);
  const tasks = useRowsBy('task', 'id', taskId);
  const actor = useActor(projectId);
  const task = tasks?.[0];
  const pin = useRow('pin', task?.pinId);
  const close: { icon: Icon; label: string } =
    within === 'pin' ? { icon: BackIcon, label: t('task.back') } : { icon: CloseIcon, label: t('task.close') };
  const closer = <IconButton {...close} onPress={onClose} />;
  const panel = useRef<HTMLDivElement>(null);
  // Inside its pin, the panel of the pin closes it.
  useEscape(panel, () => within !== 'pin' && onClose());
  const isMissing = tasks !== undefined && (!task || (actor && !canSeeTask(actor, task)));
  return (
    <Stack column flat fill className="task-panel" ref={panel}>
      <Row fixed line="below" className="task-panel-head" data-within={within}>
        {within === 'pin' && closer}
        <Text grow ink={2} weight="medium" className="ui-figures">
          {task && !isMissing && (task.number === null ? t('task.new') : t('task.numbered', { number: task.number }))}
        </Text>
        {within !== 'pin' && closer}
      </Row>
      {task && pin && !isMissing ? (
        <TaskBody {...{ projectId, task, pin, actor, within, inFoot }} />
      ) : project.state === 'failed' ? (
        <ErrorView failure={shownFailure(t, project.error)} />
      ) : isMissing && project.state !== 'loading' ? (
        <EmptyState icon={TaskIcon} title={t('task.missing')} />
      ) : (
        <Waiting shape="panel" />
      )}
    </Stack>
  );
}

type TaskBodyProps = {
  projectId: string;
  task: TaskRow;
  pin: PinRow;
  actor: Actor | undefined;
  within: TaskPanelProps['within'];
  /** What can be done next is below the content instead of within it. */
  inFoot: boolean;
};

function TaskBody({ projectId, task, pin, actor, within, inFoot }: TaskBodyProps) {
  const t = useT();
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const posts = useRowsBy('post', 'pinId', pin.id);
  const comments = useRowsBy('comment', 'pinId', pin.id);
  const tasks = useRowsBy('task', 'pinId', pin.id) ?? [];
  const [editing, setEditing] = useState(false);
  const locked = pin.status !== 'open';
  const status = shownStatus(task, today);
  const mayPost = mayAdd(actor, 'post.create', pin, tasks, task);
  const hasPosts = posts?.some((post) => post.taskId === task.id) ?? false;
  const moves = actor && (
    <TaskMoves
      {...{ projectId, task, actor, people, today, locked, inFoot }}
      onEdit={() => setEditing(true)}
      emphasis
    />
  );

  return (
    <>
      <Stack fluid gap={4} justify="start" pad={4} flat grow scroll className="task-panel-body">
        <Stack align="start" breaks>
          <StatusBadge status={status}>{t(`task.status.${status}`)}</StatusBadge>
          <h3 dir="auto">{taskTitle(t, task, pin)}</h3>
        </Stack>
        <TaskLocation
          pin={pin}
          posts={posts}
          href={within === 'pin' ? undefined : pinAddress(pin)}
          actor={actor}
          people={people}
        />
        <TaskRefusals taskId={task.id} />
        {locked && (
          <Notice kind="info">
            {t(actor && mayReopenPin(actor, pin) ? 'task.pinLocked' : 'pin.lockedOnly', { status: pin.status })}
          </Notice>
        )}
        {!locked && TASK_LOCKED.includes(task.status) && actor && offeredMoves(actor, task).includes('reopen') && (
          <Notice kind="info">{t('task.locked', { status: task.status })}</Notice>
        )}
        {task.status === 'draft' && <Notice kind="info">{t('task.draftHint')}</Notice>}
        {!inFoot && moves}
        <TaskFacts task={task} pin={pin} people={people} today={today} />
        <TaskLinks projectId={projectId} task={task} today={today} />
        {(mayPost || hasPosts) && (
          <Stack as="section" gap={3} pad="4 0 0" line="above">
            <h4>{t('task.photos')}</h4>
            <MediaTab
              projectId={projectId}
              pinId={pin.id}
              taskId={task.id}
              posts={posts}
              actor={actor}
              people={people}
              mayAdd={mayPost}
              quiet
            />
          </Stack>
        )}
        <Stack as="section" gap={3} pad="4 0 0" line="above">
          <h4>{t('task.comments')}</h4>
          <Comments
            projectId={projectId}
            pinId={pin.id}
            taskId={task.id}
            comments={comments}
            actor={actor}
            people={people}
            mayWrite={mayAdd(actor, 'comment.create', pin, tasks, task)}
          />
        </Stack>
        {editing && (
          <TaskForm
            projectId={projectId}
            pin={pin}
            task={task}
            people={people}
            today={today}
            onClose={() => setEditing(false)}
          />
        )}
      </Stack>
      {inFoot && moves}
    </>
  );
}

/** Only the date, since the label before it says "Due"; overdue tasks also show since when. */
function DueFact({ task, today }: { task: TaskRow; today: string }) {
  const t = useT();
  const late = isLate(task, today);
  if (late || task.dueDate === null || task.dueDate === today) {
    return (
      <Row
        as="span"
        inline
        nowrap
        figures
        icons="small quiet"
        className="task-due"
        data-overdue={late ? '' : undefined}
      >
        {dueText(t, task, today)}
      </Row>
    );
  }
  return t.date(task.dueDate, 'medium');
}

type TaskFactsProps = { task: TaskRow; pin: PinRow; people: People; today: string };

function TaskFacts({ task, pin, people, today }: TaskFactsProps) {
  const t = useT();
  const assignee = people.assigneeOf(task);
  const when = (instant: string) => t.relative(new Date(instant), new Date());
  const facts: [string, React.ReactNode][] = [
    [
      t('task.assignee'),
      <Row key="assignee" gap="1 3" wrap>
        <AssigneeName assignee={assignee} />
        <CallLink phone={assignee?.phone} />
      </Row>,
    ],
    [t('task.dueDate'), <DueFact key="due" task={task} today={today} />],
  ];
  if (task.companyName) facts.push([t('task.company'), task.companyName]);
  if (task.craft) facts.push([t('task.craft'), task.craft]);
  if (task.subStatus) facts.push([t('task.subStatus'), task.subStatus]);
  if (task.reminderDays !== null)
    facts.push([t('task.reminder'), t('task.reminder.days', { days: task.reminderDays })]);
  if (task.repeat) facts.push([t('task.repeatEvery'), repeatWords(t, task.repeat)]);
  facts.push([t('task.createdBy'), t('task.by', { name: people.nameOf(task.createdBy), when: when(task.createdAt) })]);
  if (task.doneAt !== null && task.status !== 'open') {
    const name = people.nameOf(task.doneBy);
    facts.push([t('task.status.done'), t('task.by', { name, when: when(task.doneAt) })]);
  }
  // A new task is described by its pin's title, which is above.
  const described = !['', pin.title].includes(task.description.trim()) && task.title !== '';
  return (
    <>
      {described && (
        <Text as="p" breaks lines>
          {task.description}
        </Text>
      )}
      <Stack as="dl" className="task-facts">
        {facts.map(([word, value]) => (
          <div key={word}>
            <Text as="dt" size="s" ink={3}>
              {word}
            </Text>
            <Text as="dd" shrink breaks>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
    </>
  );
}

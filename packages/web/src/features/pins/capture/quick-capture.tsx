// Quick capture of a pin on site: category, photo with a circle drawn on it, voice note, assignee and priority, one tap
// each, then the next pin. The pin is named after category and plan, and the task is due as the last one. Everything is
// saved as it is entered, except the assignee: it is saved on leaving the pin, so that a mistaken tap notifies no one.
import { can } from '@plumbline/core/access/capabilities';
import type { Actor } from '@plumbline/core/site/actor';
import type { PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useEffect, useRef, useState } from 'react';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { useUser } from '../../../shared/session/session.tsx';
import type { Assignee, People } from '../../../shared/site/people.ts';
import { addDays, useToday } from '../../../shared/site/today.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { AddIcon, ChevronRightIcon, DateIcon, IconMark } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { keepToastsAbove } from '../../../ui/overlays/above-bars.ts';
import { useT } from '../../../ui/translation.tsx';
import { mayAdd } from '../../media/post-permissions.ts';
import { type DraftLocation, dropDraft, readDraft, storeDraft } from '../../media/quick/drafts.ts';
import { PhotoField } from '../../media/quick/photo-field.tsx';
import { useDraftLocation } from '../../media/quick/use-draft-location.ts';
import { VoiceField } from '../../media/quick/voice-field.tsx';
import { TaskForm } from '../../tasks/form/task-form.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { lastUsed, noteAssignee, noteCategory, noteDueDays, offeredAssignees } from './last-used.ts';
import { Priority } from './priority.tsx';
import { isProposedTitle, proposedTitle } from './proposed-title.ts';
import './quick-capture.css';

/** Assignees offered without a search. */
const MAX_SUGGESTIONS = 6;
/** Days until the due date that are always offered. */
const DUE_DAYS = [0, 1, 7];

export type QuickCaptureProps = {
  projectId: string;
  pin: PinRow;
  actor: Actor;
  people: People;
  tasks: readonly TaskRow[];
  posts: readonly PostRow[];
  onNext: () => void;
  onDone: () => void;
  onDetails: () => void;
};

export function QuickCapture(props: QuickCaptureProps) {
  const { projectId, pin, actor, people, tasks, posts, onNext, onDone, onDetails } = props;
  const t = useT();
  const act = useAct(projectId);
  const today = useToday(projectId);
  const [adding, setAdding] = useState(false);
  const active = posts.filter((post) => post.active);
  // The assignee sees what is captured here: posts are attached to the task once it exists.
  const given = useRef<string | null>(null);
  const taskOf = () => given.current;
  const loose = active.filter((post) => post.taskId === null && post.createdBy === actor.userId);
  const give = (taskId: string) => {
    given.current = taskId;
    for (const post of loose) void act('post.edit', { id: post.id, taskId });
  };
  const drafts = useDraftLocation(projectId, pin.id);
  const reported = useRef(false);
  const onRestored = () => {
    if (!reported.current) showToast({ text: t('pin.quick.restored') });
    reported.current = true;
  };
  const mayPost = mayAdd(actor, 'post.create', pin, tasks);
  return (
    <>
      <Stack fluid gap={4} justify="start" flat grow scroll className="quick-capture">
        <Category projectId={projectId} pin={pin} />
        {mayPost && (
          <>
            <PhotoField
              projectId={projectId}
              pinId={pin.id}
              count={active.filter((post) => post.type === 'Visuals').length}
              {...{ drafts, onRestored }}
              taskOf={taskOf}
            />
            <VoiceField
              projectId={projectId}
              pinId={pin.id}
              count={active.filter((post) => post.type === 'Audio').length}
              {...{ drafts, onRestored }}
              taskOf={taskOf}
            />
          </>
        )}
        {can(actor.role, 'task.create') && (
          <Assigning
            projectId={projectId}
            pin={pin}
            people={people}
            onGiven={give}
            {...{ drafts, onRestored }}
            today={today}
            given={tasks.filter((task) => task.status !== 'inactive').length}
            onAddTask={() => setAdding(true)}
          />
        )}
        <Priority pin={pin} />
        {adding && (
          <TaskForm {...{ projectId, pin, people, today }} onClose={() => setAdding(false)} onCreated={give} />
        )}
      </Stack>
      <Row as="footer" fixed line="above" wrap className="pin-foot" ref={keepToastsAbove}>
        <Button kind="quiet" onPress={onDetails}>
          {t('pin.quick.details')}
        </Button>
        <Button onPress={onDone}>{t('pin.quick.done')}</Button>
        <Button kind="next" iconEnd={ChevronRightIcon} onPress={onNext}>
          {t('pin.quick.next')}
        </Button>
      </Row>
    </>
  );
}

function Category({ projectId, pin }: { projectId: string; pin: PinRow }) {
  const t = useT();
  const act = useAct(projectId);
  const { userId } = useUser();
  const categories = useRowsBy('category', 'projectId', projectId) ?? [];
  const plan = useRow('plan', pin.planId);
  // The category of the last pin comes first, and stays there while the user chooses.
  const [first] = useState(pin.categoryId);
  const offered = categories
    .filter((category) => category.active || category.id === pin.categoryId)
    .toSorted(
      (a, b) =>
        Number(b.id === first) - Number(a.id === first) || a.sort - b.sort || a.title.localeCompare(b.title, t.locale),
    );
  if (offered.length === 0) return null;
  const choose = (categoryId: string | null) => {
    noteCategory(userId, projectId, categoryId);
    const chosen = categories.find((category) => category.id === categoryId);
    const place = pin.room || plan?.name;
    const isProposed = isProposedTitle(pin.title, categories, place);
    const title = isProposed ? { title: proposedTitle(chosen?.title, place) } : {};
    void act('pin.update', { id: pin.id, set: { categoryId, ...title } });
  };
  return (
    <ChoiceRow
      label={t('pin.category')}
      value={pin.categoryId}
      onChange={choose}
      choices={offered.map((one) => ({
        id: one.id,
        label: one.title,
        mark: <PinMark colour={one.colour} size={20} />,
      }))}
    />
  );
}

type AssigningProps = {
  drafts: DraftLocation | undefined;
  onRestored: () => void;
  projectId: string;
  pin: PinRow;
  people: People;
  /** A task was created: posts captured here are attached to it. */
  onGiven: (taskId: string) => void;
  today: string;
  /** The number of tasks on the pin. */
  given: number;
  onAddTask: () => void;
};

function Assigning(props: AssigningProps) {
  const { projectId, pin, people, today, given, drafts, onRestored, onGiven, onAddTask } = props;
  const t = useT();
  const act = useAct(projectId);
  const { userId } = useUser();
  const [last] = useState(() => lastUsed(userId, projectId));
  const [chosen, setChosen] = useState<Assignee>();
  const [dueDays, setDueDays] = useState<number | null>(last.dueDays);
  const now = { chosen, description: pin.title, onGiven, dueDays, today };
  const late = useRef(now);
  late.current = now;

  const choose = (to: Assignee | undefined) => {
    setChosen(to);
    if (!drafts) return;
    if (to) void storeDraft(drafts, 'assignee', { id: to.id });
    else void dropDraft(drafts, 'assignee');
  };
  // People are loaded shortly after the screen.
  const [requested, setRequested] = useState<string>();
  useEffect(() => {
    if (drafts) void readDraft(drafts, 'assignee').then((draft) => setRequested(draft?.words.id));
  }, [drafts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when both are loaded
  useEffect(() => {
    const to = people.assignees.find((assignee) => assignee.id === requested);
    if (!to) return;
    setRequested(undefined);
    setChosen((now) => now ?? to);
    onRestored();
  }, [requested, people.assignees]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on unmount
  useEffect(
    () => () => {
      void dropDraft({ projectId, pinId: pin.id }, 'assignee');
      const { chosen: to, description, onGiven: tell, dueDays: days, today: day } = late.current;
      if (!to) return;
      noteAssignee(userId, projectId, to.id);
      if (days !== null) noteDueDays(userId, projectId, days);
      const dueDate = days === null ? null : addDays(day, days);
      const content = { description, dueDate, companyName: to.companyName, craft: to.craft };
      const task = { id: crypto.randomUUID(), pinId: pin.id, draft: false, content };
      void act('task.create', { ...task, assigneeType: to.type, assigneeId: to.id });
      tell(task.id);
    },
    [],
  );

  const dayWords = (days: number): string =>
    days === 0 ? t('task.today') : days === 1 ? t('task.tomorrow') : t('task.inDays', { days });
  const offeredDays = [...new Set([...DUE_DAYS, last.dueDays])].sort((a, b) => a - b);
  return (
    <>
      <ChoiceRow
        label={given > 0 ? t('pin.quick.given', { count: given }) : t('pin.quick.assign')}
        value={chosen?.id ?? null}
        onChange={(id) => choose(people.assignees.find((assignee) => assignee.id === id))}
        choices={offeredAssignees(people.assignees, last.assignees, MAX_SUGGESTIONS).map((one) => ({
          id: one.id,
          label: one.name,
          mark: <Avatar name={one.name} size={24} square={one.type === 'TeamGroup'} decorative />,
        }))}
        more={
          <Button icon={AddIcon} onPress={onAddTask}>
            {t('pin.quick.someone')}
          </Button>
        }
      />
      {chosen && (
        <ChoiceRow
          label={t('task.dueDate')}
          value={dueDays === null ? null : String(dueDays)}
          onChange={(id) => setDueDays(id === null ? null : Number(id))}
          choices={offeredDays.map((days) => ({
            id: String(days),
            label: dayWords(days),
            mark: <IconMark icon={DateIcon} />,
          }))}
        />
      )}
    </>
  );
}

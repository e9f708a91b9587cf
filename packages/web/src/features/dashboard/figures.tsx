// Pin and task figures and charts, each linking to the matching list.
import { AGE_LIMITS_DAYS, type projectFigures } from '@plumbline/core/features/dashboard/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { Translator } from '@plumbline/locales/translate';
import { type ReactNode, useState } from 'react';
import { useRows } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { ToPlans } from '../../shared/site/to-plans.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { StackBar } from '../../ui/charts/stack-bar.tsx';
import type { Tone } from '../../ui/charts/tones.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ActivityIcon } from '../../ui/icons.tsx';
import { Card, Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { Attention } from './attention.tsx';
import { valuesAhead, weeksAhead } from './forecast.ts';
import { sinceStart } from './since-start.ts';
import { pinsWith, tasksWith, useAttention, useFigures } from './use-dashboard.ts';

type Data = ReplyOf<typeof projectFigures>;
const SPANS = ['13', '26', '52'] as const;
type Span = (typeof SPANS)[number];
const WAITING = ['open', 'overdue', 'rejected'] as const;

export function Figures({ projectId }: { projectId: string }) {
  const t = useT();
  const [span, setSpan] = useState<Span>('26');
  const figures = useFigures(projectId, Number(span));
  const attention = useAttention(projectId);
  // Both at once: what needs attention is above the charts and would push them away.
  if (figures.isPending || attention.isPending) return <FiguresWaiting />;
  if (!figures.data)
    return <ErrorView failure={shownFailure(t, figures.error)} onRetry={() => void figures.refetch()} />;
  const { data } = figures;
  const some = [...data.pins.status, ...data.tasks.status].some((one) => one.count > 0);
  if (!some) {
    return (
      <EmptyState icon={ActivityIcon} title={t('dashboard.emptyTitle')} action={<ToPlans projectId={projectId} />}>
        {t('dashboard.emptyText')}
      </EmptyState>
    );
  }
  const parts = { projectId, data };
  return (
    <Grid columns="fit" min={340} gap={4} align="start" most={1440} className="dashboard-figures">
      <Numbers {...parts} />
      {attention.data && <Attention projectId={projectId} data={attention.data} />}
      <Card as="section" gap={4} pad={4} shrink className="dashboard-card" data-wide="">
        <Row as="header" gap="2 4" justify="between" wrap>
          <Text as="h2" size="m" weight="strong">
            {t('dashboard.overTime')}
          </Text>
          <SegmentedControl
            label={t('dashboard.span')}
            segments={SPANS.map((id) => ({ id, label: t('dashboard.weeks', { count: Number(id) }) }))}
            value={span}
            onChange={setSpan}
          />
        </Row>
        <Time data={data} />
      </Card>
      <PinCards {...parts} />
      <TaskCards {...parts} />
    </Grid>
  );
}

function FiguresWaiting() {
  return (
    <Stack gap={4} aria-busy="true">
      <Grid columns="fit" min={160} gap={4}>
        {['pins', 'tasks', 'overdue', 'done'].map((id) => (
          <Skeleton key={id} shape="block" height="64px" />
        ))}
      </Grid>
      <Skeleton shape="block" height="200px" />
      <Skeleton shape="block" height="280px" />
    </Stack>
  );
}

type PartProps = { projectId: string; data: Data };

function FigureCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" gap={4} pad={4} shrink className="dashboard-card">
      <Text as="h2" size="m" weight="strong">
        {title}
      </Text>
      {children}
    </Card>
  );
}

/** The key numbers, shown first. */
function Numbers({ projectId, data }: PartProps) {
  const t = useT();
  const pins = (status: string) => data.pins.status.find((one) => one.status === status)?.count ?? 0;
  const tasks = (status: string) => data.tasks.status.find((one) => one.status === status)?.count ?? 0;
  const shown: { id: string; label: string; value: number; href: string; tone: Tone }[] = [
    {
      ...{ id: 'pins', label: t('dashboard.openPins'), value: pins('open'), tone: 'open' },
      href: pinsWith(projectId, { status: ['open'] }),
    },
    {
      ...{ id: 'tasks', label: t('dashboard.openTasks'), value: tasks('open') + tasks('overdue') + tasks('rejected') },
      ...{ href: tasksWith(projectId, { status: [...WAITING] }), tone: 'open' },
    },
    {
      ...{ id: 'overdue', label: t('dashboard.overdue'), value: tasks('overdue'), tone: 'overdue' },
      href: tasksWith(projectId, { status: ['overdue'] }),
    },
    {
      ...{ id: 'done', label: t('dashboard.toVerify'), value: tasks('done'), tone: 'done' },
      href: tasksWith(projectId, { status: ['done'] }),
    },
  ];
  return (
    <Grid as="ul" columns="fit" min={150} gap={3} className="dashboard-numbers" data-wide="">
      {shown.map((one) => (
        <li key={one.id} data-tone={one.tone} data-none={one.value === 0 ? '' : undefined}>
          <a href={one.href}>
            <strong className="ui-figures">{t.number(one.value)}</strong>
            <span>{one.label}</span>
          </a>
        </li>
      ))}
    </Grid>
  );
}

function Time({ data }: { data: Data }) {
  const t = useT();
  const weeks = sinceStart(data.weeks);
  const ahead = weeksAhead(weeks);
  const places = [...weeks.map(({ until }) => until), ...ahead].map((until) => t.date(until, 'short'));
  const forecast = ahead.length > 0 ? { from: weeks.length, label: t('dashboard.forecast') } : undefined;
  const [pins, tasks] = [weeks.map((week) => week.pins), weeks.map((week) => week.tasks)];
  const [closed, done] = [weeks.map((week) => week.closedPins), weeks.map((week) => week.doneTasks)];
  const [pinsAhead, tasksAhead] = [valuesAhead(pins), valuesAhead(tasks)];
  const phone = useMedia(PHONE);
  const width = phone ? 360 : 560;
  return (
    <Grid columns="fit" min={420} gap={5} className="dashboard-time">
      <div>
        <h3>{t('dashboard.pinsOverTime')}</h3>
        <LineChart
          label={t('dashboard.pinsOverTime')}
          width={width}
          places={places}
          placeHead={t('dashboard.until')}
          forecast={forecast}
          lines={[
            { id: 'set', label: t('dashboard.pinsSet'), tone: 'open', values: [...pins, ...pinsAhead] },
            {
              id: 'closed',
              label: t('dashboard.pinsClosed'),
              tone: 'closed',
              values: [...closed, ...valuesAhead(closed, pinsAhead)],
            },
          ]}
        />
      </div>
      <div>
        <h3>{t('dashboard.tasksOverTime')}</h3>
        <LineChart
          label={t('dashboard.tasksOverTime')}
          width={width}
          places={places}
          placeHead={t('dashboard.until')}
          forecast={forecast}
          lines={[
            { id: 'given', label: t('dashboard.tasksGiven'), tone: 'open', values: [...tasks, ...tasksAhead] },
            {
              id: 'done',
              label: t('dashboard.tasksDone'),
              tone: 'done',
              values: [...done, ...valuesAhead(done, tasksAhead)],
            },
          ]}
        />
      </div>
    </Grid>
  );
}

function ageWords(t: Translator, upTo: number | null): string {
  if (upTo === null) return t('dashboard.olderThan', { days: AGE_LIMITS_DAYS.at(-2) ?? 0 });
  const before = AGE_LIMITS_DAYS[AGE_LIMITS_DAYS.indexOf(upTo as (typeof AGE_LIMITS_DAYS)[number]) - 1];
  return before == null ? t('dashboard.upTo', { days: upTo }) : t('dashboard.between', { from: before + 1, to: upTo });
}

function PinCards({ projectId, data: { pins } }: PartProps) {
  const t = useT();
  const categories = useRows('category', projectId);
  const titleOf = (id: string | null) =>
    id === null ? t('dashboard.noCategory') : (categories?.find((category) => category.id === id)?.title ?? '…');
  return (
    <>
      <FigureCard title={t('dashboard.pinsByStatus')}>
        <StackBar
          label={t('dashboard.pinsByStatus')}
          parts={pins.status.map(({ status, count }) => ({
            ...{ id: status, label: t(`pin.status.${status}`), value: count, tone: status },
            href: pinsWith(projectId, { status: [status] }),
          }))}
        />
      </FigureCard>
      <FigureCard title={t('dashboard.pinsByCategory')}>
        <BarList
          label={t('dashboard.pinsByCategory')}
          bars={pins.categories.map(({ categoryId, open, closed }) => ({
            id: categoryId ?? 'none',
            label: titleOf(categoryId),
            value: open,
            valueText: t('dashboard.openOf', { open, count: open + closed }),
            // The pin filter cannot express pins without a category.
            href: categoryId === null ? undefined : pinsWith(projectId, { status: ['open'], category: [categoryId] }),
          }))}
        />
      </FigureCard>
      <FigureCard title={t('dashboard.pinsByAge')}>
        <BarList
          label={t('dashboard.pinsByAge')}
          bars={pins.ages.map(({ upTo, from, to, count }) => ({
            id: String(upTo),
            label: ageWords(t, upTo),
            value: count,
            tone: upTo === null ? ('warning' as const) : ('open' as const),
            href: pinsWith(projectId, {
              ...{ status: ['open' as const] },
              ...(from !== null && { createdFrom: from }),
              ...(to !== null && { createdTo: to }),
            }),
          }))}
        />
      </FigureCard>
    </>
  );
}

const dueWords = (t: Translator, due: Data['tasks']['dues'][number]['due']): string => t(`dashboard.due.${due}`);

function TaskCards({ projectId, data: { tasks } }: PartProps) {
  const t = useT();
  return (
    <>
      <FigureCard title={t('dashboard.tasksByStatus')}>
        <StackBar
          label={t('dashboard.tasksByStatus')}
          parts={tasks.status
            .filter((one) => one.count > 0 || one.status !== 'draft')
            .map(({ status, count }) => ({
              ...{ id: status, label: t(`task.status.${status}`), value: count, tone: status },
              href: tasksWith(projectId, { status: [status] }),
            }))}
        />
      </FigureCard>
      <FigureCard title={t('dashboard.tasksByCraft')}>
        <BarList
          label={t('dashboard.tasksByCraft')}
          bars={tasks.crafts.map(({ craft, open, overdue }) => ({
            id: craft ?? 'further',
            label: craft === null ? t('dashboard.furtherCrafts') : craft || t('dashboard.noCraft'),
            value: open,
            tone: overdue > 0 ? ('overdue' as const) : ('open' as const),
            valueText: overdue > 0 ? t('dashboard.ofOverdue', { open, overdue }) : undefined,
            href: craft ? tasksWith(projectId, { status: [...WAITING], craft: [craft] }) : undefined,
          }))}
        />
      </FigureCard>
      <FigureCard title={t('dashboard.tasksByDue')}>
        <BarList
          label={t('dashboard.tasksByDue')}
          bars={tasks.dues.map(({ due, from, to, count }) => ({
            id: due,
            label: dueWords(t, due),
            value: count,
            tone: due === 'overdue' ? ('overdue' as const) : ('open' as const),
            href:
              due === 'none'
                ? undefined
                : tasksWith(projectId, {
                    status: [...WAITING],
                    ...(from !== null && { dueFrom: from }),
                    ...(to !== null && { dueTo: to }),
                  }),
          }))}
        />
      </FigureCard>
    </>
  );
}

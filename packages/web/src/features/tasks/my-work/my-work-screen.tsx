// My work, the home screen: everything that waits for the user in all projects, the most urgent first.
import { type Issue, MAX_WORK, type WorkGroup } from '@plumbline/core/features/tasks/my-work';
import type { TextKey } from '@plumbline/locales/keys';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { NetworkFailure } from '../../../api/failure.ts';
import { useOfflineProjects } from '../../../local/use-rows.ts';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { HOME, taskAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { LocalIssuePicture, pinAppearance } from '../../../shared/site/pins/issue-picture.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { SuccessIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { IssueBeside, useIssueBeside } from '../issue/issue-beside.tsx';
import { IssueCard } from '../issue/issue-card.tsx';
import { setAppBadge } from './app-badge.ts';
import { LastPlan } from './last-plan.tsx';
import { LocalProjectWork, type LocalWork } from './local-work.tsx';
import { Mentions } from './mentions.tsx';
import { NoWork } from './no-work.tsx';
import { groupsOf, useIssueMoves, useMyWork, type WorkFilter, type WorkGroups } from './use-my-work.ts';
import './my-work.css';
import '../../../ui/marks/status.css';

const FIRST_SIZE = 100;

const GROUP_WORDS = {
  overdue: 'task.status.overdue',
  today: 'task.today',
  week: 'time.thisWeek',
  later: 'work.later',
  verify: 'dashboard.toVerify',
} as const satisfies Record<WorkGroup, TextKey>;

/** The choices of a filter: each project or trade of the tasks, once. */
function choicesOf(issues: readonly Issue[], of: (issue: Issue) => { id: string; label: string }) {
  const choices = new Map(issues.map((issue) => [of(issue).id, of(issue).label]));
  return [...choices].filter(([id]) => id !== '').map(([id, label]) => ({ id, label }));
}

const isShown = ({ project, craft }: WorkFilter, issue: Issue): boolean =>
  (!project || project.includes(issue.projectId)) && (!craft || craft.includes(issue.craft));

const byDue = (a: Issue, b: Issue): number => {
  const [x, y] = [a.dueDate ?? '9', b.dueDate ?? '9'];
  return x < y ? -1 : x > y ? 1 : 0;
};

const NOTHING: readonly Issue[] = [];
const NO_WORK: ReadonlyMap<string, LocalWork> = new Map();

/** A heading and four cards. */
function WaitingCards() {
  const t = useT();
  return (
    <Stack gap={4} aria-busy="true">
      <span className="ui-hidden">{t('ui.loading')}</span>
      <Skeleton width="140px" />
      {[62, 48, 70, 54].map((width) => (
        <Row key={width} gap={3} align="center">
          <Box as="span" box={84} fixed>
            <Skeleton shape="block" />
          </Box>
          <Stack gap={2} grow>
            <Skeleton width={`${width}%`} />
            <Skeleton width={`${width - 24}%`} />
            <Skeleton width={`${width - 8}%`} />
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}

type WorkList = {
  groups: WorkGroups;
  /** Whether there are more than are listed: of the tasks of this person, and of those to verify. */
  cut: boolean | undefined;
  cutVerify: boolean | undefined;
  /** Where the pictures come from, of tasks from this device. */
  local: ReadonlyMap<string, LocalWork> | undefined;
};

type WorkCardsProps = Pick<ReturnType<typeof useIssueMoves>, 'onMove' | 'busy' | 'moved'> & {
  list: WorkList;
  /** The tasks are of several projects. */
  several: boolean;
};

const WorkCards = memo(({ list, several, onMove, busy, moved }: WorkCardsProps) => {
  const t = useT();
  const open = useIssueBeside();
  const openId = open && 'task' in open ? open.task : undefined;
  const { groups, cut, cutVerify, local } = list;
  // The last group of a part that was not read to its end.
  const last = groups.findLast(({ group }) => group !== 'verify')?.group;
  const pictureOf = (issue: Issue) => {
    const pin = local?.get(issue.projectId)?.pins.get(issue.pinId);
    return (
      pin && <LocalIssuePicture pin={pin} taskId={issue.id} appearance={pinAppearance(pin, issue.categoryColour)} />
    );
  };
  const cardOf = (issue: Issue) => {
    const status = moved.get(issue.id);
    return (
      <li key={issue.id}>
        <IssueCard
          issue={status === undefined ? issue : { ...issue, status, shownStatus: status, move: null }}
          href={taskAddress(issue.projectId, issue.id)}
          project={several}
          picture={pictureOf(issue)}
          onMove={onMove}
          isBusy={busy.has(issue.id)}
          isOpen={issue.id === openId}
        />
      </li>
    );
  };
  return groups.map(({ group, issues }) => (
    <section key={group} className="work-group" data-group={group}>
      <Row
        as="h2"
        gap={2}
        pad="2 0"
        size="l"
        weight="strong"
        ink={group === 'overdue' ? 'danger' : undefined}
        surface="behind"
        className="work-heading"
      >
        <span>{t(GROUP_WORDS[group])}</span>
        <span className="ui-count">
          {t.number(issues.length)}
          {(group === 'verify' ? cutVerify : group === last && cut) && '+'}
        </span>
      </Row>
      <ul>{issues.map(cardOf)}</ul>
    </section>
  ));
});

export function MyWorkScreen() {
  return (
    <IssueBeside>
      <WorkList />
    </IssueBeside>
  );
}

/** Rendered again only for its own reasons, not when a task opens beside it. */
const WorkList = memo(() => {
  const t = useT();
  const [filter, setFilter] = useState<WorkFilter>({});
  const [size, setSize] = useState(FIRST_SIZE);
  const all = useMyWork({}, size);
  const filtered = useMyWork(filter, size);
  const offline = filtered.error instanceof NetworkFailure && !filtered.data;
  const held = useOfflineProjects();
  const [local, setLocal] = useState(NO_WORK);
  const onFound = useCallback(
    (projectId: string, work: LocalWork) => setLocal((now) => new Map([...now, [projectId, work]])),
    [],
  );
  const { onMove, busy, moved } = useIssueMoves();

  const here = useMemo(() => [...local.values()].flatMap(({ issues }) => issues).sort(byDue), [local]);
  const listed = all.data ? [...all.data.assigned.content, ...all.data.verify.content] : offline ? here : NOTHING;
  const shown = useMemo(
    () =>
      filtered.data
        ? [...filtered.data.assigned.content, ...filtered.data.verify.content]
        : here.filter((issue) => isShown(filter, issue)),
    [filtered.data, here, filter],
  );
  const { assigned, verify } = filtered.data ?? {};
  const more = assigned?.more === true || verify?.more === true;
  const pins = filtered.data ? undefined : local;
  const list: WorkList = useMemo(
    () => ({ groups: groupsOf(shown), cut: assigned?.more, cutVerify: verify?.more, local: pins }),
    [shown, assigned, verify, pins],
  );
  // What was pressed is drawn before two hundred cards are; what belongs to the cards appears with them, so that nothing
  // moves. (React takes undefined as no initial value.)
  const drawn = useDeferredValue<WorkList | null>(filtered.isPending ? null : list, null);
  const urgent = groupsOf(listed).reduce(
    (sum, { group, issues }) => (group === 'overdue' || group === 'today' ? sum + issues.length : sum),
    0,
  );
  useEffect(() => setAppBadge(urgent), [urgent]);

  const projects = choicesOf(listed, ({ projectId, projectTitle }) => ({ id: projectId, label: projectTitle }));
  const crafts = choicesOf(listed, ({ craft }) => ({ id: craft, label: craft }));
  const isFiltered = filter.project !== undefined || filter.craft !== undefined;
  const several = projects.length > 1;

  return (
    <Box scroll grow data-scroll-restoration-id="work">
      <ScreenHead title={t('nav.work')} path={[{ id: 'work', label: t('nav.work'), href: HOME }]} />
      {offline && held.map((project) => <LocalProjectWork key={project.id} project={project} onFound={onFound} />)}
      <Stack fluid gap={4} most={960} middle pad="4 edge 12" className="work-inner">
        <h1 className="ui-hidden">{t('nav.work')}</h1>
        <LastPlan />
        {offline && <Notice kind="offline">{t('work.offline')}</Notice>}
        {drawn && (several || crafts.length > 1) && (
          <Stack gap={2} className="work-filters">
            {several && (
              <FilterChips
                label={t('nav.projects')}
                hideLabel
                choices={projects}
                value={filter.project}
                onChange={(project) => setFilter({ ...filter, project })}
              />
            )}
            {crafts.length > 1 && (
              <FilterChips
                label={t('task.craft')}
                hideLabel
                choices={crafts}
                value={filter.craft}
                onChange={(craft) => setFilter({ ...filter, craft })}
              />
            )}
          </Stack>
        )}
        {!drawn ? (
          <WaitingCards />
        ) : filtered.isError && !filtered.data && !offline ? (
          <ErrorView failure={shownFailure(t, filtered.error)} onRetry={() => void filtered.refetch()} />
        ) : list.groups.length === 0 ? (
          isFiltered ? (
            <EmptyState
              icon={SuccessIcon}
              title={t('task.noneFound')}
              action={<Button onPress={() => setFilter({})}>{t('task.filterClear')}</Button>}
            />
          ) : (
            <NoWork />
          )
        ) : (
          <WorkCards {...{ list: drawn, several, onMove, busy, moved }} />
        )}
        {drawn && more && size < MAX_WORK && (
          <Button wide isPending={filtered.isFetching} onPress={() => setSize(MAX_WORK)}>
            {t('ui.showMore')}
          </Button>
        )}
        {drawn && !offline && !isFiltered && <Mentions />}
      </Stack>
    </Box>
  );
});

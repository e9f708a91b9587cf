// Project activity by day: who did what, with links to where it happened.

import { ACTIVITY_GROUPS } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { dashboardAddress } from '../../shared/navigation/addresses.ts';
import { type People, usePeople } from '../../shared/site/people.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FilterButton } from '../../ui/fields/filter-button.tsx';
import { ActivityIcon, IconMark } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { useIssueBeside } from '../tasks/issue/issue-beside.tsx';
import { grouped, isAbout, issueHref, picturedPins } from './activity-groups.ts';
import { ActivityPictures } from './activity-pictures.tsx';
import { activityText, iconOf, LINKED, linkedSubjects } from './activity-text.ts';
import { type ActivityFilter, useActivity } from './use-dashboard.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Parses the filter from the URL; invalid values are dropped. */
function readActivityFilter(search: Readonly<Record<string, unknown>>): ActivityFilter {
  const text = (name: string, like: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && like.test(value) ? value : undefined;
  };
  const group = ACTIVITY_GROUPS.find((known) => known === search.group);
  const [person, from, to] = [text('person', UUID), text('from', DAY), text('to', DAY)];
  return { ...(person && { person }), ...(group && { group }), ...(from && { from }), ...(to && { to }) };
}

export function ActivityFeed({ projectId }: { projectId: string }) {
  const t = useT();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filter = readActivityFilter(search);
  const activity = useActivity(projectId, filter);
  const phone = useMedia(PHONE);
  const [filtering, setFiltering] = useState(false);
  return (
    <Stack fluid gap={5} most={860} middle>
      {phone && (
        <Row>
          <FilterButton count={Object.keys(filter).length} onPress={() => setFiltering(!filtering)} />
        </Row>
      )}
      {(filtering || !phone) && <ActivityFilters projectId={projectId} filter={filter} />}
      {activity.isPending && <Skeleton lines={8} />}
      {activity.isError && !activity.entries && (
        <ErrorView failure={shownFailure(t, activity.error)} onRetry={() => void activity.refetch()} />
      )}
      {activity.entries?.length === 0 && <EmptyState icon={ActivityIcon} title={t('dashboard.nothing')} />}
      {activity.entries && <Days projectId={projectId} entries={activity.entries} />}
      {activity.hasNextPage && (
        <div className="dashboard-more">
          <Button isPending={activity.isFetchingNextPage} onPress={() => void activity.fetchNextPage()}>
            {t('dashboard.more')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function ActivityFilters({ projectId, filter }: { projectId: string; filter: ActivityFilter }) {
  const t = useT();
  const navigate = useNavigate();
  const people = usePeople(projectId);
  const go = (next: ActivityFilter) => {
    const given = Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const query = new URLSearchParams(given).toString();
    void navigate({ href: `${dashboardAddress(projectId, true)}${query && `?${query}`}`, replace: true });
  };
  const members = people.members
    .map((member) => ({ id: member.userId, label: people.nameOf(member.userId) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, t.locale));
  return (
    <Grid as="fieldset" columns="fit" min={150} gap={3} className="dashboard-filters">
      <legend className="ui-hidden">{t('dashboard.filter')}</legend>
      <Select
        label={t('dashboard.who')}
        value={filter.person ?? 'all'}
        choices={[{ id: 'all', label: t('dashboard.everyone') }, ...members]}
        onChange={(id) => go({ ...filter, person: id === 'all' ? undefined : id })}
      />
      <Select
        label={t('dashboard.what')}
        value={filter.group ?? 'all'}
        choices={[
          { id: 'all', label: t('dashboard.everything') },
          ...ACTIVITY_GROUPS.map((id) => ({ id, label: t(`dashboard.group.${id}`) })),
        ]}
        onChange={(id) => go({ ...filter, group: ACTIVITY_GROUPS.find((known) => known === id) })}
      />
      <DateField
        label={t('dashboard.from')}
        value={filter.from ?? null}
        onChange={(day) => go({ ...filter, from: day ?? undefined })}
      />
      <DateField
        label={t('dashboard.to')}
        value={filter.to ?? null}
        onChange={(day) => go({ ...filter, to: day ?? undefined })}
      />
    </Grid>
  );
}

function Days({ projectId, entries }: { projectId: string; entries: readonly ActivityEntry[] }) {
  const t = useT();
  const people = usePeople(projectId);
  // Changes of an import, or made offline, arrive in another order.
  const byTime = entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const days = [...Map.groupBy(byTime, (one) => t.date(new Date(one.at), 'long'))].map(
    ([day, reported]) => [day, grouped(reported)] as const,
  );
  const open = useIssueBeside();
  const [pressed, setPressed] = useState<number>();
  const about = open ? days.flatMap(([, groups]) => groups.flat()).filter((entry) => isAbout(entry, open)) : [];
  // The entry that the issue was opened from, else its newest.
  const current = (about.find(({ position }) => position === pressed) ?? about[0])?.position;
  return days.map(([day, groups]) => (
    <Stack as="section" key={day} gap={3}>
      <Text as="h2" size="s" ink={2}>
        {day}
      </Text>
      <Stack as="ol" gap={4}>
        {groups.map((group, at) => (
          <Entry
            key={group[0]?.position}
            projectId={projectId}
            people={people}
            group={group}
            shown={picturedPins(group, groups[at - 1])}
            current={current}
            onOpen={setPressed}
          />
        ))}
      </Stack>
    </Stack>
  ));
}

/** What happened, with each pin as a link where the sentence names it. */
function Story({ projectId, group, people, current, onOpen }: Omit<EntryProps, 'shown'>) {
  const t = useT();
  const [entry] = group;
  if (!entry) return null;
  const pins = group.filter(({ pin }) => pin !== null);
  const subjects = linkedSubjects(t, pins.length);
  const shown = { ...entry, text: entry.pin ? entry.text : t.list(group.map((one) => one.text)) };
  const personOf = (id: string) => people.everAssignable.find((one) => one.id === id)?.name || undefined;
  const [first, ...rest] = activityText(t, shown, subjects.text, personOf).split(LINKED);
  return (
    <p>
      {first}
      {rest.map((after, at) => {
        const linked = pins[at];
        const { number = null, title = '' } = linked?.pin ?? {};
        const name = [number === null ? '' : `#${number}`, title].filter(Boolean).join(' ');
        return (
          <span key={linked?.position ?? at}>
            {linked && (
              <a
                href={issueHref(projectId, linked)}
                onClick={() => onOpen(linked.position)}
                {...(linked.position === current && { 'aria-current': 'true' as const })}
              >
                <bdi>{name || t('pin.untitled')}</bdi>
              </a>
            )}
            {after}
          </span>
        );
      })}
    </p>
  );
}

type EntryProps = {
  projectId: string;
  people: People;
  group: readonly ActivityEntry[];
  shown: readonly ActivityEntry[];
  /** The position of the entry whose issue is open beside the feed. */
  current: number | undefined;
  onOpen: (position: number) => void;
};

function Entry({ projectId, people, group, shown, current, onOpen }: EntryProps) {
  const t = useT();
  const [entry] = group;
  if (!entry) return null;
  const { text, kind } = entry;
  const quoted = kind === 'comment' || kind === 'photos' || kind === 'sketch' || kind === 'taskGiven';
  return (
    <Grid
      as="li"
      gap={3}
      columns="32px rest auto"
      className="dashboard-entry"
      data-open={group.some(({ position }) => position === current) ? '' : undefined}
    >
      <Stack as="span" gap={0} center ink={2} corner="full" className="dashboard-entry-mark">
        <IconMark icon={iconOf(kind)} />
      </Stack>
      <div>
        <Story {...{ projectId, group, people, current, onOpen }} />
        {quoted && text !== '' && text !== entry.pin?.title && <blockquote>{text}</blockquote>}
        <ActivityPictures {...{ projectId, group, shown, onOpen }} />
      </div>
      <time dateTime={entry.at}>{t.time(new Date(entry.at))}</time>
    </Grid>
  );
}

// The activity log of the organisation: who signed in and who changed accounts, users, policies and projects; exported as a table.
import {
  ACTIVITY_GROUPS,
  type ActivityEntry,
  type ActivityGroup,
  activityText,
  organisationActivity,
} from '@plumbline/core/features/organisations/activity-log';
import { inOneLine } from '@plumbline/locales/one-line';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import { MisreadFilter } from '../../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { plansAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { ActivityIcon } from '../../../ui/icons.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { NARROW, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ListExport } from '../../exports/list-export.tsx';
import '../../../ui/data/management-list.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The filter, as the address has it. */
type ActivityView = { group?: ActivityGroup; person?: string; from?: string; to?: string };

/** Invalid values are dropped. */
function readActivityView(search: Readonly<Record<string, unknown>>): ActivityView {
  const text = (name: string, like: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && like.test(value) ? value : undefined;
  };
  const group = ACTIVITY_GROUPS.find((one) => one === search.group);
  const [person, from, to] = [text('person', UUID), text('from', DAY), text('to', DAY)];
  return { ...(group && { group }), ...(person && { person }), ...(from && { from }), ...(to && { to }) };
}

function activityAddress(view: ActivityView): string {
  const query = new URLSearchParams(view).toString();
  return `${userManagementAddress('activity')}${query && `?${query}`}`;
}

const useActivityLog = (view: ActivityView) =>
  useInfiniteQuery({
    queryKey: ['organisation', 'activity', view],
    queryFn: ({ pageParam, signal }) =>
      call(
        organisationActivity,
        { query: { ...view, ...(pageParam !== undefined && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

type Person = ActivityEntry['actor'];

/** The name as a link to everything this person has done. */
function PersonLink({ person, view }: { person: Person; view: ActivityView }) {
  const t = useT();
  if (person === null) return null;
  const name = person.name || t('activity.erased');
  if (person.id === null || person.id === view.person) return <bdi className="ui-table-text">{name}</bdi>;
  return (
    <a className="ui-table-text" href={activityAddress({ ...view, person: person.id })}>
      <bdi>{name}</bdi>
    </a>
  );
}

function Filters({ view, onChange }: { view: ActivityView; onChange: (next: ActivityView) => void }) {
  const t = useT();
  const groupLabel = {
    signIn: t('activity.group.signIn'),
    accounts: t('activity.group.accounts'),
    users: t('organisation.tab.users'),
    organisation: t('organisation.tab.organisation'),
    projects: t('nav.projects'),
  };
  const { group: _group, from: _from, to: _to, ...person } = view;
  const change = (part: { [Field in 'group' | 'from' | 'to']?: ActivityView[Field] | null }) => {
    const { group, from, to } = { ...view, ...part };
    onChange({ ...person, ...(group && { group }), ...(from && { from }), ...(to && { to }) });
  };
  return (
    <Grid as="fieldset" columns="fit" min={160} gap={3} align="end" grow>
      <legend className="ui-hidden">{t('dashboard.filter')}</legend>
      <Select
        label={t('dashboard.what')}
        value={view.group ?? 'all'}
        choices={[
          { id: 'all', label: t('dashboard.everything') },
          ...ACTIVITY_GROUPS.map((id) => ({ id, label: groupLabel[id] })),
        ]}
        onChange={(id) => change({ group: ACTIVITY_GROUPS.find((one) => one === id) ?? null })}
      />
      <DateField label={t('dashboard.from')} value={view.from ?? null} onChange={(from) => change({ from })} />
      <DateField label={t('dashboard.to')} value={view.to ?? null} onChange={(to) => change({ to })} />
    </Grid>
  );
}

const NO_FILTER = { group: undefined, person: undefined, from: undefined, to: undefined };

export function ActivityTab() {
  const t = useT();
  const navigate = useNavigate();
  const narrow = useMedia(NARROW);
  const view = readActivityView(useSearch({ strict: false }) as Record<string, unknown>);
  const list = useActivityLog(view);
  const go = (next: ActivityView) => void navigate({ href: activityAddress(next), replace: true });
  const rows = list.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const what = (entry: ActivityEntry) => activityText(entry, (key) => (t.has(key) ? t(key) : key));
  const project = ({ project: one }: ActivityEntry) =>
    one && (
      <a className="ui-table-text" href={plansAddress(one.id)}>
        {one.title}
      </a>
    );
  const columns: TableColumn<ActivityEntry>[] = [
    { id: 'at', header: t('field.clock'), width: '172px', cell: ({ at }) => t.dateTime(new Date(at)) },
    {
      id: 'actor',
      header: t('dashboard.who'),
      width: 'minmax(140px, 1.2fr)',
      cell: ({ actor }) => <PersonLink person={actor} view={view} />,
    },
    { id: 'what', header: t('dashboard.activity'), width: 'minmax(220px, 2.4fr)', cell: what },
    {
      id: 'subject',
      header: t('activity.subject'),
      width: 'minmax(140px, 1.2fr)',
      cell: ({ subject }) => <PersonLink person={subject} view={view} />,
    },
    { id: 'project', header: t('project.partName'), width: 'minmax(140px, 1.2fr)', cell: project },
  ];
  const common = {
    label: t('organisation.tab.activity'),
    rows,
    idOf: ({ cursor }: ActivityEntry) => cursor,
    loading: list.isPending ? ('first' as const) : list.isFetchingNextPage ? ('more' as const) : undefined,
    onEnd: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    empty: <EmptyState icon={ActivityIcon} title={t('dashboard.nothing')} />,
  };
  const { person, ...everyone } = view;
  return (
    <Stack gap={3} fill anchor rows="head" least={320} className="users">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]} />
      <Stack gap={2}>
        <MisreadFilter read={{ ...NO_FILTER, ...view }} onDrop={() => go(view)} />
        <Row gap={3} align="end">
          <Filters view={view} onChange={go} />
          <ListExport
            title={t('organisation.tab.activity')}
            path="/api/organisation/exports/activity"
            query={new URLSearchParams(view)}
          />
        </Row>
        {person !== undefined && (
          <span>
            <Button size="s" onPress={() => go(everyone)}>
              {t('activity.everyone')}
            </Button>
          </span>
        )}
      </Stack>
      <Box flat className="users-table">
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : narrow ? (
          <VirtualList {...common} rowHeight={88}>
            {(entry) => (
              <Stack gap={0.5} shrink grow>
                <strong className="ui-table-text">{what(entry)}</strong>
                <span className="ui-table-text">
                  <PersonLink person={entry.actor} view={view} />
                  {entry.subject && ' → '}
                  <PersonLink person={entry.subject} view={view} />
                </span>
                <Text size="s" ink={2} className="ui-table-text">
                  {inOneLine([t.dateTime(new Date(entry.at)), entry.project?.title])}
                </Text>
              </Stack>
            )}
          </VirtualList>
        ) : (
          <VirtualTable {...common} columns={columns} minWidth="900px" />
        )}
      </Box>
    </Stack>
  );
}

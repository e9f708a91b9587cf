// The groups of a project with pin count and creator. Works offline, from local data.
import { can } from '@plumbline/core/access/capabilities';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useProject, useRow } from '../../local/use-rows.ts';
import { MisreadFilter } from '../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { NameDialog } from '../../shared/dialogs/name-dialog.tsx';
import { groupAddress, groupsAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { usePeople } from '../../shared/site/people.ts';
import { useJoinedPins } from '../../shared/site/pins/use-pins.ts';
import { useToday } from '../../shared/site/today.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { type TableColumn, VirtualTable } from '../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { AddIcon, FilterIcon, GroupIcon, IconMark, LockIcon } from '../../ui/icons.tsx';
import { ActionBar } from '../../ui/layout/page.tsx';
import { Box, Row, Stack, Text, Toolbar } from '../../ui/layout/primitives.tsx';
import { TABLET, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { ListExport } from '../exports/list-export.tsx';
import { countOfGroup, countWords, useGroups } from '../pins/groups/use-groups.ts';
import {
  type CountedGroup,
  exportQuery,
  type GroupsView,
  readGroupsView,
  viewGroups,
  writeGroupsView,
} from './groups-view.ts';
import '../pins/groups/groups.css';

const TOUCH_ROW_PX = 68;

const icon = (group: GroupRow) => (group.kind === 'smart' ? FilterIcon : GroupIcon);

export function GroupsScreen({ projectId }: { projectId: string }) {
  const t = useT();
  const hand = useMedia(TABLET);
  const project = useProject(projectId);
  const actor = useActor(projectId);
  const site = useRow('project', projectId);
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const navigate = useNavigate();
  const act = useAct(projectId);
  const view = readGroupsView(useSearch({ strict: false }) as Record<string, unknown>);
  const groups = useGroups(projectId);
  const pins = useJoinedPins(projectId);
  const [naming, setNaming] = useState(false);
  const key = JSON.stringify(view);
  const titles = groups?.map((group) => `${group.id} ${group.changedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the view and the groups
  const rows = useMemo(() => {
    if (!groups || !pins) return undefined;
    const counted = groups.map((group) => ({ group, count: countOfGroup(group, pins, today) }));
    return viewGroups(counted, view, t.locale);
  }, [titles, pins, key, today, t]);

  if (project.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (project.state === 'failed') return <ErrorView screen failure={shownFailure(t, project.error)} />;
  if (actor && !can(actor.role, 'group.view')) {
    return (
      <>
        <ScreenHead title={t('group.list')} />
        <EmptyState screen icon={LockIcon} title={t('group.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      </>
    );
  }
  const go = (next: Partial<GroupsView>) =>
    void navigate({ to: groupsAddress(projectId), search: writeGroupsView({ ...view, ...next }), replace: true });
  const open = (groupId: string) => void navigate({ href: groupAddress({ projectId, groupId, viewType: 'list' }) });
  const next = actor && can(actor.role, 'group.create') && (
    <Button kind="next" icon={AddIcon} onPress={() => setNaming(true)}>
      {t('group.new')}
    </Button>
  );
  const create = async (title: string) => {
    const id = crypto.randomUUID();
    const done = await act('group.create', { id, title });
    if (done) open(id);
    return done;
  };
  const hasGroups = groups === undefined || groups.length > 0 || project.state === 'loading';
  const shared = {
    label: t('group.list'),
    rows: rows ?? [],
    idOf: ({ group }: CountedGroup) => group.id,
    onOpen: ({ group }: CountedGroup) => open(group.id),
    loading: rows === undefined || (project.state === 'loading' && rows.length === 0) ? ('first' as const) : undefined,
    empty: <EmptyState icon={GroupIcon} title={t('group.noneFound')} />,
  };
  const columns: TableColumn<CountedGroup>[] = [
    {
      id: 'title',
      header: t('group.title'),
      width: 'minmax(220px, 1fr)',
      sortable: true,
      cell: ({ group }) => (
        <Row as="span" gap={3} shrink grow icons="quiet">
          <IconMark icon={icon(group)} />
          <span className="group-title">{group.title}</span>
        </Row>
      ),
    },
    { id: 'kind', header: t('group.kind'), width: '128px', cell: ({ group }) => t(`group.kind.${group.kind}`) },
    {
      id: 'count',
      header: t('group.pins'),
      width: '120px',
      align: 'end',
      sortable: true,
      cell: ({ count }) => <span className="ui-figures">{countWords(t, count)}</span>,
    },
    {
      id: 'createdBy',
      header: t('group.createdBy'),
      width: 'minmax(140px, 200px)',
      cell: ({ group }) => people.nameOf(group.createdBy),
    },
    {
      id: 'createdAt',
      header: t('group.createdAt'),
      width: '140px',
      sortable: true,
      cell: ({ group }) => t.date(new Date(group.createdAt), 'medium'),
    },
  ];
  const list = hasGroups ? (
    <>
      {hand && next && <ActionBar>{next}</ActionBar>}
      <Toolbar gap={3} pad="3 edge" fixed line="below" className="groups-tools">
        <MisreadFilter read={{ state: view.state }} onDrop={() => go({})} />
        <SearchField
          label={t('group.search')}
          value={view.search ?? ''}
          maxLength={200}
          onChange={(text) => go({ search: text || undefined })}
        />
        <SegmentedControl
          label={t('group.state')}
          value={view.state}
          onChange={(state) => go({ state })}
          segments={(['active', 'inactive'] as const).map((id) => ({ id, label: t(`group.state.${id}`) }))}
        />
        {rows && (
          <ListExport
            title={[site?.title, t('group.list')].filter(Boolean).join(' – ')}
            path={`/api/pins-api/projects/${projectId}/exports/groups`}
            query={exportQuery(view)}
            print={{
              rows,
              columns,
              idOf: ({ group }) => group.id,
              filter: [t(`group.state.${view.state}`), ...(view.search ? [`“${view.search}”`] : [])],
            }}
          />
        )}
      </Toolbar>
      <Box grow flat className="groups-rows">
        {hand ? (
          <VirtualList {...shared} rowHeight={TOUCH_ROW_PX}>
            {({ group, count }) => (
              <Row as="span" gap={3} shrink grow>
                <Stack as="span" gap={0} center fixed ink={2} corner="m" className="group-sign">
                  <IconMark icon={icon(group)} />
                </Stack>
                <Stack as="span" gap={0.5} shrink grow>
                  <span className="group-title">{group.title}</span>
                  <Row as="span" gap={3} align="stretch" shrink ink={2} nowrap clip>
                    <span className="ui-figures">
                      {count > 100 ? t('pin.countMore') : t('group.pinCount', { count })}
                    </span>
                    <Text cut>{people.nameOf(group.createdBy)}</Text>
                    <span>{t.date(new Date(group.createdAt), 'medium')}</span>
                  </Row>
                </Stack>
              </Row>
            )}
          </VirtualList>
        ) : (
          <VirtualTable
            {...shared}
            columns={columns}
            minWidth="720px"
            sort={{ column: view.sort, direction: view.direction }}
            onSort={({ column, direction }) => go({ sort: column as GroupsView['sort'], direction })}
          />
        )}
      </Box>
    </>
  ) : (
    <EmptyState icon={GroupIcon} title={t('group.emptyTitle')} action={next}>
      {t('group.emptyHow')}
    </EmptyState>
  );
  return (
    <Stack column flat fill>
      <ScreenHead title={t('group.list')}>{!hand && hasGroups && next}</ScreenHead>
      <h1 className="ui-hidden">{t('group.list')}</h1>
      {list}
      {naming && (
        <NameDialog
          title={t('group.new')}
          detail={t('group.newEmpty')}
          label={t('group.title')}
          confirm={t('group.create')}
          needed={t('group.needTitle')}
          onSave={create}
          onClose={() => setNaming(false)}
        />
      )}
    </Stack>
  );
}

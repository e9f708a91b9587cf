// All pins of a project: a table on a desk with the pin beside it, a list in the hand. What is shown stands in the address.
import { can } from '@plumbline/core/access/capabilities';
import { filterCount, PIN_SORTS, type PinInContext } from '@plumbline/core/features/pins/filter';
import type { PlanRow } from '@plumbline/core/features/plans/schema';
import type { CategoryRow } from '@plumbline/core/features/projects/schema';
import type { Translator } from '@plumbline/locales/translate';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type PinsPlace, pinsAddress, planAddress } from '../../app/addresses.ts';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { shownFailure } from '../../app/shown-failure.ts';
import { useProject, useRow, useRowsBy } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { type TableColumn, VirtualTable } from '../../ui/data/virtual-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { IconMark, LockIcon, PhotoIcon, PinIcon } from '../../ui/icons.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { NARROW, PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { ReportDialog } from '../reports/report-dialog.tsx';
import { useActor } from './actor.ts';
import { readFilter, readOrder, writeList } from './filter-words.ts';
import { NO_COLOUR } from './no-colour.ts';
import { type People, usePeople } from './people.ts';
import { PinList, type PinListProps } from './pin-list.tsx';
import { nextDue, type PinOrder } from './pin-order.ts';
import { PinPanel } from './pin-panel.tsx';
import { TaskSummary } from './pin-row.tsx';
import { PinTools } from './pin-tools.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useToday } from './today.ts';
import { useCategories, useJoinedPins, useOrderedPins } from './use-pins.ts';
import './pin-list.css';

export function PinsScreen(place: PinsPlace) {
  const t = useT();
  const { projectId, planId, pinId, tab } = place;
  const phone = useMedia(PHONE);
  // Beside an open pin a table has no room on a tablet.
  const narrow = useMedia(NARROW);
  const project = useProject(projectId);
  const navigate = useNavigate();
  const pin = useRow('pin', pinId);
  const go = (change: Partial<PinsPlace>, replace = false) =>
    void navigate({ href: pinsAddress({ ...place, ...change }), replace });
  const filter = readFilter(place.search);
  const order = readOrder(place.search);

  if (project.state === 'gone') return <EmptyState icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (project.state === 'failed') return <ErrorView failure={shownFailure(t, project.error)} />;

  const panel = pinId !== undefined && (
    <PinPanel
      projectId={projectId}
      pinId={pinId}
      tab={tab ?? 'basic'}
      option={place.option}
      onTab={(next) => go({ tab: next === 'basic' ? undefined : next, option: undefined }, true)}
      onClose={() => go({ pinId: undefined, tab: undefined, option: undefined })}
      onShowOnPlan={
        pin?.planId
          ? () =>
              void navigate({ href: planAddress({ projectId, planId: pin.planId ?? '', viewType: 'split', pinId }) })
          : undefined
      }
    />
  );
  const shared = {
    projectId,
    planId,
    filter,
    onFilter: (next: typeof filter) => go({ search: writeList(next, order) || undefined }, true),
    order,
    onOrder: (next: typeof order) => go({ search: writeList(filter, next) || undefined }, true),
    selectedId: pinId ?? null,
    onSelect: (id: string) => go({ pinId: id, tab, option: undefined }),
  };
  const title = planId === 'noPlan' ? t('pin.noPlan') : t('pin.list');
  const head = (
    <>
      <ScreenHead title={title} />
      <h1 className="ui-hidden">{title}</h1>
    </>
  );
  if (phone) {
    return (
      <div className="pins-screen">
        {head}
        {panel || <PinList {...shared} />}
      </div>
    );
  }
  return (
    <div className="pins-screen">
      {head}
      <SplitPane
        storageKey="pins"
        label={t('pin.one')}
        side="end"
        initial={420}
        least={360}
        aside={panel}
        isOpen={pinId !== undefined}
      >
        {narrow && pinId !== undefined ? <PinList {...shared} /> : <PinTable {...shared} />}
      </SplitPane>
    </div>
  );
}

type PinTableProps = PinListProps & { order: PinOrder; onOrder: (order: PinOrder) => void };

function PinTable(props: PinTableProps) {
  const { projectId, planId, filter, onFilter, order, onOrder, selectedId, onSelect } = props;
  const t = useT();
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId) ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reporting, setReporting] = useState(false);
  const joined = useJoinedPins(projectId, planId);
  const rows = useOrderedPins(projectId, joined, filter, order);
  const mayReport = actor !== undefined && can(actor.role, 'report.create');
  const picked = rows?.filter(({ pin }) => chosen.has(pin.id)) ?? [];
  const filtered = filterCount(filter) > 0;

  return (
    <div className="pin-list" data-wide="">
      <PinTools
        projectId={projectId}
        filter={filter}
        onFilter={onFilter}
        order={order}
        onOrder={onOrder}
        pins={joined}
        count={rows?.length}
        withPlans
      />
      <div className="pin-list-rows">
        <VirtualTable
          label={t('pin.table')}
          rows={rows ?? []}
          columns={columnsOf(t, { people, categories, plans, today })}
          idOf={({ pin }) => pin.id}
          nameOf={({ pin }) => t('pin.numbered', { number: pin.number ?? '' })}
          leastWidth="860px"
          sort={{ column: order.by, direction: order.direction }}
          onSort={({ column, direction }) => {
            const by = PIN_SORTS.find((one) => one === column);
            if (by) onOrder({ by, direction });
          }}
          loading={rows === undefined ? 'first' : undefined}
          currentId={selectedId ?? undefined}
          onOpen={({ pin }) => onSelect(pin.id)}
          selection={mayReport ? { ids: chosen, onChange: setChosen } : undefined}
          empty={
            <EmptyState
              icon={PinIcon}
              title={filtered ? t('pin.noneFound') : t('pin.emptyTitle')}
              action={filtered && <Button onPress={() => onFilter({})}>{t('pin.filterClear')}</Button>}
            >
              {filtered ? undefined : planId === 'noPlan' ? t('pin.emptyNoPlan') : t('pin.emptyText')}
            </EmptyState>
          }
        />
      </div>
      {picked.length > 0 && rows && (
        <SelectionBar
          count={picked.length}
          total={rows.length}
          onAll={() => setChosen(new Set(rows.map(({ pin }) => pin.id)))}
          onEnd={() => setChosen(new Set())}
          onReport={() => setReporting(true)}
        />
      )}
      {reporting && (
        <ReportDialog
          projectId={projectId}
          pinIds={picked.map(({ pin }) => pin.id)}
          onClose={() => setReporting(false)}
          onMade={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}

type Around = {
  people: People;
  categories: ReadonlyMap<string, CategoryRow>;
  plans: readonly PlanRow[];
  today: string;
};

function columnsOf(t: Translator, { people, categories, plans, today }: Around): TableColumn<PinInContext>[] {
  const categoryOf = ({ pin }: PinInContext) => (pin.categoryId === null ? undefined : categories.get(pin.categoryId));
  return [
    {
      id: 'number',
      header: t('pin.number'),
      width: '92px',
      sortable: true,
      cell: (one) => (
        <>
          <PinMark colour={categoryOf(one)?.colour ?? NO_COLOUR} status={one.pin.status} size={22} />
          <span className="ui-figures">{one.pin.number ?? '–'}</span>
        </>
      ),
    },
    {
      id: 'title',
      header: t('pin.title'),
      width: 'minmax(180px, 3fr)',
      sortable: true,
      cell: ({ pin }) => pin.title || <span className="pin-row-untitled">{t('pin.untitled')}</span>,
    },
    {
      id: 'category',
      header: t('pin.category'),
      sortable: true,
      width: 'minmax(150px, 1.5fr)',
      cell: (one) => {
        const category = categoryOf(one);
        return category ? <Tag colour={category.colour}>{category.title}</Tag> : '';
      },
    },
    {
      id: 'status',
      header: t('pin.status'),
      sortable: true,
      width: '104px',
      cell: ({ pin }) => t(`pin.status.${pin.status}`),
    },
    {
      id: 'tasks',
      header: t('pin.openTasks'),
      width: '92px',
      cell: (one) => <TaskSummary one={one} today={today} bare />,
    },
    {
      id: 'dueDate',
      header: t('pin.sort.dueDate'),
      width: '112px',
      sortable: true,
      cell: ({ tasks }) => {
        const due = nextDue(tasks);
        return due === null ? '' : t.date(due);
      },
    },
    {
      id: 'photos',
      header: t('pin.photosShort'),
      width: '84px',
      cell: ({ posts }) => {
        const count = posts.filter((post) => post.active && post.type === 'Visuals').length;
        return count === 0 ? (
          ''
        ) : (
          <>
            <IconMark icon={PhotoIcon} className="pin-cell-icon" />
            {count}
          </>
        );
      },
    },
    {
      id: 'plan',
      header: t('pin.plan'),
      width: 'minmax(110px, 1.2fr)',
      cell: ({ pin }) => plans.find((plan) => plan.id === pin.planId)?.name ?? t('pin.without'),
    },
    {
      id: 'createdAt',
      header: t('pin.created'),
      sortable: true,
      width: '140px',
      cell: ({ pin }) => (
        <>
          <Avatar name={people.nameOf(pin.createdBy)} size={22} />
          {t.date(new Date(pin.createdAt))}
        </>
      ),
    },
  ];
}

import { can } from '@plumbline/core/access/capabilities';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { SavedViewQuery } from '@plumbline/core/site/rows/saved-views';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { useProject, useRow } from '../../local/use-rows.ts';
import { IgnoredFilter } from '../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { type PinsRoute, pinsAddress, planAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import {
  DEFAULT_PIN_ORDER,
  ignoredParts,
  readColumns,
  readFilter,
  readHidden,
  readOrder,
  writeList,
} from '../../shared/site/pins/pin-filter-url.ts';
import type { PinOrder } from '../../shared/site/pins/pin-order.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { NARROW, PHONE, TABLET, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { readQuery, writeQuery } from '../views/list-query.ts';
import { nameInAddress, useListViews, widthsKey } from '../views/use-list-views.ts';
import { FirstView, ViewMenu, ViewNotices, ViewTabs } from '../views/view-bar.tsx';
import { PinList } from './pin-list.tsx';
import { PinTable } from './pin-table.tsx';
import '../../shared/site/pins/pin-list.css';

const PinPanel = later(
  () => import('./panel/pin-panel.tsx').then((module) => module.PinPanel),
  <Waiting shape="panel" />,
);

/** Default page size where the URL names a page but no size. */
const PAGE = 50;

const GROUP_ORDER: PinOrder = { by: 'group', direction: 'ascending' };

type ShownList = {
  filter: PinFilter;
  order: PinOrder;
  columns: readonly string[] | undefined;
  hidden: readonly string[];
};

/** The parts of a stored query that the list understands. */
function normalisePins(query: SavedViewQuery): SavedViewQuery {
  const text = writeQuery(query);
  const order = readOrder(text);
  return readQuery(writeList(readFilter(text), order, readColumns(text), DEFAULT_PIN_ORDER, readHidden(text)));
}

export function PinsScreen(place: PinsRoute) {
  const t = useT();
  const project = useProject(place.projectId);
  const title = place.planId === 'noPlan' ? t('pin.noPlan') : t('pin.list');

  if (project.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (project.state === 'failed') return <ErrorView screen failure={shownFailure(t, project.error)} />;
  return (
    <PinsView
      place={place}
      addressOf={pinsAddress}
      head={
        <>
          <ScreenHead title={title} />
          <h1 className="ui-hidden">{title}</h1>
        </>
      }
      onShowOnPlan={({ projectId, planId, pinId }) => planAddress({ projectId, planId, viewType: 'split', pinId })}
    />
  );
}

type PinsViewProps = {
  place: PinsRoute;
  addressOf: (place: PinsRoute) => string;
  head: ReactNode;
  /** Only the pins of one group. */
  group?: GroupRow | undefined;
  /** The URL of a pin on its plan. */
  onShowOnPlan: (at: { projectId: string; planId: string; pinId: string }) => string;
};

/** The pin list with the open pin next to it; all of its state is in the URL. */
export function PinsView({ place, addressOf, head, group, onShowOnPlan }: PinsViewProps) {
  const t = useT();
  const { projectId, planId, pinId, tab } = place;
  const phone = useMedia(PHONE);
  // On a tablet there is no room for a table next to an open pin.
  const narrow = useMedia(NARROW);
  const tablet = useMedia(TABLET);
  const navigate = useNavigate();
  const actor = useActor(projectId);
  const act = useAct(projectId);
  const go = (change: Partial<PinsRoute>, replace = false) =>
    void navigate({ href: addressOf({ ...place, ...change }), replace });
  const query = useRouterState({ select: ({ location }) => location.searchStr.replace(/^\?/u, '') });
  // Links from other programs write the filter as a query.
  const address = place.search ?? (query || undefined);
  const views = useListViews(projectId, 'pins', readQuery(address), normalisePins);
  const search = views.open || views.missing ? writeQuery(views.query) : address;
  const filter = readFilter(search);
  const ignored = ignoredParts(search);
  const first = group?.kind === 'manual' ? GROUP_ORDER : DEFAULT_PIN_ORDER;
  const order = readOrder(search, first);
  const columns = readColumns(search);
  const hidden = readHidden(search);
  const current: ShownList = { filter, order, columns, hidden };
  const textOf = (next: Partial<ShownList>): string => {
    const { filter: f, order: o, columns: c, hidden: h } = { ...current, ...next };
    return writeList(f, o, c, first, h);
  };
  /** Shows the list with another filter, order or other columns; the view stays open. */
  const show = (next: Partial<ShownList>, page = place.page) => {
    const text = textOf(next);
    const { viewId, whole } = nameInAddress(views, readQuery(text));
    const parts = [...(viewId === undefined ? [] : [`view=${viewId}`]), ...(whole ? [text] : [])];
    go({ page, search: parts.filter(Boolean).join('&') || undefined }, true);
  };

  // A row is marked as open before its panel is rendered.
  const openId = useDeferredValue(pinId);
  const openTab = useDeferredValue(tab);
  const option = useDeferredValue(place.option);
  const openPin = useRow('pin', openId);
  const close = () => go({ pinId: undefined, tab: undefined, option: undefined });
  const panel = openId !== undefined && (
    <PinPanel
      projectId={projectId}
      pinId={openId}
      tab={openTab ?? 'basic'}
      option={option}
      onTab={(next, option) => go({ tab: next === 'basic' ? undefined : next, option }, option === undefined)}
      onClose={close}
      onShowOnPlan={
        openPin?.planId
          ? () => void navigate({ href: onShowOnPlan({ projectId, planId: openPin.planId ?? '', pinId: openPin.id }) })
          : undefined
      }
    />
  );
  const mayAdd =
    group === undefined &&
    (planId === undefined || planId === 'noPlan') &&
    actor !== undefined &&
    can(actor.role, 'pin.create');
  const add = async () => {
    const id = crypto.randomUUID();
    if (await act('pin.create', { id, planId: null, x: null, y: null }))
      go({ pinId: id, tab: undefined, option: 'edit' });
  };
  const paged = place.page !== undefined || place.size !== undefined;
  const firstPage = paged ? 0 : undefined;
  const shared = {
    projectId,
    planId,
    group,
    filter,
    onFilter: (next: typeof filter) => show({ filter: next }, firstPage),
    order,
    onOrder: (next: typeof order) => show({ order: next }, firstPage),
    // A private view opens for no one else, so a link to it carries its filter.
    link: views.open && !views.open.shared ? addressOf({ ...place, search: textOf({}) || undefined }) : undefined,
    paging: paged
      ? { page: place.page ?? 0, size: Math.max(1, place.size ?? PAGE), onPage: (page: number) => go({ page }) }
      : undefined,
    selectedId: pinId ?? null,
    onSelect: (id: string) => go({ pinId: id, tab, option: undefined }),
    onAdd: mayAdd ? () => void add() : undefined,
  };
  const listHref = (of?: string) => addressOf({ projectId, viewType: 'list', search: of });
  const bar = group === undefined &&
    planId === undefined && {
      projectId,
      list: 'pins' as const,
      views,
      shown: readQuery(textOf({})),
      hrefOf: (view?: { id: string }) => listHref(view && `view=${view.id}`),
      go: (href: string) => void navigate({ href }),
    };
  const top = (
    <>
      {head}
      {bar && !phone && <ViewTabs {...bar} />}
      {bar && <ViewNotices views={views} onLeave={() => bar.go(listHref())} />}
      <IgnoredFilter banner parts={ignored} onDrop={() => show({})} />
    </>
  );
  const firstView = bar && <FirstView {...bar} />;
  let list: ReactNode;
  if (views.pending) list = <Waiting shape="panel" />;
  else if (phone) list = <PinList {...shared} views={bar && <ViewMenu {...bar} />} />;
  else if (tablet || (narrow && openId !== undefined)) list = <PinList {...shared} firstView={firstView} />;
  else
    list = (
      <PinTable
        {...shared}
        beside={openId !== undefined}
        columns={columns}
        onColumns={(next) => show({ columns: next })}
        hidden={hidden}
        onHidden={(next) => show({ hidden: next })}
        widthsKey={widthsKey('pins', views)}
        firstView={firstView}
      />
    );
  return (
    <Text as="div" flat fill className="pins-screen">
      {top}
      <SplitPane
        storageKey="pins"
        label={t('pin.one')}
        side="end"
        initial={420}
        minSize={360}
        aside={panel}
        alone={phone}
        isOpen={openId !== undefined}
        onEscape={close}
      >
        {list}
      </SplitPane>
    </Text>
  );
}

import type { GroupRow } from '@plumbline/core/site/rows/groups';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProject, useRow } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { type PinsRoute, pinsAddress, planAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import {
  DEFAULT_PIN_ORDER,
  ignoredParts,
  readColumns,
  readFilter,
  readOrder,
  writeList,
} from '../../shared/site/pins/pin-filter-url.ts';
import type { PinOrder } from '../../shared/site/pins/pin-order.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { NARROW, PHONE, TABLET, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
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
  const pin = useRow('pin', pinId);
  const go = (change: Partial<PinsRoute>, replace = false) =>
    void navigate({ href: addressOf({ ...place, ...change }), replace });
  const query = useRouterState({ select: ({ location }) => location.searchStr.replace(/^\?/u, '') });
  // Links from other programs write the filter as a query.
  const search = place.search ?? (query || undefined);
  const filter = readFilter(search);
  const ignored = ignoredParts(search);
  const first = group?.kind === 'manual' ? GROUP_ORDER : DEFAULT_PIN_ORDER;
  const order = readOrder(search, first);
  const columns = readColumns(search);

  const panel = pinId !== undefined && (
    <PinPanel
      projectId={projectId}
      pinId={pinId}
      tab={tab ?? 'basic'}
      option={place.option}
      onTab={(next, option) => go({ tab: next === 'basic' ? undefined : next, option }, option === undefined)}
      onClose={() => go({ pinId: undefined, tab: undefined, option: undefined })}
      onShowOnPlan={
        pin?.planId
          ? () => void navigate({ href: onShowOnPlan({ projectId, planId: pin.planId ?? '', pinId }) })
          : undefined
      }
    />
  );
  const paged = place.page !== undefined || place.size !== undefined;
  const firstPage = paged ? 0 : undefined;
  const shared = {
    projectId,
    planId,
    group,
    filter,
    onFilter: (next: typeof filter) =>
      go({ page: firstPage, search: writeList(next, order, columns, first) || undefined }, true),
    order,
    onOrder: (next: typeof order) =>
      go({ page: firstPage, search: writeList(filter, next, columns, first) || undefined }, true),
    paging: paged
      ? { page: place.page ?? 0, size: Math.max(1, place.size ?? PAGE), onPage: (page: number) => go({ page }) }
      : undefined,
    selectedId: pinId ?? null,
    onSelect: (id: string) => go({ pinId: id, tab, option: undefined }),
  };
  const top = (
    <>
      {head}
      {ignored.length > 0 && (
        <Notice
          banner
          kind="warning"
          onDismiss={() => go({ search: writeList(filter, order, columns, first) || undefined }, true)}
        >
          {t('pin.filterIgnored', { parts: ignored.join(', ') })}
        </Notice>
      )}
    </>
  );
  if (phone) {
    return (
      <Text as="div" flat fill surface="surface" className="pins-screen">
        {top}
        {panel || <PinList {...shared} />}
      </Text>
    );
  }
  return (
    <Text as="div" flat fill surface="surface" className="pins-screen">
      {top}
      <SplitPane
        storageKey="pins"
        label={t('pin.one')}
        side="end"
        initial={420}
        minSize={360}
        aside={panel}
        isOpen={pinId !== undefined}
      >
        {tablet || (narrow && pinId !== undefined) ? (
          <PinList {...shared} />
        ) : (
          <PinTable
            {...shared}
            columns={columns}
            onColumns={(next) => go({ search: writeList(filter, order, next, first) || undefined }, true)}
          />
        )}
      </SplitPane>
    </Text>
  );
}

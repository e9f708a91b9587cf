import { useNavigate } from '@tanstack/react-router';
import { type PinsPlace, pinsAddress, planAddress } from '../../app/addresses.ts';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { shownFailure } from '../../app/shown-failure.ts';
import { useProject, useRow } from '../../local/use-rows.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { NARROW, PHONE, TABLET, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { readColumns, readFilter, readOrder, writeList } from './filter-words.ts';
import { PinList } from './pin-list.tsx';
import { PinTable } from './pin-table.tsx';
import './pin-list.css';

const PinPanel = later(() => import('./pin-panel.tsx').then((its) => its.PinPanel));

/** Pins of a page where the address names a page but no size. */
const PAGE = 50;

export function PinsScreen(place: PinsPlace) {
  const t = useT();
  const { projectId, planId, pinId, tab } = place;
  const phone = useMedia(PHONE);
  // Beside an open pin a table has no room on a tablet.
  const narrow = useMedia(NARROW);
  const tablet = useMedia(TABLET);
  const project = useProject(projectId);
  const navigate = useNavigate();
  const pin = useRow('pin', pinId);
  const go = (change: Partial<PinsPlace>, replace = false) =>
    void navigate({ href: pinsAddress({ ...place, ...change }), replace });
  const filter = readFilter(place.search);
  const order = readOrder(place.search);
  const columns = readColumns(place.search);

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
  const paged = place.page !== undefined || place.size !== undefined;
  const firstPage = paged ? 0 : undefined;
  const shared = {
    projectId,
    planId,
    filter,
    onFilter: (next: typeof filter) =>
      go({ page: firstPage, search: writeList(next, order, columns) || undefined }, true),
    order,
    onOrder: (next: typeof order) =>
      go({ page: firstPage, search: writeList(filter, next, columns) || undefined }, true),
    paging: paged
      ? { page: place.page ?? 0, size: Math.max(1, place.size ?? PAGE), onPage: (page: number) => go({ page }) }
      : undefined,
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
        {tablet || (narrow && pinId !== undefined) ? (
          <PinList {...shared} />
        ) : (
          <PinTable
            {...shared}
            columns={columns}
            onColumns={(next) => go({ search: writeList(filter, order, next) || undefined }, true)}
          />
        )}
      </SplitPane>
    </div>
  );
}

// One plan with its pins: the drawing fills the screen; list and pin are next to it, or in a sheet over it on phones.
import { can } from '@plumbline/core/access/capabilities';
import { canEditPin } from '@plumbline/core/features/pins/rules';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { modelAddress, type PlanRoute, planAddress, versionsAddress } from '../../../shared/navigation/addresses.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { readFilter, writeFilter } from '../../../shared/site/pins/pin-filter-url.ts';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { later } from '../../../ui/later.tsx';
import type { Detent } from '../../../ui/layout/bottom-sheet.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { NO_PADDING } from '../../../viewer/camera/geometry.ts';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import { lastUsed } from '../../pins/capture/last-used.ts';
import { PinList } from '../../pins/pin-list.tsx';
import {
  rememberedLook,
  rememberedView,
  rememberLook,
  rememberView,
  rememberViewType,
  shownLook,
} from '../opening/plan-memory.ts';
import { useDrawingFirst } from '../opening/use-drawing-first.ts';
import { useStage } from '../opening/use-stage.ts';
import { useRenewal, useTiles } from '../opening/use-tiles.ts';
import type { PlanGroup } from '../plan-group.ts';
import { onSheet, useSheetTransform } from '../sheets/lie.ts';
import { useViewAddress } from './address/use-view-address.ts';
import { NoDrawing } from './no-drawing.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { pinLayer } from './pin-layer.ts';
import { PlanHead } from './plan-head.tsx';
import { type Mode, PlanStage } from './plan-stage.tsx';
import { useIntoView } from './use-into-view.ts';
import { usePlacing } from './use-placing.ts';
import { usePlanKeys } from './use-plan-keys.ts';
import './plan.css';

const PrintDialog = later(() => import('../prints/print-dialog.tsx').then((its) => its.PrintDialog));
const PinPanel = later(
  () => import('../../pins/panel/pin-panel.tsx').then((its) => its.PinPanel),
  <Waiting shape="panel" />,
);

const PEEK = 96;
/** Below this width the drawing needs the space more than the list does. */
const NARROW_DESK = 960;

const activeCategory = (categories: ReadonlyMap<string, CategoryRow>, id: string | null): string | null =>
  id !== null && categories.get(id)?.active ? id : null;

export type OpenPlanProps = {
  place: PlanRoute;
  plan: PlanRow;
  plans: readonly PlanRow[];
  revision: RevisionRow | undefined;
  group: PlanGroup | undefined;
};

export function OpenPlan({ place, plan, plans, revision, group }: OpenPlanProps) {
  const { projectId, planId, viewType, pinId } = place;
  const t = useT();
  const phone = useMedia(PHONE);
  const { userId } = useUser();
  const navigate = useNavigate();
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const categories = useCategories(projectId);
  const inPlan = useJoinedPins(projectId, planId, group?.row);
  const pinRow = useRow('pin', pinId);
  const lie = useSheetTransform(revision?.alignment);
  const tiles = useTiles(projectId, revision);
  const frame = useRef<HTMLDivElement>(null);
  const { settled, settle } = useDrawingFirst(viewType !== 'list' && revision !== undefined);
  const [viewer, setViewer] = useState<PlanViewerHandle | null>(null);
  const [mode, setMode] = useState<Mode>(place.option === 'move' ? 'move' : 'select');
  const [searching, setSearching] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [look, setLook] = useState(rememberedLook);
  const [detent, setDetent] = useState<Detent>(
    pinId === undefined ? 'peek' : place.option === 'capture' ? 'full' : 'half',
  );

  const addressOf = group?.addressOf ?? planAddress;
  const { asked, tellView, withView } = useViewAddress();
  const go = useCallback(
    (change: Partial<PlanRoute>, replace = false) =>
      void navigate({ href: withView(addressOf({ ...place, ...change })), replace }),
    [navigate, place, addressOf, withView],
  );
  // Pins are stored in plan space; what is drawn and clicked is the sheet of the current revision.
  const joined = useMemo(() => inPlan?.map((one) => ({ ...one, pin: onSheet(lie, one.pin) })), [inPlan, lie]);
  const pin = useMemo(() => pinRow && onSheet(lie, pinRow), [pinRow, lie]);
  const filter = useMemo(() => readFilter(place.search), [place.search]);
  const selectedId = pinId ?? null;
  const pins = useMemo(
    () => pinLayer((settled && joined) || [], { filter, selectedId, categories, today }),
    [settled, joined, filter, selectedId, categories, today],
  );
  // A pin placed while viewing a group would not be in the group, and so not be visible.
  const mayPlace = !group && actor !== undefined && can(actor.role, 'pin.create') && !plan.updating && plan.active;
  const mayMove = actor !== undefined && pin !== undefined && canEditPin(actor, pin) && !plan.updating;
  const allow = useMemo(() => ({ place: mayPlace, move: mayMove }), [mayPlace, mayMove]);

  const panelOpen = viewType !== 'plan' || pinId !== undefined;
  const sheet = phone && panelOpen;
  const height = frame.current?.clientHeight ?? innerHeight;
  const bottom = sheet ? (detent === 'peek' ? PEEK : Math.round(height / 2)) : 0;
  const padding = useMemo(() => ({ ...NO_PADDING, bottom }), [bottom]);
  useStage(frame, viewer, { viewType, pin: pinId !== undefined }, bottom, { planId, revisionId: revision?.id });
  const hold = pin?.planId === planId && pin.x !== null && pin.y !== null;
  useIntoView(viewer, frame, padding, hold ? { id: pin.id, x: pin.x ?? 0, y: pin.y ?? 0 } : undefined);

  const choose = (id: string | null) => {
    if (id === selectedId) return;
    if (id !== null && phone) setDetent('half');
    if (id === null && phone) setDetent('peek');
    // Switching between pins replaces the history entry, so that Back leaves all of them in one step.
    go({ pinId: id ?? undefined, option: undefined, ...(id === null && { tab: undefined }) }, selectedId !== null);
  };
  const { put, move } = usePlacing({
    projectId,
    planId,
    joined: inPlan,
    lie,
    mode,
    pinId,
    viewer,
    // On phones pins are captured one after another, and the next is usually like the last.
    content: phone ? { categoryId: activeCategory(categories, lastUsed(userId, projectId).categoryId) } : undefined,
    onDone: () => setMode('select'),
    onPlaced: (id) => {
      if (phone) setDetent('full');
      go({ pinId: id, tab: undefined, option: phone ? 'capture' : undefined }, selectedId !== null);
    },
  });
  const next = () => {
    setDetent('peek');
    setMode('place');
    go({ pinId: undefined, tab: undefined, option: undefined }, true);
  };
  const tilesFailed = useRenewal(tiles, () => viewer?.retryTiles());
  const onKeyDown = usePlanKeys({
    frame,
    onSearch: () => setSearching(true),
    onPlace: mayPlace ? () => setMode('place') : undefined,
    onLeave: mode !== 'select' ? () => setMode('select') : pinId !== undefined ? () => choose(null) : undefined,
  });

  const list = settled ? (
    <PinList
      projectId={projectId}
      planId={planId}
      group={group?.row}
      filter={filter}
      onFilter={(next) => go({ search: writeFilter(next) || undefined }, true)}
      selectedId={selectedId}
      onSelect={choose}
    />
  ) : (
    <PanelSkeleton list />
  );
  const show = () => {
    if (phone) setDetent('half');
    if (viewType === 'list') go({ viewType: 'split' });
    else viewer?.flyTo({ x: pin?.x ?? 0, y: pin?.y ?? 0 });
  };
  const panel =
    pinId === undefined ? (
      list
    ) : !settled ? (
      <PanelSkeleton list={false} />
    ) : (
      <PinPanel
        projectId={projectId}
        pinId={pinId}
        tab={place.tab ?? 'basic'}
        option={place.option}
        onTab={(tab) => go({ tab: tab === 'basic' ? undefined : tab, option: undefined }, true)}
        onClose={() => choose(null)}
        onShowOnPlan={hold ? show : undefined}
        onNext={phone && mayPlace ? next : undefined}
      />
    );
  const onViewType = (next: typeof viewType) => {
    // Plans open with their drawing: the list-only view is not remembered, and phones have no side-by-side view.
    if (!phone && next !== 'list') rememberViewType(next);
    go({ viewType: next }, true);
  };
  const title = [plan.sheetNumber, plan.name].filter(Boolean).join(' ');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: screen-wide shortcuts; each also has a button
    <div className="plan-screen" onKeyDown={onKeyDown}>
      <PlanHead
        plan={plan}
        title={title}
        plans={plans}
        group={group}
        viewType={viewType}
        onViewType={!phone && settled ? onViewType : undefined}
      />
      <h1 className="ui-hidden">{title}</h1>
      <SplitPane
        storageKey="plan"
        label={pinId === undefined ? t('plan.pinList') : t('pin.one')}
        side="end"
        initial={innerWidth < NARROW_DESK ? 340 : 400}
        minSize={340}
        aside={viewType === 'list' && pinId === undefined ? undefined : panel}
        isOpen={viewType === 'list' ? pinId !== undefined : panelOpen}
        detent={detent}
        onDetent={setDetent}
      >
        {viewType === 'list' ? (
          list
        ) : (
          <div className="plan-frame" ref={frame}>
            {tiles.source && revision ? (
              <PlanStage
                projectId={projectId}
                name={title}
                planId={planId}
                revision={revision}
                source={tiles.source}
                pins={pins}
                joined={joined ?? []}
                categories={categories}
                selectedId={selectedId}
                mode={mode}
                onMode={setMode}
                allow={allow}
                look={shownLook(look)}
                padding={padding}
                buried={sheet && detent === 'full'}
                initialView={asked ?? rememberedView(planId)}
                warning={plan.updating ? t('plan.updating') : undefined}
                settled={settled}
                onSharp={settle}
                onViewer={setViewer}
                onView={(view) => {
                  rememberView(planId, view);
                  tellView(view);
                }}
                onSelect={choose}
                onPlace={(x, y) => void put(x, y)}
                onMove={(id, x, y) => void move(id, x, y)}
                onTilesFailed={tilesFailed}
                searching={searching}
                onSearching={setSearching}
                tools={{
                  phone,
                  mayPlace,
                  pinOpen: pinId !== undefined,
                  viewType,
                  onViewType,
                  onLook: (change) => {
                    const next = { ...look, ...change };
                    rememberLook(next);
                    setLook(next);
                  },
                  onPrint: () => setPrinting(true),
                  model:
                    plan.planType === 'BimCloud' && plan.parentId !== null
                      ? modelAddress(projectId, plan.parentId, planId, pinId)
                      : undefined,
                  versions: versionsAddress(projectId, planId),
                  revision: t('plan.revisionNamed', { version: revision.version }),
                  revisionDetail: t('plan.revisionDetail', {
                    version: revision.version,
                    date: t.date(new Date(revision.createdAt), 'medium'),
                  }),
                }}
              />
            ) : (
              <NoDrawing
                plan={plan}
                revision={revision}
                error={tiles.error}
                mayManage={actor !== undefined && can(actor.role, 'plan.manage')}
                onRetry={() => void tiles.renew()}
              />
            )}
          </div>
        )}
      </SplitPane>
      {printing && (
        <PrintDialog
          projectId={projectId}
          planId={planId}
          name={title}
          shown={place.search ? { filter, count: pins.ids.length } : undefined}
          onClose={() => setPrinting(false)}
        />
      )}
    </div>
  );
}

// One plan with its pins: the drawing fills the screen; list and pin are next to it, or in a sheet over it on phones.

import { can } from '@plumbline/core/access/capabilities';
import { roomOnSheet } from '@plumbline/core/site/rooms';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useEffect, useRef, useState } from 'react';
import { modelAddress, type PlanRoute, versionsAddress } from '../../../shared/navigation/addresses.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { later } from '../../../ui/later.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { SHEETED, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import { watchTheme } from '../../../viewer/theme.ts';
import { lastUsed } from '../../pins/capture/last-used.ts';
import { proposedTitle } from '../../pins/capture/proposed-title.ts';
import {
  type DisplayOptions,
  effectiveDisplay,
  followTheme,
  saveDisplay,
  savedDisplay,
  saveViewType,
} from '../opening/plan-memory.ts';
import { usePlanOpening } from '../opening/use-plan-opening.ts';
import { usePlanSource, useTileRecovery } from '../opening/use-plan-source.ts';
import type { PlanGroup } from '../plan-group.ts';
import { useSheetTransform } from '../sheets/sheet-transform.ts';
import { PlanHead } from './plan-head.tsx';
import { PlanPinList, PlanPinPanel } from './plan-panel.tsx';
import { NoDrawing } from './stage/no-drawing.tsx';
import { PlanStage } from './stage/plan-stage.tsx';
import type { Mode } from './stage/stage-notes.tsx';
import { useBottomSheet } from './use-bottom-sheet.ts';
import { useIntoView } from './use-into-view.ts';
import { usePlacing } from './use-placing.ts';
import { usePlanKeys } from './use-plan-keys.ts';
import { usePlanNavigation } from './use-plan-navigation.ts';
import { usePlanPins } from './use-plan-pins.ts';
import './plan.css';

const PrintDialog = later(() => import('../prints/print-dialog.tsx').then((its) => its.PrintDialog));

/** Below this width the drawing needs the space more than the list does. */
const NARROW_PX = 960;
const PANEL_PX = { min: 340, initial: 400 } as const;

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
  const handheld = useMedia(SHEETED);
  // Read once: the browser computes the layout for it.
  const [initial] = useState(() => (innerWidth < NARROW_PX ? PANEL_PX.min : PANEL_PX.initial));
  const { userId } = useUser();
  const actor = useActor(projectId);
  const frame = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<PlanViewerHandle | null>(null);
  const [mode, setMode] = useState<Mode>(place.option === 'move' ? 'move' : 'select');
  const [searching, setSearching] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [display, setDisplay] = useState(savedDisplay);
  useEffect(() => watchTheme(() => setDisplay(followTheme)), []);

  const { go, initialView, onView } = usePlanNavigation(place, group);
  const tiles = usePlanSource(projectId, revision);
  const onTilesFailed = useTileRecovery(tiles, () => viewer?.retryTiles());
  const sheet = useBottomSheet(place, handheld, frame, mode === 'move');
  const { setDetent, padding } = sheet;
  const { settled, onDrawn } = usePlanOpening({
    planId,
    revisionId: revision?.id,
    viewType,
    pin: pinId !== undefined,
    frame,
    viewer,
    bottom: padding.bottom,
  });
  const transform = useSheetTransform(revision?.alignment);
  const pins = usePlanPins({ place, plan, group, transform, visible: settled });
  const { selectedId, selectedAt, categories, allowed } = pins;
  useIntoView(viewer, frame, padding, selectedAt);

  const select = (id: string | null) => {
    if (id === selectedId) return;
    if (handheld) setDetent(id === null ? 'peek' : 'half');
    // Switching between pins replaces the history entry, so that Back leaves all of them in one step.
    go({ pinId: id ?? undefined, option: undefined, ...(id === null && { tab: undefined }) }, selectedId !== null);
  };
  const lastCategory = lastUsed(userId, projectId).categoryId;
  const known = lastCategory === null ? undefined : categories.get(lastCategory);
  const category = known?.active ? known : undefined;
  const { put, move } = usePlacing({
    projectId,
    planId,
    pins: pins.inPlanSpace,
    transform,
    mode,
    pinId,
    viewer,
    // On phones pins are captured one after another, and the next is usually like the last.
    contentAt: handheld
      ? (at) => ({
          categoryId: category?.id ?? null,
          title: proposedTitle(category?.title, (revision && roomOnSheet(revision, at)) || plan.name),
        })
      : undefined,
    onDone: () => {
      // The panel stays down: it might cover the new place.
      if (mode === 'move') setDetent('peek');
      setMode('select');
    },
    onPlaced: (id) => {
      if (handheld) setDetent('full');
      go({ pinId: id, tab: undefined, option: handheld ? 'capture' : 'edit' }, selectedId !== null);
    },
  });
  const captureNext = () => {
    setDetent('peek');
    setMode('place');
    go({ pinId: undefined, tab: undefined, option: undefined }, true);
  };
  const showOnPlan = () => {
    if (handheld) setDetent('half');
    if (viewType === 'list') go({ viewType: 'split' });
    else if (selectedAt) viewer?.flyTo({ x: selectedAt.x, y: selectedAt.y });
  };
  const onViewType = (next: typeof viewType) => {
    // Plans open with their drawing: the list-only view is not remembered, and phones have no side-by-side view.
    if (!handheld && next !== 'list') saveViewType(next);
    go({ viewType: next }, true);
  };
  const onDisplay = (change: Partial<DisplayOptions>) => {
    const next = { ...display, ...change };
    saveDisplay(next);
    setDisplay(next);
  };
  const onKeyDown = usePlanKeys({
    frame,
    onSearch: () => setSearching(true),
    onPlace: allowed.place ? () => setMode('place') : undefined,
    onLeave: mode !== 'select' ? () => setMode('select') : pinId !== undefined ? () => select(null) : undefined,
  });

  // Only offline, where the current revision is not on this device.
  const isOlder = revision !== undefined && revision.id !== plan.currentRevisionId;
  const updating = plan.updating ? t('plan.updating') : undefined;
  const warning = isOlder ? t('offline.older', { version: revision.version }) : updating;
  const title = inOneLine([plan.sheetNumber, plan.name], ' ');
  const panel = { place, settled, go, onSelect: select };
  const list = <PlanPinList {...panel} group={group} filter={pins.filter} />;
  const pinPanel = pinId !== undefined && (
    <PlanPinPanel
      {...panel}
      pinId={pinId}
      onShowOnPlan={selectedAt && showOnPlan}
      onNext={handheld && allowed.place ? captureNext : undefined}
    />
  );
  return (
    // Shortcuts of the whole screen; each also has a button.
    <Box fill flat className="plan-screen" onKeyDown={onKeyDown}>
      <PlanHead
        plan={plan}
        title={title}
        plans={plans}
        group={group}
        viewType={viewType}
        onViewType={!handheld && settled ? onViewType : undefined}
      />
      <h1 className="ui-hidden">{title}</h1>
      <SplitPane
        storageKey="plan"
        label={pinId === undefined ? t('plan.pinList') : t('pin.one')}
        side="end"
        sheetAt={SHEETED}
        initial={initial}
        minSize={PANEL_PX.min}
        aside={pinPanel || (viewType === 'list' ? undefined : list)}
        isOpen={viewType === 'list' ? pinId !== undefined : sheet.isOpen}
        detent={sheet.detent}
        onDetent={setDetent}
      >
        {viewType === 'list' ? (
          list
        ) : (
          <Stack flat fill wide anchor gap={0} surface="sunken" ref={frame}>
            {tiles.source && revision ? (
              <PlanStage
                projectId={projectId}
                name={title}
                planId={planId}
                revision={revision}
                source={tiles.source}
                pins={pins}
                mode={mode}
                onMode={setMode}
                display={effectiveDisplay(display)}
                padding={padding}
                covered={sheet.coversAll}
                initialView={initialView}
                warning={warning}
                settled={settled}
                onDrawn={onDrawn}
                onViewer={setViewer}
                onView={onView}
                onSelect={select}
                onPlace={(x, y) => void put(x, y)}
                onMove={(id, x, y) => void move(id, x, y)}
                onTilesFailed={onTilesFailed}
                searching={searching}
                onSearching={setSearching}
                tools={{
                  handheld,
                  mayPlace: allowed.place,
                  pinOpen: pinId !== undefined,
                  viewType,
                  onViewType,
                  onDisplay,
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
          </Stack>
        )}
      </SplitPane>
      {printing && (
        <PrintDialog
          projectId={projectId}
          planId={planId}
          name={title}
          shown={place.search ? { filter: pins.filter, count: pins.layer.ids.length } : undefined}
          onClose={() => setPrinting(false)}
        />
      )}
    </Box>
  );
}

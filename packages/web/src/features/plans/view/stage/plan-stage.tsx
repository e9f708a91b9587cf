// The drawing with its pins and all overlays. Knows what is shown, not where it comes from.
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { PIN_PALETTE } from '@plumbline/core/site/values/pin-colours';
import { type CSSProperties, type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRow } from '../../../../local/use-rows.ts';
import { HoverNote, PinGroup } from '../../../../shared/site/plan-notes.tsx';
import { IconToggle } from '../../../../ui/actions/icon-button.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { MeasureIcon } from '../../../../ui/icons.tsx';
import { later } from '../../../../ui/later.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import type { Padding, Point, ViewState } from '../../../../viewer/camera/geometry.ts';
import type { PlanSource, PlanViewerHandle } from '../../../../viewer/options.ts';
import { PlanViewer } from '../../../../viewer/plan-viewer.tsx';
import { ScaleBar } from '../../../maps/measure/scale-bar.tsx';
import { useDrawing } from '../../../maps/measure/use-drawing.tsx';
import { useOwnPosition } from '../../../maps/own-position/own-position.tsx';
import type { DisplayOptions } from '../../opening/plan-memory.ts';
import type { PlanPins } from '../use-plan-pins.ts';
import { PlanToolbar, type PlanToolbarProps } from './plan-toolbar.tsx';
import { type Mode, StageNotes } from './stage-notes.tsx';
import { NO_HITS, type TextHits } from './text-hits.ts';
import { usePointerTargets } from './use-pointer-targets.ts';
import { viewerLabels } from './viewer-labels.ts';

const DrawingPanel = later(() => import('../../../maps/measure/drawing-panel.tsx').then((its) => its.DrawingPanel));
const References = later(() => import('../../references/references.tsx').then((its) => its.References));
const TextSearch = later(() => import('./text-search.tsx').then((its) => its.TextSearch));

/** Relative to the usual pin size on this screen. */
const LARGE_PINS = 1.6;
/** Height in pixels from which a sheet leaves no room for buttons over the drawing. */
const COVERED_PX = 200;

export type PlanStageProps = {
  projectId: string;
  name: string;
  planId: string;
  revision: RevisionRow;
  source: PlanSource;
  pins: PlanPins;
  mode: Mode;
  onMode: (mode: Mode) => void;
  display: DisplayOptions;
  padding: Padding;
  /** A sheet covers all of it. */
  covered: boolean;
  initialView: ViewState | undefined;
  /** A message over the drawing, e.g. that it is being updated. */
  warning: string | undefined;
  /** The drawing is sharp or the wait timed out: overlays may be shown. */
  settled: boolean;
  onDrawn: () => void;
  onViewer: (viewer: PlanViewerHandle | null) => void;
  onView: (view: ViewState) => void;
  onSelect: (pinId: string | null) => void;
  onPlace: (x: number, y: number) => void;
  onMove: (pinId: string, x: number, y: number) => void;
  /** Requests the tiles again. False when the failure need not be shown: the link had just expired. */
  onTilesFailed: (byUser: boolean) => boolean;
  searching: boolean;
  onSearching: (on: boolean) => void;
  tools: Omit<PlanToolbarProps, 'onSearch' | 'onRotate' | 'onPlace' | 'onMovePin' | 'placing' | 'display' | 'extra'>;
};

export function PlanStage(props: PlanStageProps) {
  const { projectId, planId, revision, source, name, pins, mode, onMode, display, onSelect, onViewer } = props;
  const { searching, onSearching, settled } = props;
  const { selectedId, categories, allowed } = pins;
  const t = useT();
  const [viewer, setViewer] = useState<PlanViewerHandle | null>(null);
  const [hits, setHits] = useState<TextHits>(NO_HITS);
  const [failed, setFailed] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const labels = useMemo(() => viewerLabels(t, name), [t, name]);
  const byId = useMemo(() => new Map(pins.pins?.map((one) => [one.pin.id, one])), [pins.pins]);
  const targets = usePointerTargets(byId, viewer);
  const keepViewer = useCallback(
    (handle: PlanViewerHandle | null) => {
      setViewer(handle);
      onViewer(handle);
    },
    [onViewer],
  );
  const latestMode = useRef(mode);
  useEffect(() => {
    latestMode.current = mode;
  }, [mode]);
  const georeference = useRow('ground', planId);
  const own = useOwnPosition({
    georeference,
    revision,
    source,
    viewer,
    onPin: allowed.place ? props.onPlace : undefined,
  });
  const drawing = useDrawing({ projectId, planId, revision, georeference, viewer });
  const [zoom, setZoom] = useState(() => props.initialView?.zoom);
  // Only followed where the scale depends on it: every change draws this component again.
  const [centre, setCentre] = useState<Point>({ x: 0.5, y: 0.5 });
  const metresWide = drawing.metresWideAt(centre);
  // Moving the drawing stops following the user's own position.
  const stopFollowing = (event: SyntheticEvent) => {
    if ((event.target as Element).closest('.plv-viewport')) own?.stopFollowing();
  };
  const selected = selectedId === null ? undefined : byId.get(selectedId)?.pin;
  const { hovered, overlapping } = targets;
  const hoveredPin = hovered && byId.get(hovered.what);

  return (
    <div
      className="plan-stage"
      data-covered={props.padding.bottom > COVERED_PX ? '' : undefined}
      data-buried={props.covered ? '' : undefined}
      onPointerDownCapture={stopFollowing}
      onWheelCapture={stopFollowing}
      onKeyDownCapture={stopFollowing}
      style={{ '--stage-bottom': `${props.padding.bottom}px` } as CSSProperties}
    >
      <PlanViewer
        ref={keepViewer}
        plan={source}
        palette={PIN_PALETTE}
        labels={labels}
        pins={pins.layer}
        selectedId={selectedId}
        tool={mode !== 'select' ? 'place' : (drawing.tool ?? 'select')}
        shapes={drawing.shapes}
        onDraw={drawing.onDraw}
        onShape={drawing.pick}
        onReshape={drawing.reshape}
        appearance={display}
        minimap={display.overview}
        pinScale={display.largePins ? LARGE_PINS : undefined}
        highlights={hits.rects}
        activeHighlight={hits.active}
        allow={allowed}
        padding={props.padding}
        position={own?.position ?? null}
        initialView={props.initialView}
        {...targets.callbacks}
        onView={(next) => {
          targets.clear();
          setZoom(next.zoom);
          if (drawing.regions.length > 0) setCentre({ x: next.cx, y: next.cy });
          props.onView(next);
        }}
        onSelect={(id) => {
          targets.closeOverlapping();
          onSelect(id);
        }}
        onOpen={onSelect}
        onPinMenu={onSelect}
        onPlace={props.onPlace}
        onMove={props.onMove}
        onOutside={() => showToast({ text: t('plan.outside') })}
        onTool={(tool) => {
          if (tool === 'select' && latestMode.current !== 'select') onMode('select');
        }}
        onReady={() => {
          setDrawn(true);
          props.onDrawn();
        }}
        onTiles={(tiles) => setFailed(tiles.failed > 0 && props.onTilesFailed(false))}
      />
      {settled && (
        <PlanToolbar
          {...props.tools}
          extra={
            <>
              {own?.button}
              <IconToggle
                icon={MeasureIcon}
                label={t('measure.open')}
                isSelected={drawing.open}
                onChange={drawing.setOpen}
              />
            </>
          }
          display={display}
          placing={mode !== 'select'}
          onPlace={() => onMode('place')}
          onMovePin={selected && allowed.move && mode === 'select' ? () => onMode('move') : undefined}
          onRotate={() => viewer?.rotate((Math.round((viewer.getView().rotation + 90) / 90) * 90) % 360)}
          onSearch={() => onSearching(!searching)}
        />
      )}
      {!drawn && (
        <Stack center at={0} through className="plan-wait">
          <Spinner large />
        </Stack>
      )}
      {searching && (
        <TextSearch
          projectId={projectId}
          revisionId={revision.id}
          textBlobId={revision.textBlobId}
          onHits={setHits}
          onGo={(rect) => viewer?.flyTo(rect)}
          onClose={() => onSearching(false)}
        />
      )}
      {viewer && settled && revision.textBlobId !== null && (
        <References
          projectId={projectId}
          planId={planId}
          revisionId={revision.id}
          viewType={props.tools.viewType}
          viewer={viewer}
          sharp={drawn}
          pointed={targets.hoveredLink}
          followed={targets.openedLink}
          onClose={targets.closeLink}
        />
      )}
      {metresWide !== undefined && zoom !== undefined && (
        <ScaleBar metresWide={metresWide} pixelsWide={source.widthPx * 2 ** zoom} />
      )}
      {georeference?.attribution && <p className="map-credit">{georeference.attribution}</p>}
      <StageNotes
        mode={mode}
        selected={selected}
        onStop={() => onMode('select')}
        warning={props.warning}
        onRetry={failed ? () => props.onTilesFailed(true) : undefined}
      >
        {settled && (drawing.open || drawing.chosen || drawing.asking) && <DrawingPanel state={drawing} />}
        {own?.note}
      </StageNotes>
      {hovered && hoveredPin && hovered.what !== selectedId && (
        <HoverNote at={hovered.at} one={hoveredPin} categories={categories} />
      )}
      {overlapping && (
        <PinGroup
          at={overlapping.at}
          pins={overlapping.what.flatMap((id) => byId.get(id) ?? [])}
          categories={categories}
          onClose={targets.closeOverlapping}
          onOpen={(id) => {
            targets.closeOverlapping();
            onSelect(id);
          }}
        />
      )}
    </div>
  );
}

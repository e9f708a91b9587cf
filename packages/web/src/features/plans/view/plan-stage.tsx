// The drawing with its pins and all overlays. Knows what is shown, not where it comes from.

import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { PIN_PALETTE } from '@plumbline/core/site/values/pin-colours';
import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { Heap, HoverNote, PlacingNote } from '../../../shared/site/plan-notes.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { MeasureIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Padding, Point, ViewState } from '../../../viewer/camera/geometry.ts';
import type { Allowed, PlanSource, PlanViewerHandle } from '../../../viewer/options.ts';
import type { PinColumns } from '../../../viewer/pins/columns.ts';
import { PlanViewer } from '../../../viewer/plan-viewer.tsx';
import { DrawingPanel } from '../../maps/measure/drawing-panel.tsx';
import { ScaleBar } from '../../maps/measure/scale-bar.tsx';
import { useDrawing } from '../../maps/measure/use-drawing.tsx';
import { useOwnPosition } from '../../maps/own-position.tsx';
import type { PlanLook } from '../opening/plan-memory.ts';
import { PlanToolbar, type PlanToolbarProps } from './plan-toolbar.tsx';
import { NO_HITS, type TextHits, TextSearch } from './text-search.tsx';
import { viewerLabels } from './viewer-labels.ts';

const References = later(() => import('../references/references.tsx').then((its) => its.References));

/** Relative to the usual pin size on this screen. */
const LARGE_PINS = 1.6;

/** What the next click on the drawing does. `move`: the selected pin moves there. */
export type Mode = 'select' | 'place' | 'move';

export type PlanStageProps = {
  projectId: string;
  name: string;
  planId: string;
  revision: RevisionRow;
  source: PlanSource;
  pins: PinColumns;
  joined: readonly PinInContext[];
  categories: ReadonlyMap<string, CategoryRow>;
  selectedId: string | null;
  mode: Mode;
  onMode: (mode: Mode) => void;
  allow: Allowed;
  look: PlanLook;
  padding: Padding;
  /** A sheet covers all of it. */
  buried: boolean;
  initialView: ViewState | undefined;
  /** A message over the drawing, e.g. that it is being updated. */
  warning: string | undefined;
  /** The drawing is sharp or the wait timed out: overlays may be shown. */
  settled: boolean;
  onSharp: () => void;
  onViewer: (viewer: PlanViewerHandle | null) => void;
  onView: (view: ViewState) => void;
  onSelect: (pinId: string | null) => void;
  onPlace: (x: number, y: number) => void;
  onMove: (pinId: string, x: number, y: number) => void;
  /** Requests the tiles again. False when the failure need not be shown: the link had just expired. */
  onTilesFailed: (asked: boolean) => boolean;
  searching: boolean;
  onSearching: (on: boolean) => void;
  tools: Omit<PlanToolbarProps, 'onSearch' | 'onTurn' | 'onPlace' | 'onMovePin' | 'placing' | 'look' | 'extra'>;
};

/** Height in pixels from which a sheet leaves no room for buttons over the drawing. */
const COVERED = 200;

type At<T> = { at: Point; what: T };

export function PlanStage(props: PlanStageProps) {
  const { name, joined, selectedId, mode, onMode, look, onSelect, onViewer, searching, onSearching } = props;
  const t = useT();
  const [viewer, setViewer] = useState<PlanViewerHandle | null>(null);
  const [hover, setHover] = useState<At<string>>();
  const [heap, setHeap] = useState<At<readonly string[]>>();
  const [hits, setHits] = useState<TextHits>(NO_HITS);
  const [pointed, setPointed] = useState<At<number>>();
  const [followed, setFollowed] = useState<At<number>>();
  const [failed, setFailed] = useState(false);
  const [sharp, setSharp] = useState(false);
  const labels = useMemo(() => viewerLabels(t, name), [t, name]);
  const byId = useMemo(() => new Map(joined.map((one) => [one.pin.id, one])), [joined]);
  const keep = useCallback(
    (handle: PlanViewerHandle | null) => {
      setViewer(handle);
      onViewer(handle);
    },
    [onViewer],
  );
  const modeNow = useRef(mode);
  useEffect(() => {
    modeNow.current = mode;
  }, [mode]);
  const georeference = useRow('ground', props.planId);
  const own = useOwnPosition({
    georeference,
    revision: props.revision,
    source: props.source,
    viewer,
    onPin: props.allow.place ? props.onPlace : undefined,
  });
  const drawing = useDrawing({
    projectId: props.projectId,
    planId: props.planId,
    revision: props.revision,
    georeference,
    viewer,
  });
  const [zoom, setZoom] = useState(() => props.initialView?.zoom);
  const calm = () => {
    setHover(undefined);
    setHeap(undefined);
    setPointed(undefined);
    setFollowed(undefined);
  };
  // Moving the drawing stops following the user's own position.
  const leaveOwn = (event: SyntheticEvent) => {
    if ((event.target as Element).closest('.plv-viewport')) own?.stopFollowing();
  };
  const chosen = selectedId === null ? undefined : byId.get(selectedId)?.pin;
  const hovered = hover && byId.get(hover.what);

  return (
    <div
      className="plan-stage"
      data-covered={props.padding.bottom > COVERED ? '' : undefined}
      data-buried={props.buried ? '' : undefined}
      onPointerDownCapture={leaveOwn}
      onWheelCapture={leaveOwn}
      onKeyDownCapture={leaveOwn}
      style={{ '--stage-bottom': `${props.padding.bottom}px` } as React.CSSProperties}
    >
      <PlanViewer
        ref={keep}
        plan={props.source}
        palette={PIN_PALETTE}
        labels={labels}
        pins={props.pins}
        selectedId={selectedId}
        tool={mode !== 'select' ? 'place' : (drawing.tool ?? 'select')}
        shapes={drawing.shapes}
        onDraw={drawing.onDraw}
        appearance={look}
        minimap={look.overview}
        pinScale={look.largePins ? LARGE_PINS : undefined}
        highlights={hits.rects}
        activeHighlight={hits.active}
        allow={props.allow}
        padding={props.padding}
        position={own?.position ?? null}
        initialView={props.initialView}
        onView={(view) => {
          calm();
          setZoom(view.zoom);
          props.onView(view);
        }}
        onSelect={(id) => {
          setHeap(undefined);
          onSelect(id);
        }}
        onOpen={onSelect}
        onPinMenu={onSelect}
        onHover={(id) => {
          const pin = id === null ? undefined : byId.get(id)?.pin;
          const at = pin && viewer && pin.x !== null && pin.y !== null ? viewer.toScreen(pin.x, pin.y) : undefined;
          setHover(at && pin ? { at, what: pin.id } : undefined);
        }}
        onLink={(link, at) => setFollowed({ what: link, at })}
        onLinkHover={(link, at) => setPointed(link < 0 ? undefined : { what: link, at })}
        onBubble={(ids, at) => setHeap({ what: ids, at })}
        onPlace={props.onPlace}
        onMove={props.onMove}
        onOutside={() => showToast({ text: t('plan.outside') })}
        onTool={(tool) => {
          if (tool === 'select' && modeNow.current !== 'select') onMode('select');
        }}
        onReady={() => {
          setSharp(true);
          props.onSharp();
        }}
        onTiles={(tiles) => setFailed(tiles.failed > 0 && props.onTilesFailed(false))}
      />
      {props.settled && (
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
          look={look}
          placing={mode !== 'select'}
          onPlace={() => onMode('place')}
          onMovePin={chosen && props.allow.move && mode === 'select' ? () => onMode('move') : undefined}
          onTurn={() => viewer?.rotate((Math.round((viewer.getView().rotation + 90) / 90) * 90) % 360)}
          onSearch={() => onSearching(!searching)}
        />
      )}
      {!sharp && (
        <div className="plan-wait">
          <Spinner large />
        </div>
      )}
      {searching && (
        <TextSearch
          projectId={props.projectId}
          revisionId={props.revision.id}
          hasText={props.revision.textBlobId !== null}
          onHits={setHits}
          onGo={(rect) => viewer?.flyTo(rect)}
          onClose={() => onSearching(false)}
        />
      )}
      {viewer && props.settled && props.revision.textBlobId !== null && (
        <References
          projectId={props.projectId}
          planId={props.planId}
          revisionId={props.revision.id}
          viewType={props.tools.viewType}
          viewer={viewer}
          sharp={sharp}
          pointed={pointed}
          followed={followed}
          onClose={() => setFollowed(undefined)}
        />
      )}
      {drawing.size && zoom !== undefined && (
        <ScaleBar size={drawing.size} pixelsWide={props.source.widthPx * 2 ** zoom} />
      )}
      {georeference?.attribution && <p className="plan-credit">{georeference.attribution}</p>}
      <div className="plan-notes">
        <DrawingPanel state={drawing} />
        {own?.note}
        {mode === 'place' && <PlacingNote words={t('plan.placeHint')} onStop={() => onMode('select')} />}
        {mode === 'move' && (
          <PlacingNote
            words={t('plan.moveByTap', { pin: chosen?.number ? `#${chosen.number}` : (chosen?.title ?? '') })}
            onStop={() => onMode('select')}
          />
        )}
        {props.warning !== undefined && <Notice kind="warning">{props.warning}</Notice>}
        {failed && (
          <Notice
            kind="error"
            actions={
              <Button size="s" onPress={() => props.onTilesFailed(true)}>
                {t('ui.tryAgain')}
              </Button>
            }
          >
            {t('plan.tilesFailed')}
          </Notice>
        )}
      </div>
      {hover && hovered && hover.what !== selectedId && (
        <HoverNote at={hover.at} one={hovered} categories={props.categories} />
      )}
      {heap && (
        <Heap
          at={heap.at}
          pins={heap.what.flatMap((id) => byId.get(id) ?? [])}
          categories={props.categories}
          onClose={() => setHeap(undefined)}
          onOpen={(id) => {
            setHeap(undefined);
            onSelect(id);
          }}
        />
      )}
    </div>
  );
}

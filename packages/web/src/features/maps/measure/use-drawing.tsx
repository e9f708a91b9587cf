// Measuring and markup on a plan: the active tool, the current draft, the saved markups, and the dialogs involved.
import { can } from '@plumbline/core/access/capabilities';
import { activeMarkups, layerKey, onLayer } from '@plumbline/core/features/maps/layers';
import { cornersOf, markupOn, ringsOf } from '@plumbline/core/features/maps/markup';
import { type GroundSize, scaleNumber } from '@plumbline/core/features/maps/measure';
import { pointsOf, ratioOf, scaleOn } from '@plumbline/core/features/maps/scale-regions';
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import { firstOf } from '@plumbline/core/features/plans/revision-rules';
import {
  applyTo,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
  type SheetSize,
} from '@plumbline/core/site/geometry/alignment';
import { type GeoPair, geoFromPairs } from '@plumbline/core/site/geometry/mercator';
import { crossesItself } from '@plumbline/core/site/geometry/polygon';
import type { GeoreferenceRow, MarkupKind, MarkupRow } from '@plumbline/core/site/rows/maps';
import type { RevisionRow, ScaleRegion } from '@plumbline/core/site/rows/plans';
import { PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { DrawEvent, PlanShape, PlanViewerHandle } from '../../../viewer/options.ts';
import { cutOut, type Draft, type Drawing, drawn, EMPTY, isDragged, isMeasure, ringsOfDraft } from './drawing.ts';
import { useChosenMarkup } from './editing/use-chosen-markup.ts';
import { boundsOf, chosenShape, draftShapes, flat, keptShapes, regionShapes } from './shapes.ts';
import { useLayers } from './use-layers.ts';
import { useScaleRegions } from './use-scale-regions.ts';

const NONE: readonly number[] = [];

/** Scales printed on a sheet, to be proposed in the scale dialog. Fetched only when it opens. */
function useSheetScales(projectId: string, revisionId: string | undefined, wanted: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['sheetMarks', projectId, revisionId],
    queryFn: ({ signal }) => call(getSheetMarks, { params: { projectId, revisionId: revisionId ?? '' } }, { signal }),
    enabled: wanted && revisionId !== undefined,
    // The text of a revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Replies cached by older versions have no scales.
  return data?.scales ?? NONE;
}

export type DrawingOptions = {
  projectId: string;
  planId: string;
  revision: RevisionRow;
  georeference: GeoreferenceRow | undefined;
  viewer: PlanViewerHandle | null;
};

/** The open dialog. */
type OpenDialog = 'scale' | 'words' | 'position' | 'layers' | 'copy';

const NO_MARKUPS: readonly MarkupRow[] = [];
const isMarkup = (drawing: Drawing): drawing is MarkupKind =>
  drawing !== 'scale' && drawing !== 'geo' && drawing !== 'region' && drawing !== 'regionOutline';

export type DrawingState = ReturnType<typeof useDrawing>;

export function useDrawing({ projectId, planId, revision, georeference, viewer }: DrawingOptions) {
  const t = useT();
  const act = useAct(projectId);
  const actor = useActor(projectId);
  const rows = useRowsBy('markup', 'planId', planId) ?? NO_MARKUPS;
  const layers = useLayers({ projectId, planId, georeference, actor });
  const { hidden } = layers;
  /** Those on the layers that are shown. */
  const markups = useMemo(
    () => activeMarkups(rows, georeference).filter((row) => !hidden.has(layerKey(row))),
    [rows, georeference, hidden],
  );
  const revisions = useRowsBy('revision', 'planId', planId);
  const entry = useRow('plan', planId);
  const [open, setOpen] = useState(false);
  const [drawing, setDrawing] = useState<Drawing>();
  const [draft, showDraft] = useState<Draft>(EMPTY);
  // The events of a double click arrive before React renders, so the latest draft is kept in a ref.
  const latest = useRef<Draft>(EMPTY);
  const setDraft = (next: Draft) => {
    latest.current = next;
    showDraft(next);
  };
  const [colour, setColour] = useState<PinColour>('Red');
  const [asking, setAsking] = useState<OpenDialog>();
  const [pairs, setPairs] = useState<readonly GeoPair[]>([]);
  const [misfit, setMisfit] = useState(false);
  /** Moves points to lines of the drawing; set once its code and the lines are loaded. */
  const snapper = useRef<(event: DrawEvent) => DrawEvent>(undefined);
  /** Closes the message that the last mark is saved or changed. */
  const closeKept = useRef<() => void>(() => {});
  /** Where the next point snaps to. */
  const [mark, setMark] = useState<PlanShape>();
  const chosen = useChosenMarkup({ projectId, revision, actor, markups, layers, snapper, setMark, closeKept });

  const alignment = revision.alignment ?? IDENTITY_ALIGNMENT;
  /** The sheet that defines plan space. */
  const plan: SheetSize & { readonly id: string } = firstOf(revisions ?? []) ?? revision;
  const regions = useScaleRegions(projectId, revision);
  const written = useSheetScales(projectId, regions.edited ? revision.id : plan.id, asking === 'scale');
  const size = useMemo<GroundSize | undefined>(
    () =>
      georeference?.widthM && georeference.heightM
        ? { widthM: georeference.widthM, heightM: georeference.heightM }
        : undefined,
    [georeference],
  );
  const { row: chosenRow, shown } = chosen;
  const kept = useMemo(() => {
    const others = markups.filter((row) => row !== chosenRow);
    return keptShapes(t, others, revision, size);
  }, [t, markups, chosenRow, revision, size]);
  const changeable = shown !== undefined && chosen.mayChange(shown);
  const picked = useMemo(() => {
    if (!shown) return [];
    return keptShapes(t, [shown], revision, size).map((shape) => chosenShape(shape, shown, revision, changeable));
  }, [t, shown, changeable, revision, size]);
  const going = useMemo(
    () => (drawing ? draftShapes(t, { drawing, draft, colour: PIN_COLOURS[colour] }, revision, size) : []),
    [t, drawing, draft, revision, size, colour],
  );
  const { edited, chosen: chosenRegion } = regions;
  const outlines = useMemo(() => {
    if (!open) return [];
    const added = edited && !regions.regions.some(({ id }) => id === edited.id) ? [{ ...edited, proposed: false }] : [];
    return regionShapes(t, [...regions.regions, ...added], edited?.id ?? chosenRegion?.id);
  }, [t, open, regions.regions, edited, chosenRegion]);
  const shapes = useMemo<readonly PlanShape[]>(
    () => [...outlines, ...kept, ...picked, ...going, ...(mark ? [mark] : [])],
    [outlines, kept, picked, going, mark],
  );
  const inPlan = (point: Point): PlanPoint => applyTo(alignment, point);
  const spots = draft.points.map(inPlan);
  const rings = ringsOfDraft(draft).map((ring) => ring.map(inPlan));

  const choose = (next: Drawing | undefined) => {
    setDrawing(next);
    setDraft(EMPTY);
    chosen.choose(undefined);
    regions.choose(undefined);
    if (next !== 'scale') regions.edit(undefined);
    if (next !== 'geo') setPairs([]);
  };
  const keep = async (kind: MarkupKind, drawn: readonly (readonly PlanPoint[])[], text = '') => {
    const id = crypto.randomUUID();
    const holes = drawn.slice(1).map((_, i) => drawn.slice(0, i + 1).flat().length);
    const layer = onLayer(layers.current);
    const input = { id, planId, kind, points: flat(drawn.flat()), holes, text, colour, ...layer };
    const done = await act('markup.draw', input);
    if (!done) return;
    setDraft(EMPTY);
    closeKept.current = showToast({
      text: t('measure.kept'),
      onUndo: () => void act('markup.setActive', { id, active: false }),
    });
  };
  const onDraw = (given: DrawEvent) => {
    if (!drawing) return;
    const event = snapper.current?.(given) ?? given;
    const before = latest.current;
    if (event.kind === 'cancel' && before.points.length === 0) {
      choose(undefined);
      return;
    }
    const sides = { widthM: revision.widthPt, heightM: revision.heightPt };
    const next = drawn(before, drawing, event, sides);
    setDraft(next);
    if (!next.done || before.done) return;
    // Several marks in a row would otherwise cover a phone's screen, and the dialog for the text of the next one.
    closeKept.current();
    if (drawing === 'region' || drawing === 'regionOutline') {
      const corners = drawing === 'region' ? cornersOf(next.points) : next.points;
      if (regions.draw(corners)) setAsking('scale');
      else setDraft(EMPTY);
    } else if (drawing === 'scale') setAsking('scale');
    else if (drawing === 'text' || drawing === 'callout') setAsking('words');
    else if (drawing === 'geo') setAsking('position');
    else if (isMarkup(drawing) && !isMeasure(drawing)) void keep(drawing, [next.points.map(inPlan)]);
  };
  const setScale = async (next: GroundSize | null) => {
    if (regions.edited) {
      const done = await regions.set(next);
      if (!done) return false;
      setDrawing('distance');
      setDraft(EMPTY);
      return true;
    }
    const done = await act('plan.calibrate', { planId, size: next });
    if (!done) return false;
    // Keep an existing measurement on screen, so that it shows its length in the new scale.
    if (!next || !drawing || !isMeasure(drawing)) choose(next ? 'distance' : undefined);
    showToast({ text: next ? t('measure.scaleSet') : t('measure.scaleGone') });
    return true;
  };
  const takePosition = async (position: GeoPair['position']) => {
    const spot = spots[0];
    if (!spot) return;
    const all = [...pairs, { point: spot, position }];
    const [one, two] = all;
    if (!one || !two) {
      setPairs(all);
      setAsking(undefined);
      setDraft(EMPTY);
      return;
    }
    const geo = geoFromPairs([one, two], plan);
    if (!geo) {
      setMisfit(true);
      return;
    }
    setAsking(undefined);
    if (await act('plan.georeference', { planId, geo: [...geo] })) showToast({ text: t('measure.onMap') });
    choose(undefined);
  };
  const show = (row: MarkupRow) => {
    choose(undefined);
    chosen.choose(row.id);
    const { x, y, width, height } = boundsOf(pointsOf(row.points).map((spot) => applyTo(invert(alignment), spot)));
    viewer?.flyTo({ x: x + width / 2, y: y + height / 2 });
  };
  const showRegion = (region: ScaleRegion) => {
    choose('distance');
    regions.choose(region.id);
    viewer?.flyTo(boundsOf(pointsOf(region.points)));
  };
  const remove = async (row: MarkupRow) => {
    if (!(await act('markup.setActive', { id: row.id, active: false }))) return;
    chosen.choose(undefined);
    const onUndo = () => void act('markup.setActive', { id: row.id, active: true });
    showToast({ text: t('measure.removed'), onUndo });
  };

  const on = drawing && isMarkup(drawing) ? markupOn(revision, { kind: drawing, rings }, size) : undefined;
  const { toMetres, region } = on?.scale ?? {};
  return {
    open,
    drawing,
    draft,
    spots,
    rings,
    measured: on?.measured,
    /** The scale of the measurement. */
    applied: toMetres && { ratio: ratioOf(toMetres, revision), region },
    crosses: drawing === 'area' && rings.some(crossesItself),
    cutOut: () => setDraft(cutOut(draft)),
    shapes,
    size,
    colour,
    markups,
    layers,
    projectId,
    revision,
    name: entry && [entry.sheetNumber, entry.name].filter(Boolean).join(' '),
    chosen: shown,
    measuredChosen:
      shown && markupOn(revision, { kind: shown.kind, rings: ringsOf(shown.points, shown.holes) }, size).measured,
    asking,
    pairs,
    misfit,
    plan,
    scale: edited ? (edited.scale ?? undefined) : size && scaleNumber(size, plan),
    /** What the scale dialog sets the scale of, and the points of a known length on it. */
    scaled: edited
      ? {
          sheet: revision,
          points: draft.points,
          region: edited,
          onName: (name: string) => regions.edit({ ...edited, name }),
        }
      : { sheet: plan, points: spots, region: undefined, onName: undefined },
    regions: regions.regions,
    region: chosenRegion,
    showRegion,
    editRegion: (one: ScaleRegion) => {
      regions.edit(one);
      setAsking('scale');
    },
    removeRegion: regions.remove,
    letGoOfRegion: () => regions.choose(undefined),
    /** Width of the whole sheet in metres at the scale that applies at a point of it. */
    metresWideAt: (point: Point): number | undefined => {
      const { toMetres: scale } = scaleOn(revision, [[point]], false, size);
      return scale && Math.hypot(scale[0], scale[3]);
    },
    written,
    isMap: entry?.planType === 'Map',
    mayManage: actor !== undefined && can(actor.role, 'plan.manage'),
    mayMark: actor !== undefined && can(actor.role, 'pin.create'),
    /** How the viewer handles clicks; undefined when no tool is active. */
    tool:
      drawing === 'freehand'
        ? ('stroke' as const)
        : drawing && (isDragged(drawing) ? ('shape' as const) : ('draw' as const)),
    setOpen: (next: boolean) => {
      setOpen(next);
      choose(next ? 'distance' : undefined);
    },
    choose,
    setColour,
    onDraw,
    keep,
    setScale,
    takePosition,
    /** Closes the scale dialog to take a known length from the sheet. */
    measureScale: () => {
      setAsking(undefined);
      choose('scale');
    },
    ask: (what: OpenDialog | undefined) => {
      setAsking(what);
      setMisfit(false);
      if (what === undefined && !(drawing && isMeasure(drawing))) setDraft(EMPTY);
      if (what === undefined) regions.edit(undefined);
    },
    viewer,
    snapper,
    setMark,
    show,
    mayChange: chosen.mayChange,
    change: chosen.change,
    /** A press on the plan chooses the markup with this id, or none. */
    pick: chosen.choose,
    reshape: chosen.reshape,
    remove,
    letGo: () => chosen.choose(undefined),
  };
}

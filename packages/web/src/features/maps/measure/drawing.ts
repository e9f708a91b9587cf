// State of a drawing over a plan, event by event: its points
// and whether it is finished. Pure; points are in sheet space.
import { snapDirection } from '@plumbline/core/features/maps/measure';
import { MAX_POINTS, type MarkupKind } from '@plumbline/core/site/rows/maps';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { DrawEvent } from '../../../viewer/options.ts';

/** `region` and `regionOutline`: a scale region as a rectangle or from its corners. */
export type Drawing = MarkupKind | 'scale' | 'geo' | 'region' | 'regionOutline';

export type Draft = {
  /** Finished outlines before the current one: the first is the area, the others are cut out of it. */
  readonly rings: readonly (readonly Point[])[];
  readonly points: readonly Point[];
  /** Where the next point would be. */
  readonly hover: Point | undefined;
  /** Finished: the next point starts a new drawing. */
  readonly done: boolean;
};
export const EMPTY: Draft = { rings: [], points: [], hover: undefined, done: false };

/** Points after which a drawing finishes automatically; the others continue until the user finishes them. */
const REQUIRED_POINTS: Partial<Record<Drawing, number>> = {
  scale: 2,
  region: 2,
  line: 2,
  arrow: 2,
  rectangle: 2,
  cloud: 2,
  callout: 2,
  angle: 3,
  text: 1,
  geo: 1,
};
/** Minimum points for the others, where it is not two. */
const MIN_POINTS: Partial<Record<Drawing, number>> = { area: 3, regionOutline: 3, count: 1 };

/** Points closer than this fraction of the sheet are the same: a double click reports its point twice. */
const SAME = 1e-4;
const same = (a: Point | undefined, b: Point): boolean =>
  a !== undefined && Math.abs(a.x - b.x) < SAME && Math.abs(a.y - b.y) < SAME;

export const least = (drawing: Drawing): number => MIN_POINTS[drawing] ?? REQUIRED_POINTS[drawing] ?? 2;

/** Measurements are saved only on request. */
export const isMeasure = (drawing: Drawing): drawing is 'distance' | 'area' | 'angle' | 'count' =>
  drawing === 'distance' || drawing === 'area' || drawing === 'angle' || drawing === 'count';

/** Shapes between two points, which can be dragged. */
export const isDragged = (drawing: Drawing): boolean => drawing !== 'scale' && REQUIRED_POINTS[drawing] === 2;

/** Proportions of the sheet, in any common unit. */
export type Sides = { readonly widthM: number; readonly heightM: number };

function placed({ points }: Draft, { at, snap }: { at: Point; snap: boolean }, sides: Sides): Point {
  const last = points.at(-1);
  return snap && last ? snapDirection(sides, last, at) : at;
}

/** Thins a stroke evenly to at most `MAX_POINTS` points. */
export function thinned(points: readonly Point[]): readonly Point[] {
  const every = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, i) => i % every === 0 || i === points.length - 1).slice(0, MAX_POINTS);
}

function ended(draft: Draft, drawing: Drawing): Draft {
  const points = draft.points.filter((point, i) => !same(draft.points[i - 1], point));
  const { rings } = draft;
  // A cut-out that was not drawn.
  if (points.length === 0 && rings.length > 0) return { ...reopened(rings), done: true };
  return { rings, points, hover: undefined, done: points.length >= least(drawing) };
}

const reopened = (rings: Draft['rings']): Draft => ({
  ...EMPTY,
  rings: rings.slice(0, -1),
  points: rings.at(-1) ?? [],
});

/** Continues a finished area with a part that is cut out of it. */
export const cutOut = ({ rings, points }: Draft): Draft => ({ ...EMPTY, rings: [...rings, points] });

/** The outline and its cut-outs, including the one being drawn. */
export const ringsOfDraft = ({ rings, points }: Draft): (readonly Point[])[] =>
  points.length > 0 || rings.length === 0 ? [...rings, points] : [...rings];

const countOf = ({ rings, points }: Draft): number => points.length + rings.reduce((sum, ring) => sum + ring.length, 0);

/** The draft after one more event. */
export function drawn(draft: Draft, drawing: Drawing, event: DrawEvent, sides: Sides): Draft {
  switch (event.kind) {
    case 'hover':
      return draft.done ? draft : { ...draft, hover: placed(draft, event, sides) };
    case 'point': {
      const before = draft.done ? EMPTY : draft;
      const at = placed(before, event, sides);
      if (same(before.points.at(-1), at) || countOf(before) >= MAX_POINTS) return before;
      const points = [...before.points, at];
      return { ...before, points, hover: undefined, done: points.length === REQUIRED_POINTS[drawing] };
    }
    case 'stroke':
      return { ...EMPTY, points: thinned(event.points), done: event.done };
    case 'drag': {
      const to = event.snap ? snapDirection(sides, event.from, event.to) : event.to;
      if (!event.done) return { ...EMPTY, points: [event.from], hover: to };
      return same(event.from, to) ? EMPTY : { ...EMPTY, points: [event.from, to], done: true };
    }
    case 'undo':
      if (draft.points.length === 0 && draft.rings.length > 0) return reopened(draft.rings);
      return { ...draft, points: draft.points.slice(0, -1), hover: undefined, done: false };
    case 'finish':
      return draft.done ? draft : ended(draft, drawing);
    case 'away':
      if (drawing === 'freehand' && !draft.done) return EMPTY;
      return draft.hover ? { ...draft, hover: undefined } : draft;
    case 'cancel':
      return EMPTY;
  }
}

// All viewer geometry: plan fractions (0..1, y down) ↔ CSS pixels on screen. Pure; knows no canvas.

export interface PlanSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * A view in the form used in URLs. `cx`, `cy`: the plan fraction at the centre of the free area. `zoom`: log2 of CSS
 * pixels per plan pixel (0 is 1:1, 2 the largest, -3 an eighth). `rotation`: degrees clockwise, 0 ≤ rotation < 360.
 */
export interface ViewState {
  readonly cx: number;
  readonly cy: number;
  readonly zoom: number;
  readonly rotation: number;
}

/** Space covered by panels in CSS pixels; the view centres and fits within the rest. */
export interface Padding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** One drawn frame: everything needed to convert plan fractions to CSS pixels of the viewport and back. */
export interface Frame extends PlanSize {
  readonly width: number;
  readonly height: number;
  /** Plan pixels at the centre of the viewport. */
  readonly centreX: number;
  readonly centreY: number;
  /** CSS pixels per plan pixel. */
  readonly scale: number;
  readonly cos: number;
  readonly sin: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
export const MAX_SCALE = 4;

export function planToScreen(frame: Frame, x: number, y: number): Point {
  const dx = (x * frame.widthPx - frame.centreX) * frame.scale;
  const dy = (y * frame.heightPx - frame.centreY) * frame.scale;
  return {
    x: frame.width / 2 + dx * frame.cos - dy * frame.sin,
    y: frame.height / 2 + dx * frame.sin + dy * frame.cos,
  };
}

export function screenToPlan(frame: Frame, px: number, py: number): Point {
  const dx = (px - frame.width / 2) / frame.scale;
  const dy = (py - frame.height / 2) / frame.scale;
  return {
    x: (frame.centreX + dx * frame.cos + dy * frame.sin) / frame.widthPx,
    y: (frame.centreY - dx * frame.sin + dy * frame.cos) / frame.heightPx,
  };
}

/**
 * The pan from the drawn frame to the current one in CSS pixels; undefined where more than the position has changed.
 */
export function panBetween(drawn: Frame, now: Frame): Point | undefined {
  const same =
    drawn.width === now.width &&
    drawn.height === now.height &&
    drawn.widthPx === now.widthPx &&
    drawn.heightPx === now.heightPx &&
    drawn.ratio === now.ratio &&
    sameScale(drawn, now);
  if (!same) return undefined;
  const dx = (drawn.centreX - now.centreX) * now.scale;
  const dy = (drawn.centreY - now.centreY) * now.scale;
  return { x: dx * now.cos - dy * now.sin, y: dx * now.sin + dy * now.cos };
}

/** Whether both show the plan at the same scale and rotation. */
export function sameScale(a: Frame, b: Frame): boolean {
  return a.scale === b.scale && a.cos === b.cos && a.sin === b.sin;
}

export function isInside(point: Point): boolean {
  return point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1;
}

/** The corners of the viewport as plan fractions, clockwise from the top left. */
export function viewportCorners(frame: Frame): readonly [Point, Point, Point, Point] {
  return [
    screenToPlan(frame, 0, 0),
    screenToPlan(frame, frame.width, 0),
    screenToPlan(frame, frame.width, frame.height),
    screenToPlan(frame, 0, frame.height),
  ];
}

/** The smallest axis-aligned box of plan fractions that contains the viewport plus `margin` CSS pixels around it. */
export function visibleBox(frame: Frame, margin: number): Box {
  const left = -margin;
  const right = frame.width + margin;
  const bottom = frame.height + margin;
  const corners = [
    screenToPlan(frame, left, -margin),
    screenToPlan(frame, right, -margin),
    screenToPlan(frame, right, bottom),
    screenToPlan(frame, left, bottom),
  ];
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) };
}

/** The scale at which a box of plan pixels, rotated by `degrees`, just fits into the free area of the viewport. */
export function fitScale(
  box: { readonly widthPx: number; readonly heightPx: number },
  viewport: { readonly width: number; readonly height: number },
  padding: Padding,
  degrees: number,
): number {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.abs(Math.cos(radians));
  const sin = Math.abs(Math.sin(radians));
  const width = box.widthPx * cos + box.heightPx * sin;
  const height = box.widthPx * sin + box.heightPx * cos;
  const freeWidth = Math.max(1, viewport.width - padding.left - padding.right);
  const freeHeight = Math.max(1, viewport.height - padding.top - padding.bottom);
  return Math.min(MAX_SCALE, freeWidth / Math.max(1, width), freeHeight / Math.max(1, height));
}

/** Margin around a fitted plan. */
const FIT_MARGIN_PX = { wide: 28, narrow: 10 } as const;
const NARROW_PX = 640;

export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

/** The scale at which a box fills the free area with a small margin. */
export function airyScale(box: PlanSize, viewport: ViewportSize, padding: Padding, degrees: number): number {
  const margin = viewport.width < NARROW_PX ? FIT_MARGIN_PX.narrow : FIT_MARGIN_PX.wide;
  const { top, right, bottom, left } = padding;
  const airy = { top: top + margin, right: right + margin, bottom: bottom + margin, left: left + margin };
  return fitScale(box, viewport, airy, degrees);
}

/** The frame a plan opens with: fitted, or at a given view. */
export function openingFrame(
  plan: PlanSize,
  viewport: ViewportSize,
  ratio: number,
  view: ViewState | undefined,
  padding: Padding = NO_PADDING,
): Frame {
  const { widthPx, heightPx } = plan;
  const scale = view ? scaleOf(view.zoom) : airyScale(plan, viewport, padding, 0);
  const { cx, cy, rotation } = view ?? { cx: 0.5, cy: 0.5, rotation: 0 };
  const radians = radiansOf(rotation);
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  // The view is centred in the free area, not in the viewport.
  const dx = (padding.right - padding.left) / 2 / scale;
  const dy = (padding.bottom - padding.top) / 2 / scale;
  return {
    ...viewport,
    widthPx,
    heightPx,
    centreX: cx * widthPx + dx * cos + dy * sin,
    centreY: cy * heightPx - dx * sin + dy * cos,
    scale,
    cos,
    sin,
    ratio,
  };
}

export function degreesOf(radians: number): number {
  const degrees = ((radians * 180) / Math.PI) % 360;
  const positive = degrees < 0 ? degrees + 360 : degrees;
  const rounded = Math.round(positive * 100) / 100;
  return rounded === 360 ? 0 : rounded;
}

export function radiansOf(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The next right angle; from an oblique angle, the nearest one in that direction. */
export function nextQuarter(degrees: number, direction: 1 | -1): number {
  const quarters = degrees / 90;
  const next = direction === 1 ? Math.floor(quarters + 1e-6) + 1 : Math.ceil(quarters - 1e-6) - 1;
  return next * 90;
}

export function zoomOf(scale: number): number {
  return Math.log2(scale);
}

export function scaleOf(zoom: number): number {
  return 2 ** zoom;
}

/** The same view with numbers short enough for a URL: positions to 0.00001, zoom and degrees to hundredths. */
export function roundView(view: ViewState): ViewState {
  const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
  return { cx: round(view.cx, 5), cy: round(view.cy, 5), zoom: round(view.zoom, 2), rotation: round(view.rotation, 1) };
}

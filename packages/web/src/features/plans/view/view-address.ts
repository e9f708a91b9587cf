// Encodes the view of a plan for its URL, so that a shared link shows the same part of the plan.
import type { ViewState } from '../../../viewer/camera/geometry.ts';

const SEPARATOR = '_';
/** Lower and upper limit of the zoom exponent; the upper one is the viewer's maximum. */
const MIN_ZOOM = -12;
const MAX_ZOOM = 4;

const shortNumber = (value: number, maxDigits: number): string => String(Number(value.toFixed(maxDigits)));

/** `0.5123_0.3021_-1.25_90`; the rotation is omitted if there is none. */
export function writeView({ cx, cy, zoom, rotation }: ViewState): string {
  const parts = [shortNumber(cx, 4), shortNumber(cy, 4), shortNumber(zoom, 2)];
  const degrees = Math.round(rotation) % 360;
  return [...parts, ...(degrees === 0 ? [] : [String(degrees)])].join(SEPARATOR);
}

/** Undefined for text that `writeView` did not produce. */
export function readView(text: unknown): ViewState | undefined {
  if (typeof text !== 'string' || !/^[\d._-]+$/u.test(text)) return undefined;
  const parts = text.split(SEPARATOR);
  const [cx = Number.NaN, cy = Number.NaN, zoom = Number.NaN, rotation = 0] = parts.map((part) =>
    part === '' ? Number.NaN : Number(part),
  );
  const isValid =
    parts.length >= 3 &&
    parts.length <= 4 &&
    [cx, cy].every((part) => part >= -1 && part <= 2) &&
    zoom >= MIN_ZOOM &&
    zoom <= MAX_ZOOM &&
    rotation >= 0 &&
    rotation < 360;
  return isValid ? { cx, cy, zoom, rotation } : undefined;
}

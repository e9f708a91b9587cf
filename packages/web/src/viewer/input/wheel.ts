// Wheel, trackpad and trackpad pinch. Mouse wheel steps are smoothed over a few frames; a pinch follows the fingers
// directly.
import type { Point } from '../camera/geometry.ts';

export interface WheelTarget {
  readonly wheelPans: boolean;
  readonly reducedMotion: boolean;
  zoomAround(levels: number, at: Point): void;
  panBy(dx: number, dy: number): void;
  setBusy(busy: boolean): void;
}

const LINE_PX = 40;
const LEVELS_PER_PX = 0.0034;
const MAX_STEP_LEVELS = 0.6;
/** Chromium and Firefox report a pinch as 100 × ln(scale). */
const PINCH_LEVELS_PER_PX = 1 / (100 * Math.LN2);
const MAX_PINCH_PX = 40;
/** Time constant of the smoothing: nearly settled after 150 ms. */
const SMOOTH_MS = 48;
const DONE_LEVELS = 0.002;

export function listenToWheel(element: HTMLElement, target: WheelTarget): () => void {
  let left = 0;
  let at: Point = { x: 0, y: 0 };
  let frame = 0;
  let last = 0;

  const step = (now: number): void => {
    const part = target.reducedMotion ? 1 : 1 - Math.exp(-Math.max(1, now - last) / SMOOTH_MS);
    last = now;
    const levels = Math.abs(left) < DONE_LEVELS ? left : left * part;
    left -= levels;
    target.zoomAround(levels, at);
    if (left !== 0) frame = requestAnimationFrame(step);
    else {
      frame = 0;
      target.setBusy(false);
    }
  };

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    const dx = event.deltaX * unit;
    const dy = event.deltaY * unit;
    const box = element.getBoundingClientRect();
    at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const pinch = event.ctrlKey && Math.abs(dy) < MAX_PINCH_PX;
    if (pinch) {
      target.zoomAround(-dy * PINCH_LEVELS_PER_PX, at);
      return;
    }
    const sideways = Math.abs(dx) > Math.abs(dy);
    if (!event.ctrlKey && !event.metaKey && (target.wheelPans || event.shiftKey || sideways)) {
      if (event.shiftKey && !sideways) target.panBy(dy, 0);
      else target.panBy(dx, dy);
      return;
    }
    left += Math.min(MAX_STEP_LEVELS, Math.max(-MAX_STEP_LEVELS, -dy * LEVELS_PER_PX));
    if (frame !== 0) return;
    last = performance.now() - 1000 / 60;
    target.setBusy(true);
    frame = requestAnimationFrame(step);
  };

  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    element.removeEventListener('wheel', onWheel);
    cancelAnimationFrame(frame);
  };
}

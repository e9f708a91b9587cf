// How far to zoom in on a fly-to target: text until it is readable, a pin so that its surroundings stay visible.

import type { FlyOptions, PlanRect } from '../options.ts';
import type { Camera } from './camera.ts';
import type { PlanSize, Point } from './geometry.ts';

/** When zoomed far out, a selected pin is shown at this multiple of the fitted scale. */
const PIN_ZOOM_FACTOR = 3;
/** Minimum height on screen of a rectangle that is flown to. */
const READABLE_PX = 22;

export function flyTo(camera: Camera, plan: PlanSize, target: Point | PlanRect, options: FlyOptions = {}): void {
  const { widthPx, heightPx } = plan;
  const animate = options.animate !== false;
  const given = options.zoom === undefined ? undefined : 2 ** options.zoom;
  if ('width' in target) {
    const width = target.width * widthPx;
    const height = target.height * heightPx;
    // Zooms in until its text is readable with the surroundings visible; never zooms out.
    const readable = Math.max(camera.frame().scale, READABLE_PX / Math.max(1, Math.min(width, height)));
    const scale = given ?? Math.min(1, camera.scaleFor({ widthPx: width * 3, heightPx: height * 3 }), readable);
    camera.lookAt((target.x + target.width / 2) * widthPx, (target.y + target.height / 2) * heightPx, scale, animate);
    return;
  }
  const near = Math.min(1, camera.fitScale() * PIN_ZOOM_FACTOR);
  camera.lookAt(target.x * widthPx, target.y * heightPx, given ?? Math.max(camera.frame().scale, near), animate);
}

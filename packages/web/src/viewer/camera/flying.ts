// How near one looks at what is flown to: words so that they can be read, a pin so that its surroundings show.

import type { FlyOptions, PlanRect } from '../options.ts';
import type { Camera } from './camera.ts';
import type { PlanSize, Point } from './geometry.ts';

/** From far out, a chosen pin is shown at this many times the fitted scale. */
const FLY_NEAR = 3;
/** How high a rectangle that is flown to stands on the screen, at least. */
const READABLE_PX = 22;

export function flyTo(camera: Camera, plan: PlanSize, target: Point | PlanRect, options: FlyOptions = {}): void {
  const { widthPx, heightPx } = plan;
  const animate = options.animate !== false;
  const given = options.zoom === undefined ? undefined : 2 ** options.zoom;
  if ('width' in target) {
    const width = target.width * widthPx;
    const height = target.height * heightPx;
    // As near as its words are read at, with what stands around them; never farther than one is already.
    const readable = Math.max(camera.frame().scale, READABLE_PX / Math.max(1, Math.min(width, height)));
    const scale = given ?? Math.min(1, camera.scaleFor({ widthPx: width * 3, heightPx: height * 3 }), readable);
    camera.lookAt((target.x + target.width / 2) * widthPx, (target.y + target.height / 2) * heightPx, scale, animate);
    return;
  }
  const near = Math.min(1, camera.fitScale() * FLY_NEAR);
  camera.lookAt(target.x * widthPx, target.y * heightPx, given ?? Math.max(camera.frame().scale, near), animate);
}

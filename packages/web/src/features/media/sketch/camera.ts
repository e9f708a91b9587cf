// Position and scale of the background on the screen. Pure.
import type { Point } from './board.ts';

/** Screen pixel = background pixel × scale + offset. */
export type Camera = { scale: number; x: number; y: number };
type Size = { width: number; height: number };

/** Share of the frame that the whole background fills at most. */
const MAX_FILL_SHARE = 0.96;
const MAX_ZOOM = 12;

export function fitted(ground: Size, frame: Size): Camera {
  const scale = Math.min(frame.width / ground.width, frame.height / ground.height) * MAX_FILL_SHARE;
  return { scale, x: (frame.width - ground.width * scale) / 2, y: (frame.height - ground.height * scale) / 2 };
}

export const toBackground = (camera: Camera, at: Point): Point => ({
  x: (at.x - camera.x) / camera.scale,
  y: (at.y - camera.y) / camera.scale,
});

/** Zooms so that the point at `at` stays in place, and moves by `by`; never much smaller than the whole background. */
export function changed(camera: Camera, whole: Camera, factor: number, at: Point, by: Point = { x: 0, y: 0 }): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, whole.scale * 0.6), Math.max(MAX_ZOOM, whole.scale));
  const real = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * real + by.x, y: at.y - (at.y - camera.y) * real + by.y };
}

// Zoom and position of a photo. Pure: positions are in pixels from the centre of the frame.

export type Zoom = { scale: number; x: number; y: number };
export const INITIAL_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

const held = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** Limits the offset so that the photo's edge never moves inside that of the frame. */
export function withinFrame({ scale, x, y }: Zoom, frame: { width: number; height: number }): Zoom {
  if (scale <= 1) return INITIAL_ZOOM;
  return {
    scale,
    x: held(x, (frame.width * (scale - 1)) / 2),
    y: held(y, (frame.height * (scale - 1)) / 2),
  };
}

/** Zooms by a factor so that the point at `at` stays in place. */
export function zoomAt(zoom: Zoom, factor: number, at: { x: number; y: number }): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const real = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * real, y: at.y - (at.y - zoom.y) * real };
}

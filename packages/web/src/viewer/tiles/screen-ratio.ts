/** The screen's pixel density, capped at what is worth drawing: device pixels per CSS pixel. */
export function screenRatio(): number {
  return Math.min(3, Math.max(1, devicePixelRatio || 1));
}

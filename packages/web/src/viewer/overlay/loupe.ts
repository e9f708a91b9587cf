// A magnifier above the finger while a pin is placed or moved by touch: a finger, especially in a glove, covers its
// target.
import type { Frame, Point } from '../camera/geometry.ts';
import type { ViewerTheme } from '../theme.ts';
import { drawCross } from './draw-overlays.ts';

const RADIUS = 56;
const ZOOM = 1.8;
const LOUPE_OFFSET_PX = 84;

export function drawLoupe(
  context: CanvasRenderingContext2D,
  frame: Frame,
  picture: HTMLCanvasElement,
  finger: Point,
  allowed: boolean,
  theme: ViewerTheme,
): void {
  const x = Math.min(frame.width - RADIUS - 8, Math.max(RADIUS + 8, finger.x));
  const above = finger.y - LOUPE_OFFSET_PX - RADIUS > 8;
  const y = above ? finger.y - LOUPE_OFFSET_PX : finger.y + LOUPE_OFFSET_PX;
  context.save();
  context.beginPath();
  context.arc(x, y, RADIUS, 0, 2 * Math.PI);
  context.fillStyle = theme.paper;
  context.fill();
  context.save();
  context.clip();
  context.translate(x, y);
  context.scale(ZOOM, ZOOM);
  context.translate(-finger.x, -finger.y);
  // The tile canvas is unrotated and rotated by CSS, so the same rotation is applied here.
  context.translate(frame.width / 2, frame.height / 2);
  context.rotate(Math.atan2(frame.sin, frame.cos));
  const width = picture.width / frame.ratio;
  const height = picture.height / frame.ratio;
  context.drawImage(picture, -width / 2, -height / 2, width, height);
  context.restore();
  context.strokeStyle = '#ffffff';
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.stroke();
  context.restore();
  drawCross(context, { x, y }, allowed, theme);
}

// Areas of the drawing that act as links: their position on screen, hit testing, and how they are drawn.
import { type Frame, planToScreen } from '../camera/geometry.ts';
import type { PlanRect } from '../options.ts';
import { TARGET_PX } from '../pins/hit-test.ts';
import type { ViewerTheme } from '../theme.ts';

/** Text smaller than this on screen is unreadable, so its link cannot be intended. */
const MIN_READABLE_PX = 5;
const LINK_MARGIN_PX = 4;

interface LinkBox {
  readonly x: number;
  readonly y: number;
  /** Half the side lengths, along the plan's own axes. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Undefined where it is too small to read or off screen. */
function boxOf(frame: Frame, rect: PlanRect, beyond: number): LinkBox | undefined {
  const width = rect.width * frame.widthPx * frame.scale;
  const height = rect.height * frame.heightPx * frame.scale;
  if (Math.min(width, height) < MIN_READABLE_PX) return undefined;
  const { x, y } = planToScreen(frame, rect.x + rect.width / 2, rect.y + rect.height / 2);
  const reach = Math.max(width, height) + beyond;
  if (x < -reach || y < -reach || x > frame.width + reach || y > frame.height + reach) return undefined;
  return { x, y, halfWidth: width / 2 + LINK_MARGIN_PX, halfHeight: height / 2 + LINK_MARGIN_PX };
}

/** The index of the nearest link under a pointer; -1 for none. */
export function linkAt(
  frame: Frame,
  links: readonly PlanRect[],
  { x, y, touch }: { x: number; y: number; touch: boolean },
): number {
  const least = TARGET_PX[touch ? 'touch' : 'mouse'] / 2;
  let nearest = Number.POSITIVE_INFINITY;
  let found = -1;
  for (const [i, rect] of links.entries()) {
    const box = boxOf(frame, rect, 0);
    if (!box) continue;
    const [dx, dy] = [x - box.x, y - box.y];
    const along = Math.abs(dx * frame.cos + dy * frame.sin);
    const across = Math.abs(dy * frame.cos - dx * frame.sin);
    if (along > Math.max(least, box.halfWidth) || across > Math.max(least, box.halfHeight)) continue;
    const distance = Math.hypot(dx, dy);
    if (distance >= nearest) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

export function drawLinks(
  context: CanvasRenderingContext2D,
  frame: Frame,
  links: readonly PlanRect[],
  hovered: number,
  theme: ViewerTheme,
  /** CSS pixels around the viewport that are drawn as well. */
  beyond: number,
): void {
  const angle = Math.atan2(frame.sin, frame.cos);
  for (const [i, rect] of links.entries()) {
    const box = boxOf(frame, rect, beyond);
    if (!box) continue;
    context.save();
    context.translate(box.x, box.y);
    context.rotate(angle);
    context.beginPath();
    context.roundRect(-box.halfWidth, -box.halfHeight, 2 * box.halfWidth, 2 * box.halfHeight, 4);
    context.fillStyle = theme.position;
    context.globalAlpha = i === hovered ? 0.3 : 0.14;
    context.fill();
    context.globalAlpha = i === hovered ? 1 : 0.7;
    context.strokeStyle = theme.position;
    context.lineWidth = i === hovered ? 2 : 1.2;
    context.stroke();
    context.restore();
  }
}
